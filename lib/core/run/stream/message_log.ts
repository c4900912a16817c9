import type {
  IncomingMessage,
  MessageStore,
  OutgoingMessage,
  SpilledMessages,
  StreamMessage,
} from "../../http/stream.ts";
import { PassedMessage } from "./passed_message.ts";

/** Characters of messages that go to the store at once. */
const CHUNK = 64 * 1024;

/** Messages that came and have left memory for a store. */
class SpilledLog implements SpilledMessages {
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

/** Where a message that is sent stands among the others. */
export interface SentWhen {
  /** Milliseconds since the connection was open. */
  readonly at: number;
  /** How many messages had come. */
  readonly after: number;
}

/** The dropped beginning of a list is cut off once it is as long as this, and as the rest. */
const MIN_CUT = 1024;
/** What a message takes in memory besides its content, in bytes. */
const OVERHEAD = 128;
/** Bytes of messages that stay in memory where others go to a store. */
const IN_MEMORY = 1024 * 1024;
/** Bytes of messages that may be kept, whatever the limit is, until a step has looked at them. */
const UNSEEN = 1024 * 1024;

/** The messages of a stream: all that are sent, and of those received as many as may be kept; others go to a store, if there is one. */
export class MessageLog {
  readonly sent: StreamMessage[] = [];
  /** How many came. */
  received = 0;
  /** Dropped ones at the start are undefined, until the list is cut. */
  #kept: (PassedMessage | undefined)[] = [];
  #sizes: number[] = [];
  /** How many at the start of the list are dropped. */
  #first = 0;
  #size = 0;

  readonly #limit: number;
  readonly #makeStore: (() => MessageStore) | undefined;
  #spilled: SpilledLog | undefined;

  /**
   * @param limit Characters, or bytes, that are kept in memory at most.
   * @param makeStore Makes the store of the others; absent: they are lost.
   */
  constructor(limit: number, makeStore?: () => MessageStore) {
    this.#limit = makeStore ? Math.min(limit, IN_MEMORY) : limit;
    this.#makeStore = makeStore;
  }

  /** Adds a message that was sent. */
  addSent(
    { type, data, insertions }: OutgoingMessage,
    when: SentWhen,
  ): StreamMessage {
    const message = new PassedMessage({
      index: this.sent.length,
      direction: "sent",
      content: data,
      ...when,
      type,
      insertions,
    });
    this.sent.push(message);
    return message;
  }

  /** Adds a message that came. */
  add({ data, event, id }: IncomingMessage, at: number): StreamMessage {
    const message = new PassedMessage({
      index: this.received++,
      direction: "received",
      content: data,
      at,
      event,
      id,
    });
    this.#kept.push(message);
    const size = data.length + OVERHEAD;
    this.#sizes.push(size);
    this.#size += size;
    return message;
  }

  /** Whether there is more than may be kept. */
  get isFull(): boolean {
    return this.#size > this.#limit;
  }

  /**
   * Drops the oldest messages until the rest may be kept; false where it may not.
   *
   * @param needed The index of the first one that must stay.
   */
  drop(needed: number): boolean {
    const most = needed - this.received + this.#kept.length;
    const end = Math.min(this.#kept.length, most);
    while (this.isFull && this.#first < end) {
      this.#size -= this.#sizes[this.#first];
      this.#spill(this.#kept[this.#first]!);
      this.#kept[this.#first++] = undefined;
    }
    const kept = this.#kept.length - this.#first;
    if (this.#first >= MIN_CUT && this.#first >= kept) {
      this.#kept = this.#kept.slice(this.#first);
      this.#sizes = this.#sizes.slice(this.#first);
      this.#first = 0;
    }
    return this.#size <= Math.max(this.#limit, UNSEEN);
  }

  #spill(message: PassedMessage): void {
    if (this.#makeStore === undefined) return;
    this.#spilled ??= new SpilledLog(this.#makeStore());
    this.#spilled.add(message);
  }

  /** Those that are kept in memory, in order. */
  get messages(): readonly StreamMessage[] {
    const kept = this.#first === 0 ? this.#kept : this.#kept.slice(this.#first);
    return kept as StreamMessage[];
  }

  /** Those before them, in the store; undefined where there are none. */
  get spilled(): SpilledMessages | undefined {
    return this.#spilled;
  }

  /** How many are kept nowhere. */
  get dropped(): number {
    const outside = this.received - this.#kept.length + this.#first;
    return outside - (this.#spilled?.count ?? 0);
  }

  /** The message of that index; absent where it is dropped, or has not come. */
  get(index: number): StreamMessage | undefined {
    const place = index - this.received + this.#kept.length;
    return place < this.#first ? undefined : this.#kept[place];
  }
}
