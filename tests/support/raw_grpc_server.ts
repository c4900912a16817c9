import net, { type AddressInfo, type Socket } from "node:net";

const PREFACE = 24;
const END_STREAM = 1;
const END_HEADERS = 4;

/** Types of frames (RFC 9113, section 6). */
export const TYPES = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  goaway: 7,
} as const;

/** A frame that the client sent. */
export interface SeenFrame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Uint8Array;
}

/** What a test does once a request has come whole. */
export interface RawCall {
  readonly stream: number;
  /** Its messages with their prefixes. */
  readonly body: Uint8Array;
  headers(
    fields: readonly (readonly [name: string, value: string])[],
    options?: { end?: boolean },
  ): void;
  data(bytes: Uint8Array, options?: { end?: boolean }): void;
  frame(type: number, flags: number, payload: Uint8Array): void;
  /** Not a frame of this stream. */
  goaway(lastStream: number, code: number): void;
  cut(): void;
}

/**
 * A server of HTTP/2 without TLS on loopback that writes frames as they are,
 * wrong ones too. `respond` is called for each request that has ended.
 */
export async function rawGrpcServer(respond: (call: RawCall) => void) {
  const sockets = new Set<Socket>();
  const seen: SeenFrame[] = [];
  let connections = 0;
  const server = net.createServer((socket) => {
    connections++;
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.write(frame(TYPES.settings, 0, 0, new Uint8Array()));
    let rest = new Uint8Array();
    let greeted = false;
    const bodies = new Map<number, Uint8Array>();
    socket.on("data", (chunk: Uint8Array) => {
      rest = joined(rest, chunk);
      if (!greeted && rest.length >= PREFACE) {
        greeted = true;
        rest = rest.slice(PREFACE);
      }
      while (greeted && rest.length >= 9) {
        const length = rest[0] << 16 | rest[1] << 8 | rest[2];
        if (rest.length < 9 + length) return;
        const [, , , type, flags, a, b, c, d] = rest;
        const stream = a << 24 | b << 16 | c << 8 | d;
        const payload = rest.slice(9, 9 + length);
        rest = rest.slice(9 + length);
        seen.push({ type, flags, stream, payload });
        if (type === TYPES.settings && flags === 0) {
          socket.write(frame(TYPES.settings, 1, 0, new Uint8Array()));
        }
        if (type === TYPES.data) {
          const body = joined(bodies.get(stream) ?? new Uint8Array(), payload);
          bodies.set(stream, body);
        }
        const isRequest = type === TYPES.headers || type === TYPES.data;
        if (!isRequest || !(flags & END_STREAM)) continue;
        const write = (type: number, flags: number, payload: Uint8Array) => {
          socket.write(frame(type, flags, stream, payload));
        };
        respond({
          stream,
          body: bodies.get(stream) ?? new Uint8Array(),
          headers: (fields, { end = false } = {}) =>
            write(
              TYPES.headers,
              END_HEADERS | (end ? END_STREAM : 0),
              block(fields),
            ),
          data: (bytes, { end = false } = {}) =>
            write(TYPES.data, end ? END_STREAM : 0, bytes),
          frame: write,
          goaway: (lastStream, code) =>
            socket.write(
              frame(
                TYPES.goaway,
                0,
                0,
                Uint8Array.of(...number(lastStream), ...number(code)),
              ),
            ),
          cut: () => socket.destroy(),
        });
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    seen,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

function number(value: number): number[] {
  return [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
}

function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array,
): Uint8Array {
  const { length } = payload;
  const head = [length >> 16, length >> 8 & 255, length & 255, type, flags];
  return joined(Uint8Array.of(...head, ...number(stream)), payload);
}

/** Fields as literals that nobody keeps (RFC 7541, section 6.2.2); shorter than 16 KiB together. */
function block(
  fields: readonly (readonly [name: string, value: string])[],
): Uint8Array {
  const encoder = new TextEncoder();
  const out: number[] = [];
  const text = (value: string) => {
    const bytes = encoder.encode(value);
    if (bytes.length < 127) out.push(bytes.length);
    else {
      let rest = bytes.length - 127;
      out.push(127);
      for (; rest >= 128; rest >>= 7) out.push(rest & 127 | 128);
      out.push(rest);
    }
    out.push(...bytes);
  };
  for (const [name, value] of fields) {
    out.push(0);
    text(name);
    text(value);
  }
  return Uint8Array.from(out);
}
