import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { Timings } from "../../request/response.ts";
import { isUsed, type Phases, takePhases } from "./agent.ts";
import { headerOf } from "../../request/header_of.ts";
import type { BodySource } from "./body_source.ts";
import { type Cancellation, DeadlineError } from "./cancellation.ts";
import { type ConnectionFacts, connectionFacts } from "./connection_facts.ts";
import { ExchangeError } from "./exchange_error.ts";
import type { Sink } from "./sink.ts";

/** One request and its answer on one connection. */
export interface Exchange {
  /** `request` of node:http or node:https. */
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly options: RequestOptions;
  readonly body: BodySource | undefined;
  readonly cancellation: Cancellation;
  /** Milliseconds without a byte in either direction; 0 is no limit. */
  readonly idleTimeout: number;
  /** Chooses where the content goes once the header section is known. */
  readonly sink: (head: AnswerHead) => Sink | Promise<Sink>;
}

/** Status line and header section of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: [name: string, value: string][];
}

/** An answer as it came, content decoded by the sink. */
export interface Answer extends AnswerHead, ConnectionFacts {
  readonly sink: Sink;
  /** Octets of the content as received. */
  readonly received: number;
  readonly timings: Timings;
}

/** Node's limit of the header section's size, in bytes. */
export const MAX_HEADER_SIZE = 512 * 1024;

/** Sends one request; rejects with an {@linkcode ExchangeError} or what cancels it. */
export function exchange(task: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => new Run(task, resolve, reject));
}

class Run {
  readonly #started = performance.now();
  readonly #request: ClientRequest;
  #answered = 0;
  #phases: Phases | undefined;
  #settled = false;
  #ended = false;
  #response: IncomingMessage | undefined;
  #sink: Sink | undefined;
  #finish: (() => void) | undefined;
  /** Server-sent events end when they want to, not when they are complete. */
  #endless = false;

  constructor(
    readonly task: Exchange,
    readonly resolve: (answer: Answer) => void,
    readonly reject: (error: unknown) => void,
  ) {
    const request = this.#request = task.open(task.options);
    request.maxHeadersCount = 0;
    request.on("error", (error) => this.#fail(this.#explain(error)));
    request.on("response", (response) => this.#receive(response));
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      this.#fail(new ExchangeError("upgraded"));
    });
    if (task.idleTimeout > 0) {
      request.setTimeout(
        task.idleTimeout,
        () => this.#fail(new DeadlineError(task.idleTimeout, "idle")),
      );
    }
    request.on("close", () => {
      // An answer whose content is still being written out is not lost.
      if (this.#response?.complete && this.#sink) return;
      this.#fail(
        this.#response
          ? new ExchangeError("cut in the body")
          : this.#cutBeforeAnswer(),
      );
    });
    task.cancellation.onCancel = (reason) => {
      const endless = this.#finish !== undefined && this.#endless;
      if (endless && reason instanceof DeadlineError) this.#cut();
      else this.#fail(reason);
    };
    this.#write();
  }

