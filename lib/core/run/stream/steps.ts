import type { Message, StreamStep } from "../../collection/stream_types.ts";
import type { Assertion, Request } from "../../collection/types.ts";
import type {
  OutgoingMessage,
  StreamConnection,
  StreamMessage,
} from "../../http/stream.ts";
import {
  renderMessage,
  selectedMessages,
} from "../../request/render_message.ts";
import type { Rendered } from "../../render/rendered.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Origin } from "../../source/origin.ts";
import { pushAll } from "../../source/push_all.ts";
import { compare } from "../assert/run_assertion.ts";
import { renderFailure } from "../explain/failure_of.ts";
import type { RunState } from "../run_state.ts";
import { learnedOf } from "../script/script_variables.ts";
import type { FailureClass } from "../types.ts";
import type { MessageLog, SentWhen } from "./message_log.ts";
import { selectInMessage } from "./select_in_message.ts";
import { unknownMessage, unmatched, unsent, unset } from "./stream_findings.ts";

/** What steps do with the conversation that they are steps of. */
export interface Talk {
  readonly state: RunState;
  /** With the changes of its scripts. */
  readonly request: Request;
  readonly connection: StreamConnection;
  readonly log: MessageLog;
  /** Whether it is over. */
  readonly isOver: boolean;
  /** Whether it is over because the connection has ended, not because the client has enough. */
  readonly isEnded: boolean;
  /** Aborts when it is over. */
  readonly signal: AbortSignal;
  /** Settles with the next message, and when it is over. */
  readonly arrival: Promise<void>;
  /** By the run's clock. */
  now(): number;
  /** Where a message stands that is sent now. */
  when(): SentWhen;
  sleep(milliseconds: number): Promise<void>;
  /** Keeps a message that was sent. */
  sent(message: OutgoingMessage, when: SentWhen): void;
  /** Idle time counts from now. */
  active(): void;
  fail(kind: FailureClass, diagnostics: readonly Diagnostic[]): void;
  failWith(error: unknown): void;
  /** Ends it after a failure. */
  end(): void;
  /** Waits until nothing else is being evaluated. */
  alone<T>(evaluate: () => Promise<T>): Promise<T>;
}

/**
 * What is wrong with the messages that a request sends before it knows more
 * than its variables do: nothing is sent then.
 */
export function messageProblems(state: RunState): readonly Diagnostic[] {
  const request = state.scripts?.changed().request ?? state.request;
  const problems: Diagnostic[] = [];
  const render = (message: Message) =>
    pushAll(problems, rendered(message, state).diagnostics);
  if (request.stream?.steps === undefined) {
    selectedMessages(request).forEach(render);
    return problems;
  }
  /** Whether all that messages name is known. */
  let isKnown = true;
  for (const step of request.stream.steps) {
    if (step.type === "wait" && step.set.length > 0) isKnown = false;
    if (step.type !== "send") continue;
    const { message, at } = step;
    const found = typeof message === "string"
      ? messageOf(request, message)
      : message;
    if (found === undefined) problems.push(unknownMessage(`${message}`, at));
    else if (isKnown) render(found);
  }
  return problems;
}

function messageOf({ messages }: Request, title: string): Message | undefined {
  return messages?.find((it) => it.title === title);
}

/** Messages without placeholders: they are rendered once. */
const constant = new WeakMap<Message, Rendered<OutgoingMessage>>();

function rendered(
  message: Message,
  { scopes, execution, iteration, step }: RunState,
): Rendered<OutgoingMessage> {
  const known = constant.get(message);
  if (known) return known;
  const { ports } = iteration.settings;
  const result = renderMessage(message, {
    scopes,
    execution,
    readFile: (path) => ports.readBytes(step.collection, path),
  });
  // The file of a binary one may change.
  const isConstant = message.type !== "binary" &&
    !message.data.text.includes("{{");
  if (isConstant) constant.set(message, result);
  return result;
}

/** Milliseconds until the end of a stream that takes no more messages is known. */
const ENDING = 1_000;

