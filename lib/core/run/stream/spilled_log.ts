import type {
  MessageStore,
  SpilledMessages,
  StreamMessage,
} from "../../http/stream.ts";
import { PassedMessage } from "./passed_message.ts";

/** Characters of messages that go to the store at once. */
const CHUNK = 64 * 1024;

/** Messages that came and have left memory for a store. */
export class SpilledLog implements SpilledMessages {
  count = 0;
  readonly #store: MessageStore;
  /** On their way to the store, as JSON. */
  #waiting: string[] = [];
  #size = 0;
  /** The store has no more room. */
  #isFull = false;

  /** @param store What is for these messages alone. */
  constructor(store: MessageStore) {
    this.#store = store;
  }

  /** Takes the message that follows. */
  add(message: PassedMessage): void {
    if (this.#isFull) return;
    const json = JSON.stringify(message.toJSON());
    this.#waiting.push(json);
    this.count++;
    this.#size += json.length;
    if (this.#size >= CHUNK) this.#flush();
  }

  *[Symbol.iterator](): Generator<StreamMessage> {
    this.#flush();
    for (const text of this.#store.texts()) {
      for (const facts of JSON.parse(text)) yield PassedMessage.fromJSON(facts);
    }
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    if (!this.#store.append(`[${this.#waiting.join(",")}]`)) {
      this.#isFull = true;
      this.count -= this.#waiting.length;
    }
    this.#waiting = [];
    this.#size = 0;
  }
}
