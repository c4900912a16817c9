import { bytesOf } from "../../core/script/border/encode.ts";

const MAX = { depth: 6, entries: 100, text: 10_000 };

/** A value as the console and failures show it. Never runs getters twice. */
export function inspect(value: unknown): string {
  return show(value, 0, []);
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

function show(value: unknown, depth: number, seen: object[]): string {
  switch (typeof value) {
    case "string":
      return cut(JSON.stringify(value));
    case "number":
      return Object.is(value, -0) ? "-0" : `${value}`;
    case "bigint":
      return `${value}n`;
    case "function":
      return `[Function${value.name === "" ? "" : ` ${value.name}`}]`;
    case "object":
      return value === null ? "null" : showObject(value, depth, seen);
    default:
      return String(value);
  }
}

function showObject(value: object, depth: number, seen: object[]): string {
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
  const keys: readonly unknown[] = value instanceof Map
    ? [...value.keys()]
    : array
    ? Array.from({ length: Math.min(value.length, MAX.entries) }, (_, i) => i)
    : Object.keys(value);
  const size = array ? value.length : keys.length;
  const parts = keys.slice(0, MAX.entries).map((key) => {
    if (array && !Object.hasOwn(value, key as number)) return "<empty>";
    const member = shown(
      () =>
        value instanceof Map ? value.get(key) : (value as Members)[`${key}`],
      depth + 1,
      inside,
    );
    return array
      ? member
      : `${
        typeof key === "string" && /^[A-Za-z_$][\w$]*$/.test(key)
          ? key
          : show(key, depth + 1, inside)
      }: ${member}`;
  });
  if (size > MAX.entries) parts.push(`… ${size - MAX.entries} more`);
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

type Members = Readonly<Record<string, unknown>>;

/** A member, or what its getter throws. */
function shown(read: () => unknown, depth: number, seen: object[]): string {
  try {
    return show(read(), depth, seen);
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

function cut(text: string): string {
  return text.length <= MAX.text
    ? text
    : `${text.slice(0, MAX.text)}… (${text.length} characters)`;
}