/** Performs what a request does with its stream. */
export class Steps {
  /** The index behind the last message that a `wait` matched. */
  #cursor = 0;
  /** How many steps are a `wait` that has not ended. */
  #waits: number;
  #looking: PromiseWithResolvers<void> | undefined;
  /** The step `end` has ended it. */
  #hasEnded = false;

  constructor(readonly talk: Talk) {
    const { steps = [] } = talk.request.stream ?? {};
    this.#waits = steps.filter(({ type }) => type === "wait").length;
  }

  /** The index of the first message that a step may still look at. */
  get needed(): number {
    return this.#waits > 0 ? this.#cursor : Infinity;
  }

  /** Settles once they have looked at another message. */
  looked(): Promise<void> {
    return (this.#looking ??= Promise.withResolvers()).promise;
  }

  /** Lets those go on who wait for that. */
  wake(): void {
    this.#looking?.resolve();
    this.#looking = undefined;
  }

  /** Performs the steps, or sends the messages, of a request; true once all is done. */
  async perform(): Promise<boolean> {
    const { request, connection } = this.talk;
    const steps = request.stream?.steps;
    try {
      for (const step of steps ?? []) {
        if (this.#isLeft || !await this.#perform(step)) return false;
        this.talk.active();
      }
      if (steps === undefined) {
        for (const message of this.#planned(selectedMessages(request))) {
          if (this.#isLeft) return false;
          const sent = this.#send(message);
          // Most are sent at once.
          if (sent !== true && !await sent) return false;
        }
      }
      const { input } = this.talk.state.iteration.settings;
      if (input && !await this.#sendTyped(input)) return false;
      this.talk.active();
      if (connection.kind === "grpc") connection.end();
      return true;
    } catch (error) {
      if (!this.talk.isOver) {
        this.talk.failWith(error);
        this.talk.end();
      }
      return false;
    }
  }

  /** Whether nobody minds the steps that are left: they are of no use once the client has enough. */
  get #isLeft(): boolean {
    return this.talk.isOver && !this.talk.isEnded;
  }

  /** Sends what somebody types, as long as the stream is open. */
  async #sendTyped(input: AsyncIterable<string>): Promise<boolean> {
    const texts = input[Symbol.asyncIterator]();
    const { promise: over, resolve } = Promise.withResolvers<undefined>();
    this.talk.signal.addEventListener("abort", () => resolve(undefined));
    while (!this.talk.isOver) {
      const next = await Promise.race([texts.next(), over]);
      if (next === undefined) break;
      if (next.done) return true;
      const message = { type: "text", data: next.value } as const;
      const when = this.talk.when();
      if (!await this.talk.connection.send(message)) break;
      this.talk.sent(message, when);
      this.talk.active();
    }
    return false;
  }

  /** A call that sends one message sends the first one, and an empty one where there is none. */
  #planned(messages: readonly Message[]): readonly Message[] {
    const { kind, methodType } = this.talk.connection;
    if (kind !== "grpc" && kind !== "websocket") return [];
    if (methodType !== "unary" && methodType !== "server-streaming") {
      return messages;
    }
    const { at } = this.talk.state.request;
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
      case "wait": {
        const isMet = await this.#wait(step);
        this.#waits--;
        this.wake();
        return isMet;
      }
      case "pause":
        await this.talk.sleep(step.duration);
        return true;
      case "end":
        this.#hasEnded = true;
        this.talk.connection.end();
        return true;
      default:
        return step satisfies never;
    }
  }

