/**
 * A raw TCP HTTP/1.1 server on loopback that records what really arrives and
 * responds as a handler says, with broken responses, too.
 *
 * ```ts ignore
 * await using server = recordingServer((request) => ({ json: { at: request.target } }));
 * await fetch(`${server.url}/users`);
 * server.requests[0].rawHeaders; // [["Host", "127.0.0.1:…"], …]
 * ```
 */

/** One request as it arrived. */
export interface RecordedRequest {
  readonly method: string;
  /** The request target exactly as sent: path and query. */
  readonly target: string;
  readonly httpVersion: string;
  /** Names and values as sent, in order, duplicates kept; decoded as Latin-1. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** Values of the headers of that name, case-insensitively. */
  headers(name: string): string[];
  /** Request line and header lines as received, with their line ends; Latin-1. */
  readonly head: string;
  /** Body, chunked transfer coding removed. */
  readonly body: Uint8Array;
  /** Body as UTF-8 text. */
  readonly text: string;
  /** Number of the connection that it came on, from 0. */
  readonly connection: number;
}

/** What the handler wants sent back. */
export type RecordingResponse =
  | undefined
  | {
    /** Default 200. */
    readonly status?: number;
    /** Default "OK" for 200, else empty. */
    readonly statusText?: string;
    /** Content-Length is added unless it or Transfer-Encoding is given. */
    readonly headers?: readonly (readonly [name: string, value: string])[];
    readonly body?: string | Uint8Array;
    /** Instead of `body`; adds `Content-Type: application/json` unless given. */
    readonly json?: unknown;
    /** Close the connection after the response. */
    readonly close?: boolean;
  }
  | {
    /** Bytes written as they are; strings are Latin-1. */
    readonly raw:
      | string
      | Uint8Array
      | AsyncIterable<string | Uint8Array>
      | Iterable<string | Uint8Array>;
    /** Close the connection after the bytes; default true. */
    readonly close?: boolean;
  };

export type RecordingHandler = (
  request: RecordedRequest,
  server: RecordingServer,
) => RecordingResponse | Promise<RecordingResponse>;

export interface RecordingOptions {
  /** Serve TLS with this certificate and key (PEM). */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Listen on this unix socket instead. */
  readonly unix?: string;
  /** Default 127.0.0.1. */
  readonly hostname?: string;
  /** Written before anything is read; then the connection is closed. */
  readonly greeting?: string;
  /** `false`: read bodies and drop them; default true. */
  readonly keepBody?: boolean;
}

