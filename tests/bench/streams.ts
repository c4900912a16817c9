import { fromFileUrl } from "@std/path/from-file-url";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { BRACE_FLAGS } from "../../.ci/flags.ts";
import { runCollection } from "../../run.ts";
import { peakOf } from "./process_figures.ts";
import type { Row } from "./row.ts";

const MESSAGES = 10_000;
const ROUNDS = 5;

/** Messages over a WebSocket, and the memory that long streams of events take. */
export async function rows(): Promise<Row[]> {
  return [await echoed(), ...await peaks()];
}

/** Messages echoed over one WebSocket, against the bare library. */
async function echoed(): Promise<Row> {
  // In a thread of its own, so that only the client's time counts.
  const worker = new Worker(new URL("./workers/echo.ts", import.meta.url), {
    type: "module",
  });
  const port = await new Promise<number>((resolve) =>
    worker.onmessage = ({ data }) => resolve(data)
  );
  const url = `ws://127.0.0.1:${port}`;
  const ratios: number[] = [];
  await brace(url, 100);
  await bare(url, 100);
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await brace(url, MESSAGES) - await brace(url, 1);
    ratios.push(ours / await bare(url, MESSAGES));
  }
  worker.terminate();
  ratios.sort((a, b) => a - b);
  return {
    name: `${MESSAGES} messages over a WebSocket : bare ws`,
    ratio: ratios[ROUNDS >> 1],
    limit: 2,
  };
}

/** Many events, and long ones: how often and which piece is sent. */
const STREAMS = [
  {
    name: "1,000,000 events",
    count: 1_000,
    piece: 'data: {"n": 1, "text": "some text"}\n\n'.repeat(1_000),
  },
  {
    name: "a stream of 1 GiB",
    count: 8 * 1024,
    piece: `data: ${"x".repeat(8 * 1024 - 8)}\n\n`.repeat(16),
  },
];
/** What they may take, in MiB. */
const MEMORY = 150;

async function peaks(): Promise<Row[]> {
  const server = createServer((request, response) => {
    const { count, piece } = STREAMS[Number(request.url!.slice(1))];
    response.writeHead(200, { "content-type": "text/event-stream" });
    let left = count;
    const write = () => {
      while (left-- > 0) {
        if (!response.write(piece)) return response.once("drain", write);
      }
      response.end();
    };
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(
    `${folder}/opencollection.yml`,
    "opencollection: 1.0.0\ninfo: {name: Streams}\n",
  );
  const rows: Row[] = [];
  for (const [at, { name }] of STREAMS.entries()) {
    await Deno.writeTextFile(
      `${folder}/events${at}.yml`,
      `info: {name: events, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:${port}/${at}"}\n`,
    );
    const peak = await peakOf([
      "run",
      ...BRACE_FLAGS,
      fromFileUrl(new URL("../../cli.ts", import.meta.url)),
      "run",
      `events${at}.yml`,
      "--max-response-size=0",
      "--timeout=0",
    ], folder);
    rows.push({
      name: `peak memory of ${name}, ${peak} MiB : ${MEMORY} MiB`,
      ratio: peak / MEMORY,
      limit: 1,
    });
  }
  await Deno.remove(folder, { recursive: true });
  server.closeAllConnections();
  server.close();
  return rows;
}

async function brace(url: string, count: number): Promise<number> {
  const messages = Array.from(
    { length: count },
    (_, index) =>
      `    - { title: m${index}, message: { type: json, data: '{"n": ${index}}' } }`,
  );
  const files = new Map([
    ["opencollection.yml", "info: {name: Bench}"],
    [
      "echo.yml",
      `info: {name: echo, type: websocket}
websocket:
  url: ${url}
  message:
${messages.join("\n")}
extensions: {brace: {stream: {count: ${count}}}}
`,
    ],
  ]);
  const { summary, exitCode } = await runCollection({ root: "", files });
  if (exitCode !== 0) throw new Error(`exit code ${exitCode}`);
  return summary.duration;
}

async function bare(url: string, count: number): Promise<number> {
  const start = performance.now();
  const socket = new WebSocket(url);
  let received = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on("message", (data: Uint8Array) => {
    JSON.parse(`${data}`);
    if (++received === count) socket.close();
  });
  socket.on("close", resolve);
  socket.on("open", () => {
    for (let index = 0; index < count; index++) socket.send(`{"n": ${index}}`);
  });
  await promise;
  return performance.now() - start;
}
