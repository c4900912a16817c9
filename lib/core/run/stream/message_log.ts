import type { MessageType } from "../../collection/stream_types.ts";
import type {
  IncomingMessage,
  OutgoingMessage,
  StreamMessage,
} from "../../http/stream.ts";
import type { Insertion } from "../../http/insertion.ts";
import { parseJson } from "../../scope/value/parse_json.ts";
import type { Value } from "../../scope/value/value.ts";

/** A message as it passes. */
interface Passed {
  readonly index: number;
  readonly direction: StreamMessage["direction"];
  readonly content: string | Uint8Array;
  readonly at: number;
  readonly type?: MessageType | undefined;
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly after?: number | undefined;
  readonly insertions?: readonly Insertion[] | undefined;
}

/** Where a message that is sent stands among the others. */
export interface SentWhen {
  /** Milliseconds since the connection was open. */
  readonly at: number;
  /** How many messages had come. */
  readonly after: number;
}

/** A message that passed; its JSON is parsed for those who ask. */
class PassedMessage implements StreamMessage {
  readonly index: number;
  readonly direction: StreamMessage["direction"];
  readonly at: number;
  readonly event?: string;
  readonly id?: string;
  readonly after?: number;
  readonly insertions?: readonly Insertion[];
  readonly #content: string | Uint8Array;
  readonly #type: MessageType | undefined;
  #data: Value | undefined;

  constructor(facts: Passed) {
    this.index = facts.index;
    this.direction = facts.direction;
    this.at = facts.at;
    this.#content = facts.content;
    this.#type = facts.type;
    if (facts.event !== undefined) this.event = facts.event;
    if (facts.id !== undefined) this.id = facts.id;
    if (facts.after !== undefined) this.after = facts.after;
    if (facts.insertions?.length) this.insertions = facts.insertions;
  }

  get type(): MessageType {
    if (typeof this.#content !== "string") return "binary";
    return this.#type ?? (this.#parsed === undefined ? "text" : "json");
  }

  get data(): Value | Uint8Array {
    if (typeof this.#content !== "string") return this.#content;
    return this.#parsed === undefined ? this.#content : this.#parsed;
  }

  get text(): string {
    return typeof this.#content === "string"
      ? this.#content
      : this.#content.toBase64();
  }

  get #parsed(): Value | undefined {
    if (this.#data !== undefined) return this.#data;
    try {
      return this.#data = parseJson(this.#content as string);
    } catch {
      return undefined;
    }
  }
}

/** The dropped beginning of a list is cut off once it is as long as this, and as the rest. */
const MIN_CUT = 1024;
/** What a message takes in memory besides its content, in bytes. */
const OVERHEAD = 128;
/** Bytes of messages that may be kept, whatever the limit is, until a step has looked at them. */
const UNSEEN = 1024 * 1024;

/** The messages of a stream: all that are sent, and of those received as many as may be kept. */
export class MessageLog {
  readonly sent: StreamMessage[] = [];
  /** How many came. */
  received = 0;
  /** Dropped ones at the start are undefined, until the list is cut. */
  #kept: (StreamMessage | undefined)[] = [];
  #sizes: number[] = [];
  /** How many at the start of the list are dropped. */
  #first = 0;
  #size = 0;

  /** @param limit Characters, or bytes, that are kept. */
  constructor(readonly limit: number) {}

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
    return this.#size > this.limit;
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
      this.#kept[this.#first++] = undefined;
    }
    const kept = this.#kept.length - this.#first;
    if (this.#first >= MIN_CUT && this.#first >= kept) {
      this.#kept = this.#kept.slice(this.#first);
      this.#sizes = this.#sizes.slice(this.#first);
      this.#first = 0;
    }
    return this.#size <= Math.max(this.limit, UNSEEN);
  }

  /** Those that are kept, in order. */
  get messages(): readonly StreamMessage[] {
    const kept = this.#first === 0 ? this.#kept : this.#kept.slice(this.#first);
    return kept as StreamMessage[];
  }

  /** How many are not kept. */
  get dropped(): number {
    return this.received - this.#kept.length + this.#first;
  }

  /** The message of that index; absent where it is dropped, or has not come. */
  get(index: number): StreamMessage | undefined {
    const place = index - this.received + this.#kept.length;
    return place < this.#first ? undefined : this.#kept[place];
  }
}