export interface RecordingServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:41234`, without a slash at the end. */
  readonly url: string;
  /** Such as `127.0.0.1:41234`. */
  readonly host: string;
  readonly port: number;
  readonly requests: readonly RecordedRequest[];
  /** How many connections were accepted. */
  readonly connections: number;
  /** How many connections are open now. */
  readonly open: number;
  /**
   * Waits that many milliseconds, or until the server closes: a timer of a
   * handler whose client has gone must not outlive its test.
   */
  pause(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server; without a handler every response is an empty 200. */
export function recordingServer(
  handler: RecordingHandler = () => undefined,
  options: RecordingOptions = {},
): RecordingServer {
  return new Server(handler, options);
}

class Server implements RecordingServer {
  readonly requests: RecordedRequest[] = [];
  readonly url: string;
  readonly host: string;
  readonly port: number;
  connections = 0;
  readonly #listener: Deno.Listener;
  readonly #open = new Set<Deno.Conn>();
  readonly #tasks = new Set<Promise<void>>();
  #closed = false;
  readonly #timers = new Map<ReturnType<typeof setTimeout>, () => void>();
  /** A handler that never responds must not hold `close` back. */
  readonly #closing = Promise.withResolvers<undefined>();

  constructor(
    readonly handler: RecordingHandler,
    readonly options: RecordingOptions,
  ) {
    const hostname = options.hostname ?? "127.0.0.1";
    if (options.unix !== undefined) {
      this.#listener = Deno.listen({ transport: "unix", path: options.unix });
      this.port = 0;
    } else {
      const listener = options.tls
        ? Deno.listenTls({ hostname, port: 0, ...options.tls })
        : Deno.listen({ hostname, port: 0 });
      this.#listener = listener;
      this.port = (listener.addr as Deno.NetAddr).port;
    }
    const name = hostname.includes(":") ? `[${hostname}]` : hostname;
    this.host = `${name}:${this.port}`;
    this.url = options.unix === undefined
      ? `${options.tls ? "https" : "http"}://${this.host}`
      : `http+unix://${encodeURIComponent(options.unix)}`;
    this.#track(this.#accept());
  }

  get open(): number {
    return this.#open.size;
  }

  pause(ms: number): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.set(timer, resolve);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.resolve(undefined);
    for (const [timer, resolve] of this.#timers) {
      clearTimeout(timer);
      resolve();
    }
    this.#listener.close();
    for (const conn of this.#open) quietly(() => conn.close());
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #track(task: Promise<void>): void {
    const tracked = task.finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }

  async #accept(): Promise<void> {
    for await (const conn of this.#listener) {
      this.#open.add(conn);
      this.#track(this.#serve(conn, this.connections++));
    }
  }

  async #serve(conn: Deno.Conn, connection: number): Promise<void> {
    try {
      if (this.options.greeting !== undefined) {
        await writeAll(conn, latin1(this.options.greeting));
        return;
      }
      const input = new Input(conn);
      while (true) {
        const request = await this.#read(input, connection);
        if (request === undefined) return;
        this.requests.push(request);
        const close = await this.#respond(conn, request);
        if (close) return;
      }
    } catch {
      // The client went away, or the server is being closed.
    } finally {
      this.#open.delete(conn);
      quietly(() => conn.close());
    }
  }

  async #read(
    input: Input,
    connection: number,
  ): Promise<RecordedRequest | undefined> {
    const head = await input.head();
    if (head === undefined) return undefined;
    const lines = head.split("\r\n");
    const [method, target, version = "HTTP/1.1"] = lines[0].split(" ");
    const rawHeaders: [string, string][] = [];
    for (const line of lines.slice(1)) {
      if (line === "") continue;
      const colon = line.indexOf(":");
      rawHeaders.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
    }
    const headers = (name: string) =>
      rawHeaders.filter(([n]) => n.toLowerCase() === name.toLowerCase())
        .map(([, value]) => value);
    if (headers("expect").some((v) => v.toLowerCase() === "100-continue")) {
      await writeAll(input.conn, latin1("HTTP/1.1 100 Continue\r\n\r\n"));
    }
    const keep = this.options.keepBody ?? true;
    const body = headers("transfer-encoding").join().includes("chunked")
      ? await input.chunked(keep)
      : await input.take(Number(headers("content-length")[0] ?? 0), keep);
    return {
      method,
      target,
      httpVersion: version.slice("HTTP/".length),
      rawHeaders,
      headers,
      head,
      body,
      get text() {
        return new TextDecoder().decode(body);
      },
      connection,
    };
  }

  /** Whether the connection is to be closed. */
  async #respond(conn: Deno.Conn, request: RecordedRequest): Promise<boolean> {
    const response = await Promise.race([
      this.handler(request, this),
      this.#closing.promise,
    ]) ?? {};
    if ("raw" in response) {
      const raw = response.raw;
      if (typeof raw === "string" || raw instanceof Uint8Array) {
        await writeAll(conn, latin1(raw));
      } else {
        for await (const part of raw) await writeAll(conn, latin1(part));
      }
      return response.close ?? true;
    }
    const headers = [...response.headers ?? []];
    const has = (name: string) =>
      headers.some(([n]) => n.toLowerCase() === name);
    let body = response.body ?? "";
    if (response.json !== undefined) {
      body = JSON.stringify(response.json);
      if (!has("content-type")) {
        headers.push(["Content-Type", "application/json"]);
      }
    }
    const bytes = typeof body === "string"
      ? new TextEncoder().encode(body)
      : body;
    const status = response.status ?? 200;
    const bare = status < 200 || status === 204 || status === 304;
    if (!bare && !has("content-length") && !has("transfer-encoding")) {
      headers.push(["Content-Length", String(bytes.length)]);
    }
    if (response.close) headers.push(["Connection", "close"]);
    const reason = response.statusText ?? (status === 200 ? "OK" : "");
    let head = `HTTP/1.1 ${status} ${reason}\r\n`;
    for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
    const start = latin1(`${head}\r\n`);
    const withBody = !bare && request.method !== "HEAD" ? bytes : EMPTY;
    const out = new Uint8Array(start.length + withBody.length);
    out.set(start);
    out.set(withBody, start.length);
    await writeAll(conn, out);
    return response.close ?? false;
  }
}

