import { differing } from "../../core/assertion/deep_equal.ts";
import { bytesOf } from "../../core/script/border/encode.ts";

const MAX = { depth: 6, entries: 100, text: 10_000 };

/** A value as the console and failures show it. Never runs getters twice. */
export function inspect(value: unknown): string {
  return show(value, 0, []);
}

/** Two values of which one was to equal the other: of long ones the parts that differ. */
export function inspectPair(
  left: unknown,
  right: unknown,
): readonly [string, string] {
  return [
    show(left, 0, [], { value: right }),
    show(right, 0, [], { value: left }),
  ];
}

/** What a value is compared with. */
interface Beside {
  readonly value: unknown;
}

/** A console line: texts as they are, `%s`-style placeholders filled. */
export function formatLine(values: readonly unknown[]): string {
  const rest = [...values];
  let out = "";
  if (typeof rest[0] === "string" && rest.length > 1) {
    const format = rest.shift() as string;
    out = format.replace(/%([sdifoOjc%])/g, (all, kind: string) => {
      if (kind === "%") return "%";
      if (rest.length === 0) return all;
      const value = rest.shift();
      switch (kind) {
        case "s":
          return typeof value === "string" ? value : inspect(value);
        case "d":
          return `${Number(value)}`;
        case "i":
          return `${Math.trunc(Number(value))}`;
        case "f":
          return `${Number(value)}`;
        case "c":
          return "";
        default:
          return inspect(value);
      }
    });
    if (rest.length > 0) out += " ";
  }
  return out +
    rest.map((v) => typeof v === "string" ? v : inspect(v)).join(" ");
}

function show(
  value: unknown,
  depth: number,
  seen: object[],
  beside?: Beside,
): string {
  switch (typeof value) {
    case "string":
      return showText(value, beside);
    case "number":
      return Object.is(value, -0) ? "-0" : `${value}`;
    case "bigint":
      return `${value}n`;
    case "function":
      return `[Function${value.name === "" ? "" : ` ${value.name}`}]`;
    case "object":
      return value === null ? "null" : showObject(value, depth, seen, beside);
    default:
      return String(value);
  }
}

function showObject(
  value: object,
  depth: number,
  seen: object[],
  beside?: Beside,
): string {
  if (seen.includes(value)) return "[Circular]";
  if (value instanceof Date) {
    const time = value.getTime();
    return time === time ? value.toISOString() : "Invalid Date";
  }
  if (value instanceof Error) {
    return value.message === ""
      ? value.name
      : `${value.name}: ${value.message}`;
  }
  if (value instanceof RegExp) return `${value}`;
  const bytes = bytesOf(value);
  if (bytes !== undefined) return `[${bytes.length} bytes]`;
  if (depth >= MAX.depth) return Array.isArray(value) ? "[…]" : "{…}";
  const inside = [...seen, value];
  if (value instanceof Set) return `Set ${showObject([...value], depth, seen)}`;
  if (value instanceof Promise) return "Promise";
  const plain = simplified(value);
  if (plain !== undefined) return show(plain, depth, seen);
  const array = Array.isArray(value);
  const keys = keysOf(value, beside?.value);
  const size = array ? value.length : keys.length;
  const others = membersOf(beside?.value);
  const left = keys.slice(0, MAX.entries);
  const hidden = size - (array ? last(left) + 1 : left.length);
  const parts = left.map((key) => {
    if (key instanceof Equal) return `… ${key.equal} equal`;
    if (array && !Object.hasOwn(value, key as number)) return "<empty>";
    const member = shown(
      () =>
        value instanceof Map ? value.get(key) : (value as Members)[`${key}`],
      depth + 1,
      inside,
      others && { value: others[`${key}`] },
    );
    return array
      ? member
      : `${
        typeof key === "string" && /^[A-Za-z_$][\w$]*$/.test(key)
          ? key
          : show(key, depth + 1, inside)
      }: ${member}`;
  });
  if (hidden > 0) parts.push(`… ${hidden} more`);
  const [open, close] = array
    ? ["[", "]"]
    : [value instanceof Map ? "Map { " : "{ ", " }"];
  if (parts.length === 0) return `${open.trim()}${close.trim()}`;
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length <= 72) return line;
  const indent = "  ".repeat(depth + 1);
  return `${open.trim()}\n${parts.map((part) => indent + part).join(",\n")}\n${
    "  ".repeat(depth)
  }${close.trim()}`;
}

