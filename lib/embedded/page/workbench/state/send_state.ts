/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { CollectedStreamMessage } from "../../../../tools/report/collect/types.ts";
import type { ExchangeView, SendEvent } from "../api.ts";
import type { StateOwner } from "./owner.ts";
import { call, lines } from "./session.ts";
import { TaskState } from "./task_state.ts";

/** A request that is being sent, or was, and its answer. */
export class SendState extends TaskState {
  readonly #id: string;
  exchange: ExchangeView | undefined;
  messages: CollectedStreamMessage[] = [];
  /** Requests that ran before or after it. */
  others: Extract<SendEvent, { type: "other" }>[] = [];

  constructor(owner: StateOwner, id: string) {
    super(owner);
    this.#id = id;
  }

  async send(): Promise<void> {
    if (this.isBusy) return;
    const draft = this.owner.docs.get(this.#id)?.draft;
    this.messages = [];
    this.others = [];
    const asked = { id: this.#id, ...draft && { draft } };
    await this.follow(() => lines("send", asked), (event) => this.#take(event));
    this.task = undefined;
  }

  /** Sends a message over the open stream. */
  async say(text: string, end = false): Promise<void> {
    const { task } = this;
    if (task === undefined) return;
    await this.owner.try(() =>
      call("message", { task, text, ...end && { end } })
    );
  }

  #take(event: SendEvent): void {
    switch (event.type) {
      case "message":
        this.messages.push(event.message);
        break;
      case "other":
        this.others.push(event);
        break;
      case "result":
        this.exchange = event.exchange;
        break;
      default:
        this.takeShared(event);
    }
  }
}
