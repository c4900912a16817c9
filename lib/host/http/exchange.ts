import type { ResponseHead } from "./types.ts";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import type { Socket } from "node:net";
import { isUsed, takePhases } from "./connection/agent.ts";
import { headerOf } from "../../core/http/header_of.ts";
import {
  connectionFacts,
  type ExchangeTask,
  type HopResponse,
  rawHeaderPairs,
} from "./hop_response.ts";
import { ExchangeError } from "./exchange_error.ts";
import { type ExchangeOutcome, ExchangeRun, isReset } from "./exchange_run.ts";

/** One request and its response by HTTP/1.1. */
export interface HttpExchange extends ExchangeTask {
  /** `request` of node:http. */
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly options: RequestOptions;
}

/** Node's limit of the header section's size, in bytes. */
export const MAX_HEADER_SIZE = 512 * 1024;

/** Sends one request; rejects with an {@linkcode ExchangeError}, an error of node:http, or what cancels it. */
export function exchange(task: HttpExchange): Promise<HopResponse> {
  return new Promise((resolve, reject) => new Run(task, { resolve, reject }));
}

/**
 * Writes the method as it is, since methods are case-sensitive (RFC 9110,
 * section 9.1): Node has put it into its header in capitals (no upstream
 * issue known).
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
  #socket: Socket | undefined;
  readonly #method: string | undefined;

  constructor(task: HttpExchange, outcome: ExchangeOutcome) {
    super(task, outcome);
    this.#method = task.options.method;
    const request = this.#request = task.open(task.options);
    writeMethod(request, task.options.method);
    request.maxHeadersCount = 0;
    request.on("error", (error) => {
      const isCut = this.#response?.complete === false && isReset(error);
      if (isCut) this.cutOff(error);
      else this.fail(this.#explain(error));
    });
    request.on("response", (response) => this.#receive(response));
    request.on("upgrade", (_response, socket) => {
      socket.destroy();
      this.fail(new ExchangeError("upgraded"));
    });
    request.on("close", () => this.#closed());
    request.on("socket", (socket) => {
      this.#socket = socket;
      if (isUsed(socket)) task.cancellation.clock.reused();
      socket.on("data", this.#count);
    });
    this.carry(request);
  }

  protected override complete(): boolean {
    return this.#response!.complete;
  }

  protected override get unframed(): boolean {
    return this.#response!.complete &&
      !isFramed(this.head!, this.#method);
  }

  protected override done(drop: boolean): void {
    this.succeed();
    if (drop) this.#request.destroy();
  }

  protected override settled(): void {
    this.#socket?.off("data", this.#count);
  }

  readonly #count = (chunk: Uint8Array): void => this.count(chunk);

  #receive(response: IncomingMessage): void {
    this.#response = response;
    // Node's own reports of these arrive as the request's "close".
    response.on("error", () => {});
    const { socket } = response;
    this.receive({
      status: response.statusCode!,
      statusText: response.statusMessage!,
      httpVersion: response.httpVersion,
      headers: rawHeaderPairs(response.rawHeaders),
    }, {
      stream: response,
      facts: connectionFacts(socket),
      phases: takePhases(socket),
    });
  }

  #closed(): void {
    // A response whose content is still on its way to the sink is not lost.
    if (this.#response?.complete) return;
    if (this.#response) this.cutOff();
    else this.fail(this.#cutBeforeResponse());
  }

  /** Node says "socket hang up" for what happens to an idle connection, too (no upstream issue known). */
  #explain(error: Error): Error {
    const { code } = error as { code?: string };
    if (code === "HPE_INVALID_CONSTANT" && this.#response !== undefined) {
      return new ExchangeError("excess", { cause: error });
    }
    return isReset(error) && this.#response === undefined
      ? this.#cutBeforeResponse(error)
      : error;
  }

  #cutBeforeResponse(cause?: Error): ExchangeError {
    const { socket } = this.#request;
    const reused = socket !== null && isUsed(socket);
    return new ExchangeError("cut before the response", { cause, reused });
  }
}

/** Whether the head says where the content ends (RFC 9112, section 6.3). */
function isFramed(
  { status, headers }: ResponseHead,
  method: string | undefined,
): boolean {
  if (method === "HEAD" || status === 204 || status === 304) return true;
  const coding = headerOf(headers, "transfer-encoding");
  return coding === undefined
    ? headerOf(headers, "content-length") !== undefined
    : /(?:^|[\s,])chunked\s*$/i.test(coding);
}