/** A run of elements that the other list has, too. */
class Equal {
  /** @param last The index of the last of them. */
  constructor(readonly equal: number, readonly last: number) {}
}

/** The keys that are shown: of a list with many elements those that tell how it differs from the other one. */
function keysOf(value: object, other: unknown): readonly unknown[] {
  if (value instanceof Map) return [...value.keys()];
  if (!Array.isArray(value)) return Object.keys(value);
  if (
    !Array.isArray(other) ||
    value.length <= MAX.entries && other.length <= MAX.entries
  ) {
    return Array.from(
      { length: Math.min(value.length, MAX.entries) },
      (_, i) => i,
    );
  }
  let end = -1;
  try {
    return differing<unknown, unknown>(value, other, (a, b) => same(a, b, 0))
      .map((piece) => {
        if (typeof piece === "number") return end = piece;
        end += piece.equal;
        return new Equal(piece.equal, end);
      });
  } catch {
    // A getter throws, or an object is in itself.
    return Array.from({ length: MAX.entries }, (_, i) => i);
  }
}

function last(keys: readonly unknown[]): number {
  const key = keys.at(-1);
  return key instanceof Equal ? key.last : typeof key === "number" ? key : -1;
}

function membersOf(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null && !(value instanceof Map)
    ? value as Members
    : undefined;
}

/** Whether nobody would see a difference. */
function same(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true;
  if (
    typeof a !== "object" || typeof b !== "object" || a === null ||
    b === null || depth > MAX.depth
  ) return false;
  const prototype = Object.getPrototypeOf(a);
  if (prototype !== Object.getPrototypeOf(b)) return false;
  if (
    !Array.isArray(a) && prototype !== null && prototype !== Object.prototype
  ) {
    return show(a, depth, []) === show(b, depth, []);
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length &&
    keys.every((key) =>
      Object.hasOwn(b, key) &&
      same((a as Members)[key], (b as Members)[key], depth + 1)
    );
}

type Members = Readonly<Record<string, unknown>>;

/** A member, or what its getter throws. */
function shown(
  read: () => unknown,
  depth: number,
  seen: object[],
  beside?: Beside,
): string {
  try {
    return show(read(), depth, seen, beside);
  } catch (error) {
    return `[throws ${show(error, MAX.depth, [])}]`;
  }
}

/** What instances such as URLs, moments and headers say of themselves. */
function simplified(value: object): unknown {
  const prototype = Object.getPrototypeOf(value);
  if (Array.isArray(value) || prototype === null || value instanceof Map) {
    return;
  }
  if (Object.getPrototypeOf(prototype) === null) return;
  const { toJSON, entries } = value as Readonly<Record<string, unknown>>;
  try {
    if (typeof toJSON === "function") return toJSON.call(value);
    if (typeof entries !== "function" || Object.keys(value).length > 0) return;
    return [...entries.call(value)];
  } catch {
    return undefined;
  }
}

/** Characters of a text that are shown where it was to equal another one. */
const MAX_COMPARED = 40_000;

function showText(text: string, beside?: Beside): string {
  const whole = JSON.stringify(text);
  if (whole.length <= MAX.text) return whole;
  const other = beside?.value;
  let note = `${whole.length} characters`;
  if (typeof other === "string") {
    if (whole.length <= MAX_COMPARED) return whole;
    // It is never cut at its start: half a secret would not be known as one.
    let same = 0;
    while (same < text.length && text[same] === other[same]) same++;
    note += `, differs from character ${same + 1} on`;
  }
  return `${whole.slice(0, MAX.text)}… (${note})`;
}
