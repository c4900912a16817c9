import type { ConnectionFacts } from "../types.ts";
import type { Phases } from "../exchange_clock.ts";
import { ResponseParser } from "./response_parser.ts";

/** Bytes that are read in one go. */
const READ = 64 * 1024;

/** Who has a connection at the moment. */
export interface Holder {
  /** Something came, a view that is overwritten by the next read; a promise holds the connection back. */
  arrived(chunk: Uint8Array): void | Promise<void>;
  /** Nothing more comes, with the system's error if there is one. */
  ended(error?: Error): void;
}

/** A connection of Deno's own, which one request has at a time. */
export class DirectConnection {
  readonly parser = new ResponseParser();
  readonly facts: ConnectionFacts;
  /** Absent once a response came. */
  phases: Phases | undefined;
  /** Until when the server keeps it, by `performance.now()`. */
  keptUntil = Infinity;
  isClosed = false;
  /** Told when bytes go in either direction. */
  idle: { moved(): void } | undefined;
  readonly #conn: Deno.TcpConn | Deno.TlsConn;
  readonly #buffer = new Uint8Array(READ);
  #holder: Holder | undefined;

  /** Takes a connection over; whoever it is for holds it in the same turn. */
  constructor(conn: Deno.TcpConn | Deno.TlsConn, phases: Phases) {
    this.#conn = conn;
    this.phases = phases;
    this.facts = { remoteAddress: conn.remoteAddr.hostname };
    this.#read();
  }

  /** Whether it has served a request before. */
  get isUsed(): boolean {
    return this.phases === undefined;
  }

  /** Gives it to a request. */
  hold(holder: Holder): void {
    if (this.isUsed) this.#conn.ref();
    this.#holder = holder;
  }

  /** The request is over; an idle connection does not keep the process alive. */
  release(): void {
    this.#holder = this.idle = undefined;
    this.#conn.unref();
  }

  /** Writes all of some bytes. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      try {
        at += await this.#conn.write(at === 0 ? bytes : bytes.subarray(at));
      } catch (error) {
        throw inNodesWords(error as Error);
      }
      this.idle?.moved();
    }
  }

  /** Ends it in the middle of a request. */
  break(): void {
    this.#holder?.ended(reset());
    this.close();
  }

  /** Ends it; nobody waits for it. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#holder = this.idle = undefined;
    this.#conn.close();
    this.parser.free();
  }

  async #read(): Promise<void> {
    let failure: Error | undefined;
    while (!this.isClosed) {
      let count: number | null;
      try {
        count = await this.#conn.read(this.#buffer);
      } catch (error) {
        failure = inNodesWords(error as Error);
        break;
      }
      if (count === null) break;
      this.idle?.moved();
      // Nobody has asked for it: it must not become the next request's response.
      if (this.#holder === undefined) break;
      const held = this.#holder.arrived(this.#buffer.subarray(0, count));
      if (held) await held;
    }
    if (!this.isClosed) this.#holder?.ended(failure);
    this.close();
  }
}

/** An error of TLS with Node's code of it; those of the system have theirs. */
function inNodesWords(error: Error): Error {
  // The server closed the connection without a word of TLS.
  if (error instanceof Deno.errors.UnexpectedEof) return reset();
  return error instanceof Deno.errors.InvalidData
    ? Object.assign(error, { code: "EPROTO" })
    : error;
}

/** What a connection ends with that we end ourselves. */
export function reset(): Error {
  const code = "ECONNRESET";
  return Object.assign(new Error(code), { code });
}
