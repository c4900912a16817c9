import { WebSocket } from "ws";
import { runCollection } from "../../run.ts";
import type { Row } from "./row.ts";

const MESSAGES = 10_000;
const ROUNDS = 5;

/** Messages echoed over one WebSocket, against the bare library. */
export async function rows(): Promise<Row[]> {
  // In a thread of its own, so that only the client's time counts.
  const worker = new Worker(new URL("./echo_worker.ts", import.meta.url), {
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
  return [{
    name: `${MESSAGES} messages over a WebSocket : bare ws`,
    ratio: ratios[ROUNDS >> 1],
    limit: 2,
  }];
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
