import type { WireUrl } from "../../../core/http/wire_url.ts";
import { DeadlineError, type Deadlines } from "../cancellation.ts";
import { ExchangeError } from "../exchange_error.ts";
import {
  type Carrier,
  type ContentStream,
  type ExchangeOutcome,
  ExchangeRun,
  isReset,
} from "../exchange_run.ts";
import type { ExchangeTask, HopResponse } from "../hop_response.ts";
import type { DirectConnection, Holder } from "./direct_connection.ts";
import { ParseError } from "./response_parser.ts";
import type { DirectConnections } from "./direct_connections.ts";

/** One request and its response over a connection of Deno's own. */
export interface DirectExchange extends ExchangeTask {
  readonly connections: DirectConnections;
  readonly url: WireUrl;
  readonly method: string;
  /** Throws for an address that must not be talked to. */
  readonly checkAddress: ((address: string) => void) | undefined;
  /** Milliseconds; 0 is no limit. */
  readonly connectTimeout: number;
}

/** Sends one request; rejects with an {@linkcode ExchangeError}, an error of the system, or what cancels it. */
export function directExchange(task: DirectExchange): Promise<HopResponse> {
  return new Promise((resolve, reject) => new Run(task, { resolve, reject }));
}

/** Bodies up to this many bytes go out with the head. */
const SMALL = 64 * 1024;

class Run extends ExchangeRun implements Holder, Carrier {
  /** Absent for a kept connection. */
  #dialling: AbortController | undefined;
  readonly #content = new Content();
  #connection: DirectConnection | undefined;
  #isReused = false;
  /** All of the request went out. */
  #isSent = false;
  /** All of the response came, and is where it belongs. */
  #isRead = false;
  /** The response or an error is told. */
  #isOver = false;
  #idle: Limit | undefined;
  #idleTimeout: Timeout | undefined;

  constructor(
    override readonly task: DirectExchange,
    outcome: ExchangeOutcome,
  ) {
    super(task, outcome);
    this.carriedBy(this);
    const kept = task.connections.take(task.url);
    if (kept) this.#start(kept);
    else this.#open();
  }

  /** Something came. */
  arrived(chunk: Uint8Array): void | Promise<void> {
    const { parser } = this.#connection!;
    if (this.#isOver) return this.destroy();
    let content: Uint8Array[];
    try {
      content = parser.parse(chunk);
    } catch (error) {
      return this.#break(this.#explain(error as Error));
    }
    if (parser.upgraded) return this.#break(new ExchangeError("upgraded"));
    this.#deliver(content);
    this.count(chunk);
    return this.#drain();
  }

  /** Nothing more comes. */
  ended(error?: Error): void {
    const connection = this.#connection!;
    const { parser } = connection;
    const isBroken = error !== undefined;
    if (parser.head === undefined) return this.#break(this.#explain(error));
    if (isBroken && !isReset(error)) return this.#break(error);
    // A connection that breaks ends nothing.
    if (!isBroken && !parser.isComplete) parser.finish();
    const { isComplete } = parser;
    this.task.connections.drop(connection);
    this.#connection = undefined;
    if (isComplete) this.#content.end();
    else this.cutOff(error);
  }

  /** Ends the connection, unless another request may have it. */
  destroy(): void {
    this.#dialling?.abort();
    this.#content.drop();
    if (this.#connection) this.task.connections.drop(this.#connection);
    this.#connection = undefined;
  }

  setTimeout(milliseconds: number, expired: () => void): void {
    this.#idleTimeout = { milliseconds, expired };
    if (this.#connection) this.#watchIdleness();
  }

  protected override complete(): boolean {
    return true;
  }

  protected override done(drop: boolean): void {
    this.succeed();
    if (drop) this.destroy();
  }

  protected override settled(): void {
    this.#isOver = true;
    this.#idle?.stop();
  }

  async #open(): Promise<void> {
    const { checkAddress, connections, connectTimeout, url } = this.task;
    const { clock, deadlines } = this.task.cancellation;
    const limit = connectTimeout === 0 ? undefined : new Limit(deadlines, {
      milliseconds: connectTimeout,
      expired: () => this.fail(new DeadlineError(connectTimeout, "connect")),
    });
    try {
      const ending = this.#dialling = new AbortController();
      const made = await connections.open(url, {
        checkAddress,
        dialled: (phases) => clock.dialled(phases),
        ending,
      });
      if (this.#isOver) connections.drop(made);
      else this.#start(made);
    } catch (error) {
      this.fail(error);
    } finally {
      limit?.stop();
    }
  }

  #start(connection: DirectConnection): void {
    this.#connection = connection;
    this.#isReused = connection.isUsed;
    if (this.#isReused) this.task.cancellation.clock.reused();
    connection.parser.expect(this.task.method);
    connection.hold(this);
    this.#watchIdleness();
    this.#send(connection).then(
      () => this.#sent(),
      (error) => this.#unsent(error),
    );
  }

  #watchIdleness(): void {
    if (this.#idleTimeout === undefined) return;
    this.#idle?.stop();
    this.#idle = new Limit(this.task.cancellation.deadlines, this.#idleTimeout);
    this.#connection!.idle = this.#idle;
  }

  async #send(connection: DirectConnection): Promise<void> {
    const { body } = this.task;
    const head = headBytes(this.task);
    if (body === undefined) return await connection.write(head);
    if (body.bytes && body.bytes.length <= SMALL) {
      return await connection.write(joined(head, body.bytes));
    }
    await connection.write(head);
    if (body.bytes) return await connection.write(body.bytes);
    for await (const chunk of body.stream()) {
      if (connection.isClosed) return;
      await connection.write(chunk);
    }
  }

  #sent(): void {
    this.#isSent = true;
    if (this.#isRead) this.#give();
  }

  #unsent(error: Error): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    // It may have responded before it closed the connection: that is still to be read.
    if (!isReset(error)) this.#break(error);
    else if (this.#isRead) this.destroy();
  }

  #deliver(content: readonly Uint8Array[]): void {
    const { parser, facts, phases } = this.#connection!;
    if (parser.head && this.head === undefined) {
      this.#connection!.phases = undefined;
      const stream = this.#content;
      this.receive(parser.head, { stream, facts, phases });
    }
    for (const chunk of content) this.#content.push(chunk);
  }