  #named(title: string, at: Origin): Message | undefined {
    const found = messageOf(this.talk.request, title);
    if (found) return found;
    this.talk.fail("render", [unknownMessage(title, at)]);
    this.talk.end();
    return undefined;
  }

  #send(message: Message): boolean | Promise<boolean> {
    const outgoing = this.#render(message);
    if (outgoing === undefined) return false;
    const when = this.talk.when();
    const taken = this.talk.connection.send(outgoing);
    if (taken !== true) return this.#sent(message, { outgoing, when, taken });
    this.talk.sent(outgoing, when);
    return true;
  }

  async #sent(
    { title, at }: Message,
    sending: {
      readonly outgoing: OutgoingMessage;
      readonly when: SentWhen;
      readonly taken: boolean | Promise<boolean>;
    },
  ): Promise<boolean> {
    if (await sending.taken) {
      this.talk.sent(sending.outgoing, sending.when);
      return true;
    }
    const { kind } = this.talk.connection;
    // A call that has failed takes no more messages, which is no failure of its own.
    if (kind === "grpc") return false;
    if (kind !== "websocket") {
      return this.#fail(unsent(title, at, "the stream only brings messages"));
    }
    if (this.#hasEnded) {
      const why = 'the step "end" has closed the stream';
      return this.#fail(unsent(title, at, why));
    }
    // What the server said, or broke, last is on its way.
    await this.talk.sleep(ENDING);
    if (this.#isLeft) return false;
    const why = "the server has ended the stream";
    return this.#fail(unsent(title, at, why));
  }

  /** Ends it with a failed check. */
  #fail(problem: Diagnostic): false {
    this.talk.fail("check", [problem]);
    this.talk.end();
    return false;
  }

  #render(message: Message): OutgoingMessage | undefined {
    const { value, diagnostics } = rendered(message, this.talk.state);
    const errors = diagnostics.filter((it) => it.severity === "error");
    if (value !== undefined && errors.length === 0) return value;
    this.talk.fail(renderFailure(errors), errors);
    this.talk.end();
    return undefined;
  }

  async #wait(step: StreamStep & { type: "wait" }): Promise<boolean> {
    const until = this.talk.now() + step.within;
    const first = this.#cursor;
    let last: Diagnostic | undefined;
    while (true) {
      const message = this.talk.log.get(this.#cursor);
      if (message === undefined) {
        if (!this.talk.isOver && await this.#arrives(until)) continue;
        const isMissed = !this.talk.isOver || this.talk.isEnded;
        if (isMissed) {
          const came = this.talk.log.received - first;
          const latest = this.talk.log.get(this.talk.log.received - 1);
          const isEnded = this.talk.isEnded;
          this.#fail(unmatched(step, { came, latest, isEnded, last }));
        }
        return false;
      }
      this.#cursor++;
      this.wake();
      const { passed, diagnostic } = await this.talk.alone(() =>
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
    const left = await selectInMessage(this.talk.state, expression, message);
    const result = await compare(assertion, left, this.talk.state);
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
    const { received } = this.talk.log;
    while (this.talk.log.received === received && !this.talk.isOver) {
      const left = until - this.talk.now();
      if (left <= 0) return false;
      const woken = new AbortController();
      const signal = AbortSignal.any([this.talk.signal, woken.signal]);
      const sleeping = this.talk.state.iteration.settings.ports.sleep(
        left,
        signal,
      );
      await Promise.race([this.talk.arrival, sleeping]);
      woken.abort();
    }
    return this.talk.log.received > received;
  }

  /** Sets what a step takes from the message that matched. */
  async #set(
    { set }: StreamStep & { type: "wait" },
    message: StreamMessage,
  ): Promise<boolean> {
    const { scopes } = this.talk.state;
    for (const { name, expression } of set) {
      const selection = await this.talk.alone(() =>
        selectInMessage(this.talk.state, expression, message)
      );
      const problem = !selection.ok
        ? { ...selection.diagnostic, code: "SCRIPT_ERROR" as const }
        : selection.value === undefined
        ? unset(name, expression, message)
        : undefined;
      if (problem !== undefined || !selection.ok) {
        this.talk.fail("script", [problem!]);
        this.talk.end();
        return false;
      }
      scopes.set("runtime", name, selection.value!);
      this.talk.state.iteration.ran.setVariable(name, undefined);
      const learned = learnedOf(scopes, "runtime", name);
      if (learned) this.talk.state.iteration.settings.ports.learn?.(learned);
    }
    return true;
  }
}
