import type {
  Answered,
  Asked,
  Difference,
} from "../../embedded/page/workbench/api.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";
import type { CollectedResponse } from "../../tools/report/collect/types.ts";
import { valuesAt } from "../../tools/report/values_at.ts";
import { Refused } from "../answers.ts";
import type { History } from "./history.ts";

/** So much of a body is given at once. */
const MAX_PART = 4 * 1024 * 1024;
const MAX_MATCHES = 10_000;
const MAX_VALUES = 1_000;
const MAX_DIFFERENCES = 2_000;

function responseOf(history: History, exchange: string): CollectedResponse {
  const { response } = history.get(exchange).details;
  if (response) return response;
  throw new Refused("Cannot show the body: no answer came", [], 404);
}

function textOf(history: History, exchange: string): string {
  const { body } = responseOf(history, exchange);
  if (body === undefined) return "";
  if (body.kind === "text") return body.text;
  throw new Refused("Cannot show the body as text: it has bytes, download it");
}

/** A part of a body. */
export function bodyPart(
  history: History,
  { exchange, start = 0, length = MAX_PART }: Asked<"body">,
): Answered<"body"> {
  const text = textOf(history, exchange);
  const from = Math.max(0, Math.min(start, text.length));
  const part = text.slice(from, from + Math.min(length, MAX_PART));
  return { text: part, start: from, length: text.length };
}

/** Where a text stands in a body, whatever its case. */
export function findIn(
  history: History,
  { exchange, text, limit = 1_000 }: Asked<"find">,
): Answered<"find"> {
  if (text === "") return { matches: [], more: false };
  const body = textOf(history, exchange);
  const pattern = new RegExp(RegExp.escape(text), "gi");
  const matches: number[] = [];
  for (const { index } of body.matchAll(pattern)) {
    if (matches.length >= Math.min(limit, MAX_MATCHES)) {
      return { matches, more: true };
    }
    matches.push(index);
  }
  return { matches, more: false };
}

/** What a JSONPath finds in a body. */
export function filtered(
  history: History,
  { exchange, path }: Asked<"filter">,
): Answered<"filter"> {
  const body = jsonOf(textOf(history, exchange));
  if (body === undefined) {
    throw new Refused("Cannot filter the body: it is not JSON");
  }
  try {
    return valuesAt(path, body.value, MAX_VALUES);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refused(`Cannot filter by "${path}": ${why}`);
  }
}

/** The bytes of a body, and their type. */
export function bodyBytes(
  history: History,
  exchange: string,
): { content: Uint8Array<ArrayBuffer>; type: string } {
  const { body, headers } = responseOf(history, exchange);
  const type = headers.find(({ name }) => name.toLowerCase() === "content-type")
    ?.value.split(";")[0].trim().toLowerCase() ?? "";
  switch (body?.kind) {
    case undefined:
      return { content: new Uint8Array(), type };
    case "text":
      return { content: new TextEncoder().encode(body.text), type: "" };
    case "binary":
      return { content: Uint8Array.fromBase64(body.base64), type };
    default:
      throw new Refused("Cannot download the body: it was not kept");
  }
}

/** What is different between two answers: status, headers, and the body, member by member where both are JSON. */
export function compared(
  history: History,
  { a, b }: Asked<"compare">,
): Answered<"compare"> {
  const [one, other] = [responseOf(history, a), responseOf(history, b)];
  const differences: Difference[] = [];
  if (one.status !== other.status) {
    differences.push({
      part: "status",
      path: "",
      a: String(one.status),
      b: String(other.status),
    });
  }
  const [headersA, headersB] = [headersOf(one), headersOf(other)];
  for (const name of new Set([...headersA.keys(), ...headersB.keys()])) {
    const [x, y] = [headersA.get(name), headersB.get(name)];
    if (x === y) continue;
    differences.push({
      part: "header",
      path: name,
      ...(x !== undefined && { a: x }),
      ...(y !== undefined && { b: y }),
    });
  }
  const [x, y] = [bodyText(one), bodyText(other)];
  if (x === y) return { differences };
  const found: Difference[] = [];
  const [jsonA, jsonB] = [jsonOf(x), jsonOf(y)];
  try {
    if (jsonA && jsonB) compareValues(jsonA.value, jsonB.value, "$", found);
    else compareLines(x, y, found);
  } catch (error) {
    // Nested deeper than calls can go.
    if (!(error instanceof RangeError)) throw error;
    found.length = 0;
    compareLines(x, y, found);
  }
  return { differences: [...differences, ...found] };
}

function headersOf({ headers }: CollectedResponse): Map<string, string> {
  const all = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const known = all.get(key);
    all.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  return all;
}

function bodyText({ body }: CollectedResponse): string {
  return body?.kind === "text"
    ? body.text
    : body?.kind === "binary"
    ? body.base64
    : "";
}

function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function compareValues(
  a: unknown,
  b: unknown,
  path: string,
  found: Difference[],
): void {
  if (found.length >= MAX_DIFFERENCES || a === b) return;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; at < Math.max(a.length, b.length); at++) {
      compareValues(a[at], b[at], `${path}[${at}]`, found);
    }
    return;
  }
  if (isPlainObject(a) && isPlainObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const step = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key)
        ? `.${key}`
        : `[${JSON.stringify(key)}]`;
      const [x, y] = [a, b].map((it) =>
        Object.hasOwn(it, key) ? it[key] : undefined
      );
      compareValues(x, y, path + step, found);
    }
    return;
  }
  const [x, y] = [a, b].map((it) => JSON.stringify(it));
  if (x === y) return;
  found.push({
    part: "body",
    path,
    ...(x !== undefined && { a: x }),
    ...(y !== undefined && { b: y }),
  });
}

function compareLines(a: string, b: string, found: Difference[]): void {
  const [x, y] = [a.split("\n"), b.split("\n")];
  for (let at = 0; at < Math.max(x.length, y.length); at++) {
    if (x[at] === y[at]) continue;
    if (found.length >= MAX_DIFFERENCES) return;
    found.push({
      part: "body",
      path: `line ${at + 1}`,
      ...(x[at] !== undefined && { a: x[at] }),
      ...(y[at] !== undefined && { b: y[at] }),
    });
  }
}