  /** Waits until what came is where it belongs. */
  #drain(): void | Promise<void> {
    const connection = this.#connection;
    if (connection?.parser.head === undefined) return;
    if (connection.parser.isComplete) this.#content.end();
    const drained = this.#content.drained();
    if (drained) return drained.then(() => this.#drain());
    if (!connection.parser.isComplete) return;
    this.#isRead = true;
    if (this.#isSent) this.#give();
  }

  /** The connection is another request's now. */
  #give(): void {
    const { connections, url } = this.task;
    const connection = this.#connection;
    if (connection === undefined) return;
    this.#connection = undefined;
    connections.give(url, connection);
  }

  /** Ends with an error; a response that was told already stays as it is. */
  #break(error: Error): void {
    this.fail(error);
    this.destroy();
  }

  #explain(cause?: Error): Error {
    const hasHead = this.#connection!.parser.head !== undefined;
    if (cause instanceof ParseError) {
      return hasHead && cause.code === "HPE_INVALID_CONSTANT"
        ? new ExchangeError("excess", { cause })
        : cause;
    }
    if (cause && !isReset(cause)) return cause;
    const reused = this.#isReused;
    return new ExchangeError("cut before the response", { cause, reused });
  }
}

/** A time, and what happens after it. */
interface Timeout {
  readonly milliseconds: number;
  readonly expired: () => void;
}

/** A time without a sign of life. */
class Limit {
  due: number;
  #moved: number;

  constructor(readonly deadlines: Deadlines, readonly timeout: Timeout) {
    this.#moved = performance.now();
    this.due = this.#moved + timeout.milliseconds;
    deadlines.add(this);
  }

  /** There was one: the time begins anew. */
  moved(): void {
    this.#moved = performance.now();
  }

  /** Called when the time that was known at the beginning is up. */
  expire(): void {
    const due = this.#moved + this.timeout.milliseconds;
    if (due <= this.due) return this.timeout.expired();
    this.due = due;
    this.deadlines.add(this);
  }

  stop(): void {
    this.deadlines.remove(this);
  }
}

/** Content between the connection and the sink, in the form of a stream of Node's. */
class Content implements ContentStream {
  readableEnded = false;
  readonly #queue: Uint8Array[] = [];
  #data: ((chunk: Uint8Array) => void) | undefined;
  #end: (() => void) | undefined;
  #flows = false;
  #isWhole = false;
  #isDropped = false;
  #drained: (() => void) | undefined;

  on(event: "data" | "end", listener: (chunk: Uint8Array) => void): void {
    if (event === "data") this.#data = listener;
    else this.#end = listener as () => void;
  }

  pause(): void {
    this.#flows = false;
  }

  resume(): void {
    this.#flows = true;
    this.#flow();
  }

  /** Adds some content. */
  push(chunk: Uint8Array): void {
    this.#queue.push(chunk);
    this.#flow();
  }

  /** All of it was added. */
  end(): void {
    this.#isWhole = true;
    this.#flow();
  }

  /** Nobody wants the rest. */
  drop(): void {
    this.#isDropped = true;
    this.#queue.length = 0;
    this.#drained?.();
  }

  /** Waits until somebody took all of it; undefined where it is taken. */
  drained(): Promise<void> | undefined {
    if (this.#isDropped || this.#flows && this.#queue.length === 0) return;
    return new Promise((resolve) => this.#drained = resolve);
  }

  #flow(): void {
    while (this.#flows && this.#queue.length > 0) {
      this.#data?.(this.#queue.shift()!);
    }
    if (!this.#flows) return;
    if (this.#isWhole && !this.readableEnded && !this.#isDropped) {
      this.readableEnded = true;
      this.#end?.();
    }
    this.#drained?.();
  }
}

const encoder = new TextEncoder();

/** Request line and header section; what suits this transport is ASCII. */
function headBytes({ method, url, sent }: DirectExchange): Uint8Array {
  let head = `${method} ${url.target} HTTP/1.1\r\n`;
  for (const [name, value] of sent) head += `${name}: ${value}\r\n`;
  return encoder.encode(`${head}\r\n`);
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array {
  const both = new Uint8Array(head.length + body.length);
  both.set(head);
  both.set(body, head.length);
  return both;
}
