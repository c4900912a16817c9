import type {
  ClientHttp2Stream,
  IncomingHttpHeaders,
  OutgoingHttpHeaders,
} from "node:http2";
import { headerOf } from "../../request/header_of.ts";
import { type Phases, takePhases } from "./agent.ts";
import {
  type Answer,
  type AnswerHead,
  type ExchangeTask,
  isEndless,
  pairs,
  timingsOf,
} from "./answer.ts";
import { DeadlineError } from "./cancellation.ts";
import { connectionFacts } from "./connection_facts.ts";
import { ExchangeError } from "./exchange_error.ts";
import { Receiver } from "./receiver.ts";
import type { Http2Connection } from "./http2_sessions.ts";
import type { Sink } from "./sink.ts";
import { writeBody } from "./write_body.ts";

/** One request and its answer by HTTP/2. */
export interface Http2Exchange extends ExchangeTask {
  readonly connection: Http2Connection;
  readonly method: string;
  readonly authority: string;
  readonly target: string;
  /** In lower case, as {@linkcode http2Headers} makes them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
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
export function http2Exchange(task: Http2Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => new Run(task, resolve, reject));
}

class Run {
  readonly #started = performance.now();
  readonly #stream: ClientHttp2Stream;
  readonly #phases: Phases | undefined;
  #head: AnswerHead | undefined;
  #answered = 0;
  #receiver: Receiver | undefined;
  /** All of the content came. */
  #ended = false;
  /** Set when the content is in its place. */
  #finish: (() => void) | undefined;
  /** Not the same as the stream's `closed`, which comes before its `rstCode`. */
  #gone = false;
  #settled = false;

  constructor(
    readonly task: Http2Exchange,
    readonly resolve: (answer: Answer) => void,
    readonly reject: (error: unknown) => void,
  ) {
    const { body, connection: { session, socket } } = task;
    this.#phases = takePhases(socket);
    const stream = this.#stream = session.request(this.#headers(), {
      endStream: body === undefined,
    });
    stream.on("error", (error) => this.#fail(error));
    stream.on("response", (...args) => {
      // The types leave the last one out.
      const [headers, , raw] = args as unknown as [
        IncomingHttpHeaders & { ":status"?: number },
        number,
        string[],
      ];
      this.#receive(headers[":status"]!, raw);
    });
    if (task.idleTimeout > 0) {
      stream.setTimeout(
        task.idleTimeout,
        () => this.#fail(new DeadlineError(task.idleTimeout, "idle")),
      );
    }
    stream.on("close", () => {
      this.#gone = true;
      this.#closed();
    });
    task.cancellation.onCancel = (reason) => this.#cancel(reason);
    if (body !== undefined) {
      writeBody(stream, body, (error) => this.#fail(error));
    }
  }

  #headers(): OutgoingHttpHeaders {
    const { method, authority, target, headers } = this.task;
    const out: Record<string, string | string[]> = {
      ":method": method,
      ":scheme": "https",
      ":authority": authority,
      ":path": target,
    };
    for (const [name, value] of headers) {
      const earlier = out[name];
      if (earlier === undefined) out[name] = value;
      else if (Array.isArray(earlier)) earlier.push(value);
      else out[name] = [earlier, value];
    }
    return out;
  }

  #receive(status: number, raw: readonly string[]): void {
    this.#answered = performance.now();
    const head = this.#head = {
      status,
      statusText: "",
      httpVersion: "2",
      headers: pairs(raw).filter(([name]) => !name.startsWith(":")),
    };
    const sink = this.task.sink(head);
    if (!(sink instanceof Promise)) return this.#read(head, sink);
    this.#stream.pause();
    sink.then(
      (sink) => this.#read(head, sink),
      (error) => this.#fail(error),
    );
  }

  #read(head: AnswerHead, sink: Sink): void {
    if (this.#settled) return sink.discard();
    const receiver = this.#receiver = new Receiver(sink, {
      stream: this.#stream,
      // A connection that breaks ends the stream, too, but is destroyed first.
      complete: () =>
        this.#ended = !this.task.connection.session.destroyed ||
          headerOf(head.headers, "content-length") !== undefined,
      done: (drop) => {
        this.#finish = () => this.#resolve(head, receiver);
        this.#ended = true;
        if (drop || this.#gone) this.#closed();
        if (drop) this.#stream.destroy();
      },
      fail: (error) => this.#fail(error),
    });
    receiver.start();
    if (this.#gone) this.#closed();
  }

  #resolve(head: AnswerHead, { sink, received }: Receiver): void {
    if (this.#settled) return;
    this.#settle();
    this.resolve({
      ...head,
      ...connectionFacts(this.task.connection.socket),
      sink,
      received,
      timings: timingsOf(this.#phases, {
        started: this.#started,
        answered: this.#answered,
      }),
    });
  }

  /** The stream is closed: only now it is known whether it was reset. */
  #closed(): void {
    // The sink is still being made.
    if (this.#head && !this.#receiver) return;
    if (this.#ended && this.#isComplete()) {
      // Without a finish the sink still works on the content.
      this.#finish?.();
      return;
    }
    this.#fail(
      this.#head
        ? new ExchangeError("cut in the body")
        : new ExchangeError("cut before the answer", {
          reused: this.#phases === undefined,
        }),
    );
  }

  #isComplete(): boolean {
    const { sink, received } = this.#receiver!;
    if (sink.truncated) return true;
    if (this.#stream.rstCode) return false;
    const { status, headers } = this.#head!;
    const length = headerOf(headers, "content-length");
    return length === undefined || this.task.method === "HEAD" ||
      status === 304 || Number(length) === received;
  }

  #cancel(reason: unknown): void {
    const endless = this.#head !== undefined && isEndless(this.#head);
    if (endless && this.#receiver && reason instanceof DeadlineError) {
      this.#receiver.cut();
    } else this.#fail(reason);
  }

  #settle(): void {
    this.#settled = true;
    this.task.cancellation.onCancel = undefined;
  }

  #fail(error: unknown): void {
    if (this.#settled) return;
    this.#settle();
    this.#receiver?.stop();
    this.#stream.destroy();
    this.reject(error);
  }
}
