import { ToolError } from "./json_rpc.ts";
import type { Masker } from "../core/secrets/masker.ts";

const CUT = /[^\s"'`…]{4,}…/g;

/** Bytes of a tool's answer at most: a context is not flooded. */
export const MAX_ANSWER = 16 * 1_024;

/** What the message has around the content of an answer. */
const ENVELOPE = 700;

const encoder = new TextEncoder();

/** Bytes of a value in an answer, which has it twice: as data, and as text for clients without. */
export function costOf(value: unknown): number {
  const json = JSON.stringify(value) ?? "";
  return byteLength(json) + byteLength(JSON.stringify(json));
}

/** Bytes of a text inside JSON, at most, by its UTF-16 units. */
function unitCost(unit: number): number {
  if (unit < 0x20) return 6;
  if (unit < 0x80) return unit === 0x22 || unit === 0x5c ? 2 : 1;
  return unit < 0x800 ? 2 : 3;
}

/** A long text in parts of which each has room in an answer, in whole characters. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [from, taken] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isInside = unit >= 0xdc00 && unit < 0xe000;
    if (taken > MAX_ANSWER - 2 * ENVELOPE && !isInside) {
      parts.push(text.slice(from, at));
      [from, taken] = [at, 0];
    }
    taken += unitCost(unit);
  }
  return [...parts, text.slice(from)];
}

/** Bytes of a text as it is written. */
export function byteLength(text: string): number {
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

/**
 * Where a page begins.
 *
 * @throws {ToolError} No answer gave the cursor.
 */
export function startOf(cursor: unknown, length: number): number {
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

/** Members that stay, whatever the room: answers of tools have fewer. */
const FEW = 20;

/** Characters of texts that stay whole while lists can be shortened instead. */
const LEAST_TEXT = 100;

/** Shortens the longest texts of an answer, then its longest lists, until it fits, and says so in them. */
export function shortened<T>(value: T, room = MAX_ANSWER - ENVELOPE): T {
  let shown: unknown = value;
  let [most, count] = [4_000, 500];
  while (costOf(shown) > room && most > 0) {
    shown = cut(value, { most, count });
    if (most > LEAST_TEXT || count <= 1) most = Math.floor(most / 2);
    else count = Math.floor(count / 2);
  }
  return shown as T;
}

interface Limits {
  /** Characters of a text. */
  readonly most: number;
  /** Elements of a list, and members of an object. */
  readonly count: number;
}

function cut(value: unknown, limits: Limits): unknown {
  const { most, count } = limits;
  if (typeof value === "string") {
    return value.length <= most
      ? value
      : `${value.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")} [cut]`;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const left = value.length - count;
    const items = value.slice(0, count).map((one) => cut(one, limits));
    return left > 0 ? [...items, `[${left} more]`] : items;
  }
  const members = Object.entries(value);
  const kept = Math.max(count, FEW);
  const left = members.length - kept;
  return Object.fromEntries([
    ...members.slice(0, kept).map(([name, one]) => [name, cut(one, limits)]),
    ...left > 0 ? [["[cut]", `${left} more`]] : [],
  ]);
}

/** Stands for an ellipsis that an author wrote, until the answer is masked. */
const WRITTEN = "\u{f1a2e}";

/** A masked text of which nothing is cut: its ellipses are its author's. */
export function authored(text: string): string {
  return text.replaceAll("…", WRITTEN);
}

/** A value of JSON without secrets in its texts; names of members are Brace's own, or were masked as part of a text. */
export function maskedDeep(value: unknown, masker: Masker): unknown {
  if (typeof value === "string") {
    // What is cut may be the beginning of a secret: it is hidden, whatever it is.
    return masker.mask(value).replace(CUT, "***…").replaceAll(WRITTEN, "…");
  }
  if (Array.isArray(value)) return value.map((one) => maskedDeep(one, masker));
  if (typeof value === "number" || typeof value === "bigint") {
    const text = String(value);
    return masker.mask(text) === text ? value : masker.mask(text);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      maskedDeep(one, masker),
    ]),
  );
}
