import { ToolError } from "./tool_error.ts";

/** Bytes of a tool's answer at most: a context is not flooded. */
export const MAX_ANSWER = 16 * 1_024;

/** What the message has around the content of an answer. */
const ENVELOPE = 700;

const encoder = new TextEncoder();

/** Bytes of a value in an answer, which has it twice: as data, and as text for clients without. */
export function costOf(value: unknown): number {
  const json = JSON.stringify(value) ?? "";
  return bytesOf(json) + bytesOf(JSON.stringify(json));
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** A part of a list that fits, and where the next one begins. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Absent at the end. */
  readonly next?: string;
}

/**
 * As many elements as an answer has room for, the first one always.
 *
 * @param options.taken Bytes of the rest of the answer.
 */
export function pageOf<T, S>(
  all: readonly T[],
  { cursor, taken = 0, show }: {
    readonly cursor?: unknown;
    readonly taken?: number;
    readonly show: (one: T) => S;
  },
): Page<S> {
  const from = startOf(cursor, all.length);
  let room = MAX_ANSWER - ENVELOPE - taken;
  const items: S[] = [];
  for (let at = from; at < all.length; at++) {
    const item = show(all[at]);
    room -= costOf(item) + 4;
    if (room < 0 && items.length > 0) return { items, next: String(at) };
    items.push(item);
  }
  return { items };
}

function startOf(cursor: unknown, length: number): number {
  if (cursor === undefined) return 0;
  const at = /^\d{1,9}$/.test(String(cursor)) ? Number(cursor) : -1;
  if (at >= 0 && at <= length) return at;
  throw new ToolError(
    `Cannot use the cursor "${
      String(cursor).slice(0, 50)
    }": no answer gave it (leave it out to begin again)`,
  );
}

/** The beginning of a text that an answer has room for, in whole characters. */
export function beginningOf(value: string, room: number): string {
  let end = Math.min(value.length, room);
  while (end > 0 && costOf(value.slice(0, end)) > room) {
    end = Math.floor(end * 0.8);
  }
  return value.slice(0, end).replace(/[\uD800-\uDBFF]$/, "");
}

/** Shortens the longest texts of an answer until it fits, and says so in them. */
export function shortened<T>(value: T, room = MAX_ANSWER - ENVELOPE): T {
  let most = 4_000;
  let shown: unknown = value;
  while (costOf(shown) > room && most > 20) {
    shown = cut(value, most);
    most = Math.floor(most / 2);
  }
  return shown as T;
}

function cut(value: unknown, most: number): unknown {
  if (typeof value === "string") {
    return value.length <= most
      ? value
      : `${value.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")} [cut]`;
  }
  if (Array.isArray(value)) return value.map((one) => cut(one, most));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, cut(one, most)]),
  );
}