const EMPTY = new Uint8Array();

/** Buffered reading of one connection. */
class Input {
  #buffer = EMPTY;
  readonly #chunk = new Uint8Array(64 * 1024);

  constructor(readonly conn: Deno.Conn) {}

  /** The request line and headers, with the empty line; absent at the end. */
  async head(): Promise<string | undefined> {
    while (true) {
      const end = indexOf(this.#buffer, "\r\n\r\n");
      if (end >= 0) return text(this.#shift(end + 4));
      if (!await this.#more()) return undefined;
    }
  }

  async take(length: number, keep = true): Promise<Uint8Array> {
    if (keep) {
      while (this.#buffer.length < length) await this.#required();
      return this.#shift(length);
    }
    let left = length;
    while (true) {
      left -= this.#shift(Math.min(left, this.#buffer.length)).length;
      if (left === 0) return EMPTY;
      await this.#required();
    }
  }

  async chunked(keep: boolean): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    while (true) {
      const size = parseInt(await this.#line(), 16);
      if (size === 0) break;
      parts.push(await this.take(size, keep));
      await this.#line();
    }
    while (await this.#line() !== "");
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  }

  async #line(): Promise<string> {
    while (true) {
      const end = indexOf(this.#buffer, "\r\n");
      if (end >= 0) return text(this.#shift(end + 2)).slice(0, -2);
      await this.#required();
    }
  }

  async #required(): Promise<void> {
    if (!await this.#more()) throw new Error("the client closed early");
  }

  async #more(): Promise<boolean> {
    const n = await this.conn.read(this.#chunk);
    if (n === null) return false;
    const joined = new Uint8Array(this.#buffer.length + n);
    joined.set(this.#buffer);
    joined.set(this.#chunk.subarray(0, n), this.#buffer.length);
    this.#buffer = joined;
    return true;
  }

  #shift(length: number): Uint8Array<ArrayBuffer> {
    const taken = this.#buffer.slice(0, length);
    this.#buffer = this.#buffer.slice(length);
    return taken;
  }
}

function indexOf(bytes: Uint8Array, pattern: string): number {
  return text(bytes).indexOf(pattern);
}

function text(bytes: Uint8Array): string {
  let out = "";
  for (let i = 0; i < bytes.length; i += 8192) {
    out += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return out;
}

function latin1(part: string | Uint8Array): Uint8Array {
  if (typeof part !== "string") return part;
  // Many megabytes are sent, most of them ASCII, which is the same in UTF-8.
  const encoded = new TextEncoder().encode(part);
  if (encoded.length === part.length) return encoded;
  // Uint8Array.from takes fifty times as long.
  const bytes = new Uint8Array(part.length);
  for (let at = 0; at < part.length; at++) bytes[at] = part.charCodeAt(at);
  return bytes;
}

async function writeAll(conn: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await conn.write(bytes.subarray(at));
  }
}

function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // Closed already.
  }
}
