import type { MessageType } from "../../collection/stream_types.ts";
import type { StreamMessage } from "../../http/stream.ts";
import type { Insertion } from "../../http/insertion.ts";
import { parseJson } from "../../scope/value/parse_json.ts";
import type { Value } from "../../scope/value/value.ts";

/** A message as it passes. */
export interface Passed {
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

/** A message that came, as a store keeps it. */
type MessageJson = [
  index: number,
  at: number,
  content: string | { readonly base64: string },
  event: string | null,
  id: string | null,
];

/** Begins like JSON: to catch the error for all else takes longer than the rest of a message. */
const MAYBE_JSON = /^[\t\n\r ]*[[{"\-\dtfn]/;

/** A message that passed; its JSON is parsed for those who ask. */
export class PassedMessage implements StreamMessage {
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

  /** What it is made of again, for one that came. */
  toJSON(): MessageJson {
    const { index, at, event = null, id = null } = this;
    const content = this.#content;
    return typeof content === "string"
      ? [index, at, content, event, id]
      : [index, at, { base64: content.toBase64() }, event, id];
  }

  /** Makes one that came of its JSON. */
  static fromJSON([index, at, content, event, id]: MessageJson): PassedMessage {
    return new PassedMessage({
      index,
      direction: "received",
      content: typeof content === "string"
        ? content
        : Uint8Array.fromBase64(content.base64),
      at,
      event: event ?? undefined,
      id: id ?? undefined,
    });
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
    const text = this.#content as string;
    if (!MAYBE_JSON.test(text)) return undefined;
    try {
      return this.#data = parseJson(text);
    } catch {
      return undefined;
    }
  }
}
