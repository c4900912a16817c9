import { bytesOf } from "../encode.ts";

const LIMIT = { depth: 6, entries: 100, text: 10_000 };

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
    out = format.replace(/%([sdifoOj%])/g, (all, kind: string) => {
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
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof RegExp) return `${value}`;
  const bytes = bytesOf(value);
  if (bytes !== undefined) return `[${bytes.length} bytes]`;
  if (depth >= LIMIT.depth) return Array.isArray(value) ? "[…]" : "{…}";
  const inside = [...seen, value];
  if (value instanceof Map) {
    return `Map ${showObject(Object.fromEntries(value), depth, seen)}`;
  }
  if (value instanceof Set) return `Set ${showObject([...value], depth, seen)}`;
  if (value instanceof Promise) return "Promise";
  const array = Array.isArray(value);
  const keys = Object.keys(value);
  const parts = keys.slice(0, LIMIT.entries).map((key) => {
    const member = show(
      (value as Record<string, unknown>)[key],
      depth + 1,
      inside,
    );
    if (array) return member;
    return `${
      /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)
    }: ${member}`;
  });
  if (keys.length > LIMIT.entries) {
    parts.push(`… ${keys.length - LIMIT.entries} more`);
  }
  const [open, close] = array ? ["[", "]"] : ["{ ", " }"];
  if (parts.length === 0) return array ? "[]" : "{}";
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length <= 72) return line;
  const indent = "  ".repeat(depth + 1);
  return `${open.trim()}\n${parts.map((part) => indent + part).join(",\n")}\n${
    "  ".repeat(depth)
  }${close.trim()}`;
}

function cut(text: string): string {
  return text.length <= LIMIT.text
    ? text
    : `${text.slice(0, LIMIT.text)}… (${text.length} characters)`;
}
