import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { certificate } from "./certificates.ts";

const HEADERS = 1;
const PREFACE = 24;

/** A frame of HTTP/2 (RFC 9113, section 4.1), on the stream of the request. */
export interface Frame {
  readonly type: "DATA" | "HEADERS" | "RST_STREAM";
  readonly endStream?: boolean;
  readonly payload: Uint8Array;
}

const TYPES = { DATA: 0, HEADERS: 1, RST_STREAM: 3 } as const;

/** `:status: 200` alone. */
export const OK: Frame = {
  type: "HEADERS",
  payload: Uint8Array.of(0x88),
};

/** Content. */
export function data(text: string, endStream = false): Frame {
  return { type: "DATA", endStream, payload: new TextEncoder().encode(text) };
}

/** The end of a stream, by a reset. */
export function reset(code: number): Frame {
  return { type: "RST_STREAM", payload: Uint8Array.of(0, 0, 0, code) };
}

/**
 * An HTTP/2 server on loopback that writes frames as they are, those too that
 * node:http2 would not write. Each request gets the frames of `respond`.
 */
export async function rawHttp2Server(respond: () => readonly Frame[]) {
  const sockets = new Set<tls.TLSSocket>();
  const server = tls.createServer({
    ...await certificate(),
    ALPNProtocols: ["h2"],
  }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.write(frame(4, 0, 0, new Uint8Array()));
    let rest = new Uint8Array();
    let greeted = false;
    socket.on("data", (chunk: Uint8Array) => {
      rest = Uint8Array.of(...rest, ...chunk);
      if (!greeted && rest.length >= PREFACE) {
        greeted = true;
        rest = rest.slice(PREFACE);
      }
      while (greeted && rest.length >= 9) {
        const length = rest[0] << 16 | rest[1] << 8 | rest[2];
        if (rest.length < 9 + length) return;
        const stream = rest[5] << 24 | rest[6] << 16 | rest[7] << 8 | rest[8];
        if (rest[3] === HEADERS) {
          for (const { type, endStream = false, payload } of respond()) {
            const flags = (type === "HEADERS" ? 4 : 0) | (endStream ? 1 : 0);
            socket.write(frame(TYPES[type], flags, stream, payload));
          }
        }
        rest = rest.slice(9 + length);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array,
): Uint8Array {
  const { length } = payload;
  const head = [length >> 16, length >> 8, length, type, flags];
  return Uint8Array.of(
    ...head,
    stream >>> 24,
    stream >>> 16,
    stream >>> 8,
    stream,
    ...payload,
  );
}
