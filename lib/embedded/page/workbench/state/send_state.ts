/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { CollectedStreamMessage } from "../../../../tools/report/collect/types.ts";
import type { ExchangeView, SendEvent } from "../api.ts";
import type { Owner } from "./owner.ts";
import { call, lines } from "./session.ts";

/** A request that is being sent, or was, and its answer. */
export class SendState {
  readonly #owner: Owner;
  readonly #id: string;
  /** Absent: nothing is under way. */
  task: string | undefined;
  isBusy = false;
  exchange: ExchangeView | undefined;
  messages: CollectedStreamMessage[] = [];
  /** Requests that ran before or after it. */
  others: Extract<SendEvent, { type: "other" }>[] = [];
  warnings: string[] = [];
  failure: Extract<SendEvent, { type: "failed" }> | undefined;
  isCancelled = false;

  constructor(owner: Owner, id: string) {
    this.#owner = owner;
    this.#id = id;
  }

  async send(): Promise<void> {
    if (this.isBusy) return;
    const owner = this.#owner;
    const draft = owner.docs.get(this.#id)?.draft;
    this.isBusy = true;
    this.messages = [];
    this.others = [];
    this.warnings = [];
    this.failure = undefined;
    this.isCancelled = false;
    owner.changed();
    await owner.try(async () => {
      const asked = { id: this.#id, ...draft && { draft } };
      for await (const event of lines("send", asked)) this.#take(event);
    });
    this.isBusy = false;
    this.task = undefined;
    owner.questions = [];
    owner.changed();
  }

  async cancel(): Promise<void> {
    const { task } = this;
    if (task === undefined) return;
    await this.#owner.try(() => call("cancel", { task }));
  }

  /** Sends a message over the open stream. */
  async say(text: string, end = false): Promise<void> {
    const { task } = this;
    if (task === undefined) return;
    await this.#owner.try(() =>
      call("message", { task, text, ...end && { end } })
    );
  }

  #take(event: SendEvent): void {
    switch (event.type) {
      case "start":
        this.task = event.task;
        break;
      case "question":
        this.#owner.questions.push(event);
        break;
      case "message":
        this.messages.push(event.message);
        break;
      case "other":
        this.others.push(event);
        break;
      case "warning":
        this.warnings.push(event.problem.message);
        break;
      case "result":
        this.exchange = event.exchange;
        break;
      case "failed":
        this.failure = event;
        break;
      case "end":
        this.isCancelled = event.cancelled;
        break;
      default:
        event satisfies never;
    }
    this.#owner.changed();
  }
}
