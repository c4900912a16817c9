import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { isUsed, type Phases, takePhases } from "./agent.ts";
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
import type { Sink } from "./sink.ts";
import { writeBody } from "./write_body.ts";

/** One request and its answer by HTTP/1.1. */
export interface Exchange extends ExchangeTask {
  /** `request` of node:http. */
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly options: RequestOptions;
}

/** Node's limit of the header section's size, in bytes. */
export const MAX_HEADER_SIZE = 512 * 1024;

/** Sends one request; rejects with an {@linkcode ExchangeError}, an error of node:http, or what cancels it. */
export function exchange(task: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => new Run(task, resolve, reject));
}

class Run {
  readonly #started = performance.now();
  readonly #request: ClientRequest;
  #response: IncomingMessage | undefined;
  #answered = 0;
  #phases: Phases | undefined;
  #receiver: Receiver | undefined;
  #endless = false;
  #settled = false;

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
    request.on("close", () => this.#closed());
    task.cancellation.onCancel = (reason) => this.#cancel(reason);
    writeBody(request, task.body, (error) => this.#fail(error));
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
    this.#endless = isEndless(head);
    this.#phases = takePhases(response.socket);
    const sink = this.task.sink(head);
    if (!(sink instanceof Promise)) return this.#read(response, head, sink);
    response.pause();
    sink.then(
      (sink) => this.#read(response, head, sink),
      (error) => this.#fail(error),
    );
  }

  #read(response: IncomingMessage, head: AnswerHead, sink: Sink): void {
    if (this.#settled) return sink.discard();
    const facts = connectionFacts(response.socket);
    const receiver = this.#receiver = new Receiver(sink, {
      stream: response,
      complete: () => response.complete,
      done: (drop) => {
        if (this.#settled) return;
        this.#settle();
        const started = this.#started;
        this.resolve({
          ...head,
          ...facts,
          sink,
          received: receiver.received,
          timings: timingsOf(this.#phases, {
            started,
            answered: this.#answered,
          }),
        });
        if (drop) this.#request.destroy();
      },
      fail: (error) => this.#fail(error),
    });
    receiver.start();
  }

  #closed(): void {
    // An answer whose content is still on its way to the sink is not lost.
    if (this.#response?.complete) return;
    this.#fail(
      this.#response
        ? new ExchangeError("cut in the body")
        : this.#cutBeforeAnswer(),
    );
  }

  #cancel(reason: unknown): void {
    if (this.#endless && this.#receiver && reason instanceof DeadlineError) {
      this.#receiver.cut();
    } else this.#fail(reason);
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
    this.#receiver?.stop();
    this.#request.destroy();
    this.reject(error);
  }
}
