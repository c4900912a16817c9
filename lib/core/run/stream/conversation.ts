import type { StreamSettings } from "../../collection/stream_types.ts";
import type { Request } from "../../collection/types.ts";
import type {
  IncomingMessage,
  OutgoingMessage,
  ResponseStream,
  StreamClose,
  StreamConnection,
  StreamEnd,
  StreamMessage,
} from "../../http/stream.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { failureOf } from "../explain/failure_of.ts";
import type { RunState } from "../run_state.ts";
import type { FailureClass } from "../types.ts";
import { MessageLog, type SentWhen } from "./message_log.ts";
import { MessagesExpression, needsMessages } from "./select_in_message.ts";
import { Steps, type Talk } from "./steps.ts";
import { hasOneMessage } from "./streamed_response.ts";
import {
  endedEarly,
  isMissingValue,
  timedOut,
  tooMany,
} from "./stream_findings.ts";

export { messageProblems } from "./steps.ts";

/** Milliseconds without a message after which a stream that says nothing of its end is over. */
const IDLE = 1_000;

/** Something that was wrong in a conversation. */
export interface StreamFinding {
  readonly class: FailureClass;
  readonly diagnostics: readonly Diagnostic[];
}

/** What came of a conversation. */
export interface Held {
  readonly stream: ResponseStream;
  readonly findings: readonly StreamFinding[];
  /** What came cannot be relied on: nothing looks at it. */
  readonly broken: boolean;
  /** Whether scripts or assertions look at the messages. */
  readonly needed: boolean;
}

/**
 * Talks over an open stream as the request says: its steps one after the other,
 * while messages are read as they come, until the first of its ends.
 *
 * @param started When the request began, by the run's clock.
 */
export async function converse(
  state: RunState,
  connection: StreamConnection,
  started: number,
): Promise<Held> {
  return await new Conversation(state, connection, started).hold();
}

/** Why a conversation is over. */
interface Over {
  readonly by:
    | StreamEnd["by"]
    | "until"
    | "count"
    | "idle"
    | "duration"
    | "failure"
    | "interrupt";
}

class Conversation implements Talk {
  /** With the changes of its scripts. */
  readonly request: Request;
  readonly #settings: Partial<StreamSettings>;
  readonly log: MessageLog;
  readonly #until: MessagesExpression | undefined;
  readonly #findings: StreamFinding[] = [];
  readonly #finished = Promise.withResolvers<Over>();
  /** Aborts what waits, once it is over. */
  readonly #ended = new AbortController();
  readonly #isNeeded: boolean;
  #broken = false;
  #firstAt: number | undefined;
  /** When the last message or step was. */
  #activeAt: number;
  /** Whether every step is done. */
  #acted = false;
  /** Somebody waits for the next message. */
  #arrival: PromiseWithResolvers<void> | undefined;
  readonly #steps: Steps;
  #over: Over | undefined;
  #close: StreamClose | undefined;
  #end: StreamEnd | undefined;
  #evaluating: Promise<void> = Promise.resolve();

  constructor(
    readonly state: RunState,
    readonly connection: StreamConnection,
    readonly started: number,
  ) {
    this.request = state.scripts?.changed().request ?? state.request;
    this.#settings = this.request.stream ?? {};
    const { until } = this.#settings;
    this.#until = until && new MessagesExpression(state, until);
    this.#isNeeded = needsMessages(state);
    const { messageStore } = this.#ports;
    // What a script may look at stays, and the body of a response.
    const stays = this.#isNeeded || hasOneMessage(connection);
    const { size } = connection.limits;
    this.log = new MessageLog(size, stays ? undefined : messageStore);
    this.#steps = new Steps(this);
    this.#activeAt = connection.openedAt;
  }

  async hold(): Promise<Held> {
    const { connection } = this;
    const { signal } = this.state.iteration.settings;
    const interrupt = () => this.#finish({ by: "interrupt" });
    signal?.addEventListener("abort", interrupt);
    if (signal?.aborted) interrupt();
    const reading = this.#read();
    const acting = this.#act();
    this.#watchIdle();
    this.#watchDuration();
    const over = await this.#finished.promise;
    signal?.removeEventListener("abort", interrupt);
    this.#judge(over);
    if (over.by !== "server") connection.close();
    await Promise.all([reading, acting]);
    await this.#until?.close();
    return this.#held();
  }

