import { validateHeaderName, validateHeaderValue } from "node:http";
import type { ClientHttp2Stream, IncomingHttpHeaders } from "node:http2";
import { headerOf } from "../../core/http/header_of.ts";
import { takePhases } from "./connection/agent.ts";
import type { Phases } from "./exchange_clock.ts";
import {
  connectionFacts,
  type ExchangeTask,
  type HopResponse,
  rawHeaderPairs,
} from "./hop_response.ts";
import { ExchangeError } from "./exchange_error.ts";
import { type ExchangeOutcome, ExchangeRun } from "./exchange_run.ts";
import type { Http2Connection } from "./connection/http2_sessions.ts";
import { openHttp2Stream } from "./http2_stream.ts";

/** One request and its response by HTTP/2. */
export interface Http2Exchange extends ExchangeTask {
  readonly connection: Http2Connection;
  readonly method: string;
  readonly authority: string;
  readonly target: string;
}

/** What belongs to a connection has no place in HTTP/2 (RFC 9113, section 8.2.2). */
const CONNECTION_HEADERS = new Set([
  "connection",
  "host",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** Headers as HTTP/2 carries them: in lower case, without those of the connection. */
export function http2Headers(
  headers: readonly (readonly [name: string, value: string])[],
): [name: string, value: string][] {
  return headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !CONNECTION_HEADERS.has(name));
}

/** Sends one request; rejects with an {@linkcode ExchangeError}, an error of node:http2, or what cancels it. */
export function http2Exchange(task: Http2Exchange): Promise<HopResponse> {
  return new Promise((resolve, reject) => new Run(task, { resolve, reject }));
}

class Run extends ExchangeRun {
  readonly #stream: ClientHttp2Stream;
  readonly #phases: Phases | undefined;
  /** All of the content came. */
  #ended = false;
  /** The content is in its place. */
  #kept = false;
  /** Not the same as the stream's `closed`, which comes before its `rstCode`. */
  #gone = false;

  constructor(override readonly task: Http2Exchange, outcome: ExchangeOutcome) {
    super(task, outcome);
    const { body, connection } = task;
    const { socket } = connection;
    this.#phases = takePhases(socket);
    if (this.#phases === undefined) task.cancellation.clock.reused();
    const stream = this.#stream = openHttp2Stream(
      connection,
      http2Fields({ ...task, scheme: "https" }),
      { endStream: body === undefined, reused: this.#phases === undefined },
    );
    stream.on("error", (error) => this.fail(error));
    stream.on("response", (...args) => {
      // The types leave the last one out (no upstream issue known).
      const [headers, , raw] = args as unknown as [
        IncomingHttpHeaders & { ":status"?: number },
        number,
        string[],
      ];
      this.receive({
        status: headers[":status"]!,
        statusText: "",
        httpVersion: "2",
        headers: rawHeaderPairs(raw).filter(([name]) => !name.startsWith(":")),
      }, {
        stream,
        facts: connectionFacts(socket),
        phases: this.#phases,
      });
    });
    stream.on("close", () => {
      this.#gone = true;
      // Where its content goes may still be being opened.
      if (this.head) this.complete();
      this.#closed();
      this.task.connection.ended.forget(stream.id!);
    });
    this.carry(stream);
  }

  protected override reading(): void {
    if (this.#gone) this.#closed();
  }

  /** A broken connection, or a reset without an error code, also ends the stream of node:http2. */
  protected override complete(): boolean {
    return this.#ended ||= this.task.connection.ended.has(this.#stream.id!);
  }

  protected override done(drop: boolean): void {
    this.#kept = this.#ended = true;
    if (drop || this.#gone) this.#closed();
    if (drop) this.#stream.destroy();
    else if (!this.#stream.writableFinished) {
      // The server does not wait for the rest of the body, unless this is a
      // reset: then the stream is gone by the next turn.
      setTimeout(() => {
        this.#closed();
        this.#stream.destroy();
      });
    }
  }

  /** The stream is closed: only now it is known whether it was reset. */
  #closed(): void {
    // The sink is still being made.
    if (this.head && !this.receiver) return;
    if (this.#ended && this.#isComplete()) {
      // Or the sink still works on the content.
      if (this.#kept) this.succeed();
      return;
    }
    if (this.head) this.cutOff();
    else {
      const reused = this.#phases === undefined;
      this.fail(new ExchangeError("cut before the response", { reused }));
    }
  }

  #isComplete(): boolean {
    const { sink, received } = this.receiver!;
    if (sink.truncated) return true;
    if (this.#stream.rstCode) return false;
    const { status, headers } = this.head!;
    const length = headerOf(headers, "content-length");
    return length === undefined || this.task.method === "HEAD" ||
      status === 304 || Number(length) === received;
  }
}

/**
 * A request's head as node:http2 takes it.
 *
 * @throws For what HTTP/1.1 could not carry: node:http2 would pass a line break on (no upstream issue known).
 */
export function http2Fields(
  { method, scheme, authority, target, sent }:
    & Pick<Http2Exchange, "method" | "authority" | "target" | "sent">
    & { readonly scheme: string },
): Record<string, string | string[]> {
  const out: Record<string, string | string[]> = {
    ":method": method,
    ":scheme": scheme,
    ":authority": authority,
    ":path": target,
  };
  const validateToken: (token: string, what?: string) => void =
    validateHeaderName;
  validateToken(method, "Method");
  for (const [name, value] of sent) {
    validateToken(name);
    validateHeaderValue(name, value);
    const earlier = out[name];
    if (earlier === undefined) out[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else out[name] = [earlier, value];
  }
  return out;
}
