import { type ClientHttp2Session, connect } from "node:http2";
import net from "node:net";
import protobuf from "protobufjs";
import { createEngine } from "../../lib/host/http/send.ts";
import { conversation } from "../support/grpc_messages.ts";
import { grpcRequest } from "../support/grpc_request.ts";
import { PROTOS } from "../support/grpc_server.ts";
import { OPEN } from "../support/rendered_request.ts";
import type { Row } from "./row.ts";

const CALLS = 100;
const ROUNDS = 20;

/** In a thread of its own, so that only the client's time differs. */
const SERVER = `
import http2 from "node:http2";
const server = http2.createServer();
server.on("stream", (stream) => {
  stream.on("data", () => {});
  stream.on("end", () => {
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(Uint8Array.of(0, 0, 0, 0, 3, 0x0a, 1, 97));
  });
});
server.listen(0, "127.0.0.1", () => self.postMessage(server.address().port));`;

/** Unary calls against the same loop written on node:http2 and protobufjs. */
export async function rows(): Promise<Row[]> {
  const worker = new Worker(
    `data:application/javascript,${encodeURIComponent(SERVER)}`,
    { type: "module" },
  );
  const port = await new Promise<number>((resolve) =>
    worker.onmessage = ({ data }) => resolve(data)
  );
  const socket = net.connect({ host: "127.0.0.1", port });
  const session = connect(`http://127.0.0.1:${port}`, {
    createConnection: () => socket,
  });
  const call = byHand(session, await types());
  const engine = createEngine({ files: { root: PROTOS, allowRead: [] } });
  const rendered = grpcRequest(`127.0.0.1:${port}`, "Find", {
    protoFile: "shop.proto",
  });
  const converse = conversation(['{"id":"a"}']);
  const subjects = [
    call,
    () => engine.send(rendered, { policy: OPEN, converse }),
  ];
  const times: number[][] = [[], []];
  // In turns, so that both meet the same disturbances.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, subject] of subjects.entries()) {
      const started = performance.now();
      for (let n = 0; n < CALLS; n++) await subject();
      times[i].push(performance.now() - started);
    }
  }
  engine.close();
  // Not the session: Deno's server dies of its GOAWAY after some hundred streams (no upstream issue known).
  socket.destroy();
  worker.terminate();
  const [hand, brace] = times.map(quartile);
  return [{
    name: `${CALLS * ROUNDS} unary calls : by hand on node:http2`,
    ratio: brace / hand,
    limit: 2,
  }];
}

async function types(): Promise<protobuf.Root> {
  const root = new protobuf.Root();
  root.resolvePath = (_, target) =>
    target.startsWith("google/")
      ? target
      : `${PROTOS}/${target.replace(`${PROTOS}/`, "")}`;
  return await root.load("shop.proto");
}

function byHand(
  session: ClientHttp2Session,
  root: protobuf.Root,
): () => Promise<string> {
  const query = root.lookupType("shop.v1.ItemQuery");
  const item = root.lookupType("shop.v1.Item");
  return () =>
    new Promise((resolve, reject) => {
      const stream = session.request({
        ":method": "POST",
        ":path": "/shop.v1.Shop/Find",
        "content-type": "application/grpc",
        te: "trailers",
      });
      const chunks: Uint8Array[] = [];
      let status: unknown;
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("trailers", (it) => status = it["grpc-status"]);
      stream.on("error", reject);
      stream.on("end", () => {
        const bytes = Buffer.concat(chunks).subarray(5);
        const json = JSON.stringify(item.decode(bytes).toJSON());
        if (status === "0") resolve(json);
        else reject(new Error(String(status)));
      });
      const message = query.encode(query.fromObject(JSON.parse('{"id":"a"}')))
        .finish();
      const out = new Uint8Array(5 + message.length);
      new DataView(out.buffer).setUint32(1, message.length);
      out.set(message, 5);
      stream.end(out);
    });
}

function quartile(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)];
}
