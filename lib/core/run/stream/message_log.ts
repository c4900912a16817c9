import type { MessageType } from "../../collection/stream_types.ts";
import type {
  IncomingMessage,
  OutgoingMessage,
  StreamMessage,
} from "../../http/stream.ts";
import type { Insertion } from "../../http/insertion.ts";
import { parseJson } from "../../scope/value/parse_json.ts";
import type { Value } from "../../scope/value/value.ts";

/** What is known of a message when it passes. */
interface Passed {
  readonly index: number;
  readonly direction: StreamMessage["direction"];
  readonly content: string | Uint8Array;
  readonly at: number;
  readonly type?: MessageType;
  readonly event?: string;
  readonly id?: string;
  readonly after?: number;
  readonly insertions?: readonly Insertion[];
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

  constructor({ content, type, ...facts }: Passed) {
    this.index = facts.index;
    this.direction = facts.direction;
    this.at = facts.at;
    this.#content = content;
    this.#type = type;
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

/** The messages of a stream: all that are sent, and of those received as many as may be kept. */
export class MessageLog {
  readonly sent: StreamMessage[] = [];
  /** How many came. */
  received = 0;
  #kept: StreamMessage[] = [];
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
      ...(insertions && { insertions }),
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
      ...(event !== undefined && { event }),
      ...(id !== undefined && { id }),
    });
    this.#kept.push(message);
    this.#sizes.push(data.length);
    this.#size += data.length;
    return message;
  }

  /** Whether there is more than may be kept. */
  get isFull(): boolean {
    return this.#size > this.limit;
  }

  /** Drops the oldest messages until the rest may be kept. */
  drop(): void {
    while (this.isFull && this.#first < this.#kept.length) {
      this.#size -= this.#sizes[this.#first++];
    }
    if (this.#first < MIN_CUT || 2 * this.#first < this.#kept.length) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#sizes = this.#sizes.slice(this.#first);
    this.#first = 0;
  }

  /** Those that are kept, in order. */
  get messages(): readonly StreamMessage[] {
    return this.#first === 0 ? this.#kept : this.#kept.slice(this.#first);
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
