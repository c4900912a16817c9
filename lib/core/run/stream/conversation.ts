import type {
  Message,
  StreamSettings,
  StreamStep,
} from "../../collection/stream_types.ts";
import type { Assertion, Request } from "../../collection/types.ts";
import type {
  IncomingMessage,
  ResponseStream,
  StreamClose,
  StreamConnection,
  StreamEnd,
  StreamMessage,
} from "../../http/stream.ts";
import type { OutgoingMessage } from "../../http/stream.ts";
import { renderMessage, selectedMessages } from "../../request/render_message.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import type { Origin, Text } from "../../source/origin.ts";
import { compare } from "../assert/run_assertion.ts";
import { failureOf, renderFailure } from "../explain/failure_of.ts";
import type { RunState } from "../run_state.ts";
import { learnedOf } from "../script/script_variables.ts";
import type { FailureClass } from "../types.ts";
import { MessageLog } from "./message_log.ts";
import { selectInMessage, selectInMessages } from "./select_in_message.ts";

/** Milliseconds without a message after which a stream that says nothing of its end is over. */
const IDLE = 1_000;
/** Characters of a message that a diagnostic shows. */
const MAX_SHOWN = 200;

/** Something that was wrong in a conversation. */
export interface Finding {
  readonly class: FailureClass;
  readonly diagnostics: readonly Diagnostic[];
}

/** What came of a conversation. */
export interface Held {
  readonly stream: ResponseStream;
  readonly findings: readonly Finding[];
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
type Over =
  | { readonly by: "server"; readonly end: StreamEnd }
  | { readonly by: "until" | "count" | "idle" | "step" | "duration" }
  | { readonly by: "failure" | "interrupt" };

class Conversation {
  /** With the changes of its scripts. */
  readonly #request: Request;
  readonly #settings: Partial<StreamSettings>;
  readonly #log: MessageLog;
  readonly #findings: Finding[] = [];
  readonly #over = Promise.withResolvers<Over>();
  /** Aborts what waits, once it is over. */
  readonly #ended = new AbortController();
  readonly #isNeeded: boolean;
  #isOver = false;
  #broken = false;
  #firstAt: number | undefined;
  /** When the last message or step was. */
  #activeAt: number;
  /** Whether every step is done. */
  #acted = false;
  /** The index behind the last message that a `wait` matched. */
  #cursor = 0;
  #arrival = Promise.withResolvers<void>();
  #close: StreamClose | undefined;
  #end: StreamEnd | undefined;
  #evaluating: Promise<void> = Promise.resolve();

  constructor(
    readonly state: RunState,
    readonly connection: StreamConnection,
    readonly started: number,
  ) {
    this.#request = state.scripts?.changed().request ?? state.request;
    this.#settings = this.#request.stream ?? {};
    this.#isNeeded = needsMessages(state);
    this.#log = new MessageLog(connection.limits.size);
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
    const over = await this.#over.promise;
    signal?.removeEventListener("abort", interrupt);
    this.#judge(over);
    if (over.by !== "server") connection.close();
    await Promise.all([reading, acting]);
    return this.#held();
  }

  get #ports() {
    return this.state.iteration.settings.ports;
  }

  /** The sandbox evaluates one expression at a time. */
  async #alone<T>(evaluate: () => Promise<T>): Promise<T> {
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