  #write(): void {
    const body = this.task.body;
    if (body === undefined) this.#request.end();
    else if (body.bytes) this.#request.end(body.bytes);
    else this.#stream(body).catch((error) => this.#fail(error));
  }

  async #stream(body: BodySource): Promise<void> {
    const request = this.#request;
    for await (const chunk of body.stream()) {
      if (this.#settled || request.destroyed) return;
      if (!request.write(chunk)) {
        await new Promise<void>((resolve) => {
          const done = () => {
            request.off("drain", done).off("close", done);
            resolve();
          };
          request.once("drain", done).once("close", done);
        });
      }
    }
    request.end();
  }

  #receive(response: IncomingMessage): void {
    this.#response = response;
    this.#answered = performance.now();
    // Node's own reports of these arrive as the request's "close".
    response.on("error", () => {});
    const head: AnswerHead = {
      status: response.statusCode!,
      statusText: response.statusMessage!,
      httpVersion: response.httpVersion,
      headers: pairs(response.rawHeaders),
    };
    this.#endless = /^text\/event-stream\b/i.test(
      headerOf(head.headers, "content-type") ?? "",
    );
    const facts = connectionFacts(response.socket);
    this.#phases = takePhases(response.socket);
    const sink = this.task.sink(head);
    if (sink instanceof Promise) {
      response.pause();
      sink.then(
        (sink) => this.#read(response, head, facts, sink),
        (error) => this.#fail(error),
      );
    } else this.#read(response, head, facts, sink);
  }

  #read(
    response: IncomingMessage,
    head: AnswerHead,
    facts: ConnectionFacts,
    sink: Sink,
  ): void {
    this.#sink = sink;
    if (this.#settled) {
      sink.discard();
      return;
    }
    let received = 0;
    const finish = () => {
      if (this.#settled) return;
      this.#settle();
      this.resolve({
        ...head,
        ...facts,
        sink,
        received,
        timings: this.#timings(),
      });
    };
    this.#finish = finish;
    const fail = (error: unknown) => this.#fail(error);
    let writing: Promise<void> | undefined;
    response.on("data", (chunk: Uint8Array) => {
      if (this.#settled) return;
      received += chunk.length;
      const written = sink.write(chunk);
      if (written === "full") this.#end(true);
      else if (written !== undefined) {
        response.pause();
        writing = written.then((state) => {
          writing = undefined;
          if (state === "full") this.#end(true);
          else response.resume();
        });
        writing.catch(fail);
      }
    });
    response.on("end", () => {
      if (!response.complete || this.#settled) return;
      // A paused stream still ends once its last chunk was taken.
      if (writing) writing.then(() => this.#end(false), fail);
      else this.#end(false);
    });
    response.resume();
  }

  /** Ends a stream of events that has run for as long as it may. */
  #cut(): void {
    this.#sink!.cut();
    this.#end(true);
  }

  /** Takes what has come for the whole; `drop` when the server is not done. */
  #end(drop: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    const finish = () => {
      this.#finish!();
      if (drop) this.#request.destroy();
    };
    const ended = this.#sink!.end();
    if (ended === undefined) finish();
    else ended.then(finish, (error) => this.#fail(error));
  }

  #timings(): Timings {
    const now = performance.now();
    const connection = this.#phases && phaseTimings(this.#phases);
    return {
      ...connection?.timings,
      firstByte: this.#answered - (connection?.ready ?? this.#started),
      download: now - this.#answered,
      total: now - this.#started,
    };
  }

  /** Node says "socket hang up" for what happens to an idle connection, too. */
  #explain(error: Error): Error {
    const { code } = error as { code?: string };
    if (code === "HPE_INVALID_CONSTANT" && this.#response !== undefined) {
      return new ExchangeError("excess", { cause: error });
    }
    const cut = code === "ECONNRESET" || code === "EPIPE";
    return cut && this.#response === undefined
      ? this.#cutBeforeAnswer(error)
      : error;
  }

  #cutBeforeAnswer(cause?: Error): ExchangeError {
    const { socket } = this.#request;
    const reused = socket !== null && isUsed(socket);
    return new ExchangeError("cut before the answer", { cause, reused });
  }

  #settle(): void {
    this.#settled = true;
    this.task.cancellation.onCancel = undefined;
  }

  #fail(error: unknown): void {
    if (this.#settled) return;
    this.#settle();
    this.#sink?.discard();
    this.#request.destroy();
    this.reject(error);
  }
}

function phaseTimings(
  phases: Phases,
): { timings: Partial<Timings>; ready: number } {
  const { started, lookup, connect, secure } = phases;
  const dialled = lookup ?? started;
  const connected = connect ?? dialled;
  return {
    timings: {
      ...(lookup === undefined ? {} : { dns: lookup - started }),
      connect: connected - dialled,
      ...(secure === undefined ? {} : { tls: secure - connected }),
    },
    ready: secure ?? connected,
  };
}

function pairs(raw: readonly string[]): [string, string][] {
  const out: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) out.push([raw[i], raw[i + 1]]);
  return out;
}
