import { fromFileUrl } from "@std/path/from-file-url";
import { Agent, request } from "node:http";
import { createEngine } from "../../lib/host/http/send.ts";
import { recordingServer } from "../support/recording_server.ts";
import { OPEN, renderedRequest } from "../support/rendered_request.ts";
import type { Row } from "./row.ts";

const REQUESTS = 200;
const ROUNDS = 40;
const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
/** What an upload or download of 1 GiB may take, in MiB. */
const MEMORY = 120;

/** The engine against the same loop written on node:http, connections, and memory of large transfers. */
export async function rows(): Promise<Row[]> {
  return [await sequential(), await connections(), ...await transfers()];
}

async function sequential(): Promise<Row> {
  // In a thread of its own, so that only the client's time differs.
  const source =
    `const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => Response.json({ hello: "world" }));
     self.postMessage(server.addr.port);`;
  const worker = new Worker(
    `data:application/javascript,${encodeURIComponent(source)}`,
    { type: "module" },
  );
  const port = await new Promise<number>((resolve) =>
    worker.onmessage = ({ data }) => resolve(data)
  );
  const agent = new Agent({ keepAlive: true });
  const engine = createEngine();
  const rendered = renderedRequest(`http://127.0.0.1:${port}/`);
  const subjects = [
    () => byHand(agent, port),
    () => engine.send(rendered, { policy: OPEN }),
  ];
  const times: number[][] = [[], []];
  // In turns, so that both meet the same disturbances.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, subject] of subjects.entries()) {
      const started = performance.now();
      for (let n = 0; n < REQUESTS; n++) await subject();
      times[i].push(performance.now() - started);
    }
  }
  agent.destroy();
  engine.close();
  worker.terminate();
  const [hand, brace] = times.map(quartile);
  return {
    name: `${REQUESTS} requests : by hand on node:http`,
    ratio: brace / hand,
    limit: 1.6,
  };
}

function byHand(agent: Agent, port: number): Promise<Uint8Array[]> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: "/", agent });
    sent.on("response", (response) => {
      const chunks: Uint8Array[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve(chunks));
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function connections(): Promise<Row> {
  await using server = recordingServer(() => ({ json: {} }));
  const engine = createEngine();
  for (let n = 0; n < REQUESTS; n++) {
    await engine.send(renderedRequest(server.url), { policy: OPEN });
  }
  engine.close();
  return {
    name: `connections of ${REQUESTS} requests`,
    ratio: server.connections,
    limit: 1,
  };
}

async function transfers(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const chunk = new Uint8Array(MIB);
  const head = new TextEncoder().encode(
    `HTTP/1.1 200 OK\r\nContent-Length: ${GIB}\r\n\r\n`,
  );
  await using server = recordingServer(
    ({ method }) =>
      method === "POST" ? undefined : {
        raw: (function* () {
          yield head;
          for (let n = 0; n < GIB / MIB; n++) yield chunk;
        })(),
      },
    { keepBody: false },
  );
  try {
    // Sparse: it has the length, and takes no room.
    await Deno.writeFile(`${folder}/large.bin`, new Uint8Array());
    await Deno.truncate(`${folder}/large.bin`, GIB);
    const found: Row[] = [];
    for (const direction of ["upload", "download"]) {
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          fromFileUrl(new URL("transfer.ts", import.meta.url)),
          direction,
          server.url,
          folder,
        ],
      }).output();
      const peak = Number(new TextDecoder().decode(stdout));
      if (!(peak > 0)) throw new Error(new TextDecoder().decode(stderr));
      found.push({
        name: `1 GiB ${direction}: peak memory of ${
          Math.round(peak / MIB)
        } MiB : ${MEMORY} MiB`,
        ratio: peak / MIB / MEMORY,
        limit: 1,
      });
    }
    return found;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The lower one: what disturbs a round only makes it longer. */
function quartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2];
}

if (import.meta.main) {
  for (const { name, ratio, limit } of await rows()) {
    console.log(name.padEnd(60), ratio.toFixed(2), `≤ ${limit}`);
  }
}
