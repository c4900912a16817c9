import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { isUsed, takePhases } from "./agent.ts";
import { type Answer, type ExchangeTask, pairs } from "./answer.ts";
import { ExchangeError } from "./exchange_error.ts";
import { ExchangeRun, type Outcome } from "./exchange_run.ts";

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
  return new Promise((resolve, reject) => new Run(task, { resolve, reject }));
}

/**
 * Writes the method as it is, since methods are case-sensitive (RFC 9110,
 * section 9.1): Node has put it into its header in capitals.
 */
function writeMethod(request: ClientRequest, method = "GET"): void {
  const capitals = method.toUpperCase();
  if (method === capitals) return;
  const writing = request as ClientRequest & { _header: string };
  writing._header = writing._header.replace(capitals, () => method);
}

class Run extends ExchangeRun {
  readonly #request: ClientRequest;
  #response: IncomingMessage | undefined;

  constructor(task: Exchange, outcome: Outcome) {
    super(task, outcome);
    const request = this.#request = task.open(task.options);
    writeMethod(request, task.options.method);
    request.maxHeadersCount = 0;
    request.on("error", (error) => this.fail(this.#explain(error)));
    request.on("response", (response) => this.#answer(response));
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      this.fail(new ExchangeError("upgraded"));
    });
    request.on("close", () => this.#closed());
    this.carry(request);
  }

  protected override complete(): boolean {
    return this.#response!.complete;
  }

  protected override done(drop: boolean): void {
    this.succeed();
    if (drop) this.#request.destroy();
  }

  #answer(response: IncomingMessage): void {
    this.#response = response;
    // Node's own reports of these arrive as the request's "close".
    response.on("error", () => {});
    const { socket } = response;
    this.receive({
      status: response.statusCode!,
      statusText: response.statusMessage!,
      httpVersion: response.httpVersion,
      headers: pairs(response.rawHeaders),
    }, { stream: response, socket, phases: takePhases(socket) });
  }

  #closed(): void {
    // An answer whose content is still on its way to the sink is not lost.
    if (this.#response?.complete) return;
    this.fail(
      this.#response
        ? new ExchangeError("cut in the body")
        : this.#cutBeforeAnswer(),
    );
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
}