  #now(): number {
    return this.#ports.elapsed();
  }

  /** Milliseconds since the connection was open. */
  #at(): number {
    return Math.max(0, Math.round(this.#now() - this.connection.openedAt));
  }

  #finish(over: Over): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended.abort();
    this.#arrival.resolve();
    this.#over.resolve(over);
  }

  #fail(kind: FailureClass, diagnostics: readonly Diagnostic[]): void {
    this.#findings.push({ class: kind, diagnostics });
  }

  #failWith(error: unknown): void {
    const { class: kind, diagnostics } = failureOf(error);
    this.#fail(kind, diagnostics);
  }

  async #sleep(milliseconds: number): Promise<void> {
    await this.#ports.sleep(Math.max(0, milliseconds), this.#ended.signal);
  }

  // Reading

  async #read(): Promise<void> {
    try {
      while (true) {
        const next = await this.connection.next();
        if (next.kind === "end") return this.#takeEnd(next);
        // What was on its way while the client closes is not looked at.
        if (!this.#isOver) await this.#take(next);
      }
    } catch (error) {
      if (this.#isOver) return;
      this.#failWith(error);
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
    this.#finish({ by: "server", end });
  }

  async #take(incoming: IncomingMessage): Promise<void> {
    const now = this.#now();
    this.#firstAt ??= now - this.started;
    this.#activeAt = now;
    const message = this.#log.add(incoming, this.#at());
    if (this.#log.isFull && !this.#fits()) return;
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers();
    const { until, count } = this.#settings;
    if (until && await this.#holds(until, message)) {
      return this.#finish({ by: "until" });
    }
    if (this.#log.received === count) this.#finish({ by: "count" });
  }

  /** Drops the oldest messages, unless something needs them. */
  #fits(): boolean {
    if (!this.#isNeeded) {
      this.#log.drop();
      return true;
    }
    this.#fail("network", [{
      code: "LIMIT",
      severity: "error",
      message:
        `Cannot keep ${this.#log.received} messages for scripts and assertions: together they are longer than the limit (raise --max-response-size)`,
      location: locationOf(this.state.request.url.at, {
        length: this.state.request.url.text.length,
      }),
    }]);
    this.#broken = true;
    this.#finish({ by: "failure" });
    return false;
  }

  async #holds(until: Text, last: StreamMessage): Promise<boolean> {
    const selection = await this.#alone(() =>
      selectInMessages(this.state, until, {
        last,
        count: this.#log.received,
        all: () => this.#log.messages,
      })
    );
    if (selection.ok) return Boolean(selection.value);
    if (!isMissing(selection.diagnostic)) {
      this.#fail("check", [selection.diagnostic]);
      this.#finish({ by: "failure" });
    }
    return false;
  }

  // Ends

  async #watchIdle(): Promise<void> {
    const { kind } = this.connection;
    const talks = kind === "websocket" || kind === "subscription";
    const idle = this.#settings.idle ?? (talks ? this.#defaultIdle() : 0);
    if (idle <= 0) return;
    while (!this.#isOver) {
      const left = this.#acted ? this.#activeAt + idle - this.#now() : idle;
      if (left <= 0) return this.#finish({ by: "idle" });
      await this.#sleep(left);
    }
  }

  /** One that names another end waits for that. */
  #defaultIdle(): number {
    const { until, count, duration } = this.#settings;
    const ends = until !== undefined || count !== undefined ||
      duration !== undefined;
    return ends ? 0 : IDLE;
  }

  async #watchDuration(): Promise<void> {
    const { duration = this.connection.limits.timeout } = this.#settings;
    if (duration <= 0) return;
    await this.#sleep(this.connection.openedAt + duration - this.#now());
    this.#finish({ by: "duration" });
  }

  /** Says what is wrong with an end. */
  #judge(over: Over): void {
    const { duration } = this.#settings;
    switch (over.by) {
      case "duration":
        if (duration === undefined) this.#timedOut();
        else this.#missed(`its ${duration} ms were over`);
        break;
      case "idle":
        this.#missed("no more messages came");
        break;
      case "server":
        this.#missed("the server ended it");
        break;
      case "until":
      case "count":
      case "step":
      case "failure":
      case "interrupt":
        break;
      default:
        over satisfies never;
    }
  }

  #timedOut(): void {
    const { url } = this.state.request;
    this.#fail("network", [{
      code: "STREAM_TIMEOUT",
      severity: "error",
      message:
        `Cannot wait longer for the end of the stream: it is open for ${this.connection.limits.timeout} ms (write an end such as "count" or "duration" into extensions.brace.stream, or raise --timeout)`,
      location: locationOf(url.at, { length: url.text.length }),
    }]);
  }

  /** An end before `count` or `until` was reached is a failed check. */
  #missed(why: string): void {
    const { count, until, at } = this.#settings;
    if (count === undefined && until === undefined) return;
    const { received } = this.#log;
    const missed = until === undefined
      ? `after ${received} of ${count} messages`
      : `before "${until.text}" held, after ${received} messages`;
    this.#fail("check", [{
      code: "ASSERTION",
      severity: "error",
      message: `The stream ended too early, ${missed}: ${why}`,
      location: locationOf(until?.at ?? at ?? this.state.request.url.at, {
        ...(until && { length: until.text.length }),
      }),
    }]);
  }

  // Steps

  async #act(): Promise<void> {
    const { steps } = this.#settings;
    try {
      if (steps) {
        for (const step of steps) {
          if (this.#isOver) return;
          if (!await this.#perform(step)) return;
          this.#activeAt = this.#now();
        }
      } else {
        for (const message of this.#planned(selectedMessages(this.#request))) {
          if (this.#isOver || !await this.#send(message)) return;
        }
      }
      this.#activeAt = this.#now();
      this.#acted = true;
      if (this.connection.kind === "grpc") this.connection.end();
    } catch (error) {
      if (this.#isOver) return;
      this.#failWith(error);
      this.#finish({ by: "failure" });
    }
  }

  /** A call that sends one message sends the first one, and an empty one where there is none. */
  #planned(messages: readonly Message[]): readonly Message[] {
    const { kind, methodType } = this.connection;
    if (kind !== "grpc" && kind !== "websocket") return [];
    if (methodType !== "unary" && methodType !== "server-streaming") {
      return messages;
    }
    const { at } = this.state.request;
    return messages.length > 0 ? messages.slice(0, 1) : [{
      title: "message 1",
      selected: true,
      type: "json",
      data: { text: "{}", at },
      at,
    }];
  }

  /** Performs one step; false ends the conversation. */
  async #perform(step: StreamStep): Promise<boolean> {
    switch (step.type) {
      case "send": {
        const message = typeof step.message === "string"
          ? this.#named(step.message, step.at)
          : step.message;
        return message !== undefined && await this.#send(message);
      }
      case "wait":
        return await this.#wait(step);
      case "pause":
        await this.#sleep(step.duration);
        return true;
      case "end":
        this.connection.end();
        return true;
      default:
        return step satisfies never;
    }
  }

  #named(title: string, at: Origin): Message | undefined {
    const { messages = [] } = this.#request;
    const found = messages.find((it) => it.title === title);
    if (found) return found;
    this.#fail("render", [{
      code: "INVALID_FIELD",
      severity: "error",
      message: `Cannot send the message "${title}": the request has no such message`,
      location: locationOf(at),
    }]);
    this.#finish({ by: "failure" });
    return undefined;
  }

  async #send(message: Message): Promise<boolean> {
    const rendered = this.#render(message);
    if (rendered === undefined) return false;
    const at = this.#at();
    await this.connection.send(rendered);
    this.#log.addSent(rendered, at);
    return true;
  }

  #render(message: Message): OutgoingMessage | undefined {
    const { state } = this;
    const { value, diagnostics } = renderMessage(message, {
      scopes: state.scopes,
      execution: state.execution,
      readFile: (path) =>
        this.#ports.readFile(state.step.collection, path),
    });
    const errors = diagnostics.filter((it) => it.severity === "error");
    if (value !== undefined && errors.length === 0) return value;
    this.#fail(renderFailure(errors), errors);
    this.#finish({ by: "failure" });
    return undefined;
  }

  async #wait(step: StreamStep & { type: "wait" }): Promise<boolean> {
    const until = this.#now() + step.within;
    const first = this.#cursor;
    let last: Diagnostic | undefined;
    while (true) {
      const message = this.#log.get(this.#cursor);
      if (message === undefined) {
        if (!this.#isOver && await this.#arrives(until)) continue;
        const isMissed = !this.#isOver || this.#end !== undefined;
        if (isMissed) this.#unmatched(step, { first, last });
        return false;
      }
      this.#cursor++;
      const { passed, diagnostic } = await this.#alone(() =>
        this.#matches(step, message)
      );
      if (passed) return this.#set(step, message);
      last = diagnostic;
    }
  }

  async #matches(
    { expression, operator, value, at }: StreamStep & { type: "wait" },
    message: StreamMessage,
  ): Promise<{ passed: boolean; diagnostic?: Diagnostic }> {
    const assertion: Assertion = {
      expression,
      operator,
      ...(value && { value }),
      disabled: false,
      at,
    };
    const left = await selectInMessage(this.state, expression, message);
    const result = await compare(assertion, left, this.state);
    const { status, diagnostic } = result;
    return {
      passed: status === "passed",
      ...(!left.ok && { diagnostic: left.diagnostic }),
      ...(left.ok && diagnostic?.code !== "ASSERTION" && diagnostic &&
        { diagnostic }),
    };
  }

  /** Whether another message comes in time. */
  async #arrives(until: number): Promise<boolean> {
    const { received } = this.#log;
    while (this.#log.received === received && !this.#isOver) {
      const left = until - this.#now();
      if (left <= 0) return false;
      const woken = new AbortController();
      const signal = AbortSignal.any([this.#ended.signal, woken.signal]);
      const sleeping = this.#ports.sleep(left, signal);
      await Promise.race([this.#arrival.promise, sleeping]);
      woken.abort();
    }
    return this.#log.received > received;
  }

  #unmatched(
    { expression, operator, value, within }: StreamStep & { type: "wait" },
    { first, last }: { first: number; last: Diagnostic | undefined },
  ): void {
    const wanted = [expression.text, operator, value?.text]
      .filter((it) => it !== undefined).join(" ");
    const count = this.#log.received - first;
    const latest = this.#log.get(this.#log.received - 1);
    const came = count === 0 || latest === undefined
      ? "none came"
      : `${count} came, the last one is ${shown(latest.text)}`;
    const over = this.#end !== undefined
      ? "the server ended the stream first"
      : `${within} ms are over`;
    this.#fail("check", [{
      code: "ASSERTION",
      severity: "error",
      message: `Waited in vain for a message with "${wanted}": ${over}, ${came}`,
      location: locationOf(expression.at, { length: expression.text.length }),
      ...(last && { notes: [last.message] }),
    }]);
    this.#finish({ by: "failure" });
  }

  /** Sets what a step takes from the message that matched. */
  async #set(
    { set }: StreamStep & { type: "wait" },
    message: StreamMessage,
  ): Promise<boolean> {
    const { scopes } = this.state;
    for (const { name, expression } of set) {
      const selection = await this.#alone(() =>
        selectInMessage(this.state, expression, message)
      );
      const problem = !selection.ok
        ? selection.diagnostic
        : selection.value === undefined
        ? unset(name, expression, message)
        : undefined;
      if (problem !== undefined || !selection.ok) {
        this.#fail("script", [problem!]);
        this.#finish({ by: "failure" });
        return false;
      }
      scopes.set("runtime", name, selection.value!);
      const learned = learnedOf(scopes, "runtime", name);
      if (learned) this.#ports.learn?.(learned);
    }
    return true;
  }

  #held(): Held {
    const { kind, methodType } = this.connection;
    const dropped = this.#log.dropped;
    const end = this.#end;
    const close = this.#close ?? { by: "client" };
    return {
      stream: {
        kind,
        messages: this.#log.messages,
        sent: this.#log.sent,
        received: this.#log.received,
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

/** A message that has not what an expression looks at is another one, no mistake. */
function isMissing({ message }: Diagnostic): boolean {
  return /cannot read|TypeError/i.test(message);
}

function unset(
  name: string,
  { text, at }: Text,
  message: StreamMessage,
): Diagnostic {
  return {
    code: "SCRIPT_ERROR",
    severity: "error",
    message:
      `Cannot set the variable "${name}": "${text}" is undefined in the message ${shown(message.text)}`,
    location: locationOf(at, { length: text.length }),
  };
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
}

const NAMES = /\b(?:res|response|messages?|pm|bru|require|runRequest)\b|\$\./;

/** Whether something looks at the messages once they have come. */
function needsMessages({ step, request }: RunState): boolean {
  const levels = [step.collection.defaults, ...step.folders.map((it) => it.defaults)];
  const scripts = [...levels, request].flatMap((it) => it.scripts)
    .filter(({ phase }) => phase !== "before-request");
  const { assertions, actions, stream, settings } = request;
  return scripts.some(({ code }) => NAMES.test(code)) ||
    assertions.some(({ disabled }) => !disabled) ||
    actions.some(({ disabled, phase }) =>
      !disabled && phase === "after-response"
    ) ||
    settings.repeatUntil !== undefined ||
    stream?.steps?.some(({ type }) => type === "wait") === true;
}