  get #ports() {
    return this.state.iteration.settings.ports;
  }

  /** The sandbox evaluates one expression at a time. */
  async alone<T>(evaluate: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#evaluating;
    this.#evaluating = promise;
    await before;
    try {
      return await evaluate();
    } finally {
      resolve();
    }
  }

  now(): number {
    return this.#ports.elapsed();
  }

  /** Milliseconds since the connection was open. */
  at(now = this.now()): number {
    return Math.max(0, Math.round(now - this.connection.openedAt));
  }

  get isOver(): boolean {
    return this.#over !== undefined;
  }

  #finish(over: Over): void {
    if (this.isOver) return;
    this.#over = over;
    this.#ended.abort();
    this.#arrival?.resolve();
    this.#steps.wake();
    this.#finished.resolve(over);
  }

  fail(kind: FailureClass, diagnostics: readonly Diagnostic[]): void {
    this.#findings.push({ class: kind, diagnostics });
  }

  failWith(error: unknown): void {
    const { class: kind, diagnostics } = failureOf(error);
    this.fail(kind, diagnostics);
  }

  async sleep(milliseconds: number): Promise<void> {
    await this.#ports.sleep(Math.max(0, milliseconds), this.#ended.signal);
  }

  // Reading

  async #read(): Promise<void> {
    try {
      while (true) {
        const next = await this.connection.next();
        if (next.kind === "end") return this.#takeEnd(next);
        // What was on its way while the client closes is not looked at.
        const taking = this.isOver ? undefined : this.#take(next);
        if (taking) await taking;
      }
    } catch (error) {
      if (this.isOver) return;
      this.failWith(error);
      this.#broken = true;
      this.#finish({ by: "failure" });
    }
  }

  #takeEnd(end: StreamEnd): void {
    const { by, code, reason } = end;
    this.#end = end;
    this.#close = {
      by,
      ...(code !== undefined && { code }),
      ...(reason !== undefined && { reason }),
    };
    this.#finish({ by });
  }

  /** A promise while it is being looked at. */
  #take(incoming: IncomingMessage): Promise<void> | undefined {
    const now = this.now();
    this.#firstAt ??= now - this.started;
    this.#activeAt = now;
    const message = this.log.add(incoming, this.at(now));
    this.state.iteration.settings.onMessage?.(message);
    this.#arrival?.resolve();
    this.#arrival = undefined;
    if (this.log.isFull && this.#isNeeded) return this.#overflow();
    const until = this.#until;
    const looking = until ? this.#look(until, message) : this.#count();
    const fits = !this.log.isFull || this.log.drop(this.#steps.needed);
    return fits ? looking : this.#holdBack(looking);
  }

  async #look(
    until: MessagesExpression,
    message: StreamMessage,
  ): Promise<void> {
    if (await this.#holds(until, message)) this.#finish({ by: "until" });
    else this.#count();
  }

  #count(): undefined {
    const { count } = this.#settings;
    if (this.log.received === count) this.#finish({ by: "count" });
  }

  /** There is more than scripts and assertions can be shown. */
  #overflow(): undefined {
    this.fail("network", [tooMany(this.request, this.log.received)]);
    this.#broken = true;
    this.#finish({ by: "failure" });
  }

  /** Reads no more until the steps have looked at what there is. */
  async #holdBack(looking: Promise<void> | undefined): Promise<void> {
    await looking;
    while (!this.isOver && !this.log.drop(this.#steps.needed)) {
      await this.#steps.looked();
    }
  }

  async #holds(
    until: MessagesExpression,
    last: StreamMessage,
  ): Promise<boolean> {
    const selection = await this.alone(() =>
      until.next(last, this.log.received)
    );
    if (selection.ok) return Boolean(selection.value);
    if (!isMissingValue(selection.diagnostic)) {
      this.fail("check", [selection.diagnostic]);
      this.#finish({ by: "failure" });
    }
    return false;
  }

  // Ends

  async #watchIdle(): Promise<void> {
    const { kind } = this.connection;
    const talks = kind === "websocket" || kind === "subscription";
    const idle = this.#settings.idle ?? (talks ? IDLE : 0);
    if (idle <= 0) return;
    while (!this.isOver) {
      const left = this.#acted ? this.#activeAt + idle - this.now() : idle;
      if (left <= 0) return this.#finish({ by: "idle" });
      await this.sleep(left);
    }
  }

  async #watchDuration(): Promise<void> {
    const { duration = this.connection.limits.timeout } = this.#settings;
    if (duration <= 0) return;
    await this.sleep(this.connection.openedAt + duration - this.now());
    this.#finish({ by: "duration" });
  }

  /** Says what is wrong with an end. */
  #judge(over: Over): void {
    const { duration } = this.#settings;
    switch (over.by) {
      case "duration":
        if (duration === undefined) {
          const { timeout } = this.connection.limits;
          const { received } = this.log;
          this.fail("network", [timedOut(this.request, timeout, received)]);
        } else this.#missed(`its ${duration} ms were over`);
        break;
      case "idle":
        this.#missed("no more messages came");
        break;
      case "server":
        this.#missed("the server ended it");
        break;
      case "client":
        this.#missed("the client closed it");
        break;
      case "until":
      case "count":
      case "failure":
      case "interrupt":
        break;
      default:
        over.by satisfies never;
    }
  }

  async #act(): Promise<void> {
    this.#acted = await this.#steps.perform();
  }

  get isEnded(): boolean {
    const by = this.#over?.by;
    return by === "server" || by === "client";
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get arrival(): Promise<void> {
    return (this.#arrival ??= Promise.withResolvers()).promise;
  }

  when(): SentWhen {
    return { at: this.at(), after: this.log.received };
  }

  sent(message: OutgoingMessage, when: SentWhen): void {
    const { onMessage } = this.state.iteration.settings;
    const sent = this.log.addSent(message, when);
    onMessage?.(sent);
  }

  active(): void {
    this.#activeAt = this.now();
  }

  end(): void {
    this.#finish({ by: "failure" });
  }

  /** An end before `count` or `until` was reached is a failed check. */
  #missed(why: string): void {
    const { received } = this.log;
    const missed = endedEarly(this.request, received, why);
    if (missed) this.fail("check", [missed]);
  }

  #held(): Held {
    const { kind, methodType } = this.connection;
    const { spilled, dropped } = this.log;
    const end = this.#end;
    const close = this.#close ?? { by: "client" };
    return {
      stream: {
        kind,
        messages: this.log.messages,
        sent: this.log.sent,
        received: this.log.received,
        ...(spilled && { spilled }),
        ...(dropped > 0 && { dropped }),
        ...(this.#firstAt !== undefined &&
          { firstMessageTime: Math.round(this.#firstAt) }),
        ...(!this.#broken && { closed: close }),
        ...(methodType && { methodType }),
        ...(end?.trailers && { trailers: end.trailers }),
        ...(end?.details !== undefined && { details: end.details }),
      },
      findings: this.#findings,
      broken: this.#broken,
      needed: this.#isNeeded,
    };
  }
}
