import type { Text } from "../source/origin.ts";
import { locationOf } from "../source/diagnostic.ts";
import type { Value } from "../scope/value/value.ts";
import type { Assertion } from "../collection/types.ts";
import { parseBody, tooLargeForJson } from "../http/parse_body.ts";
import type { LongText } from "../http/long_text.ts";
import type { Response } from "../http/response.ts";
import { headerValues } from "../http/header_of.ts";
import type { ValueSelection } from "./types.ts";
import { once } from "../source/once.ts";

/** What a path begins with, and what follows. */
const IN_ASCII = {
  root: /^\s*([A-Za-z_$][\w$]*)/,
  step:
    /\s*(?:\.\s*([A-Za-z_$][\w$]*)|\[\s*(?:(\d+)|"([^"\\]*)"|'([^'\\]*)')\s*\])/y,
};
/** The same with letters of every language. Making it takes as long as sending: few paths need it. */
const IN_UNICODE = once(() => ({
  root: /^\s*([\p{L}_$][\p{L}\p{N}_$]*)/u,
  step:
    /\s*(?:\.\s*([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(?:(\d+)|"([^"\\]*)"|'([^'\\]*)')\s*\])/uy,
}));
/** `res.headers.content-type`: no JavaScript, but what people write. */
const HEADER = /^\s*res\s*\.\s*headers\s*\.\s*([\w-]+)\s*$/;

/** Whether an expression is the name of a header, which needs no quotes. */
export function isHeaderPath(text: string): boolean {
  return HEADER.test(text);
}

/**
 * Evaluates a left side that is only a path into the response (`res.status`,
 * `res.headers["content-type"]`, `res.body.items[0].id`), as JavaScript would,
 * over own members. Gives nothing for any other expression: that one is for
 * the sandbox.
 */
export function selectFast(
  expression: Text,
  response: Response,
): ValueSelection | undefined {
  if (isJsonPath(expression.text)) return selectPlace(expression, response);
  const path = readPath(expression.text);
  if (path === undefined) return undefined;
  const [root, ...members] = path;
  let value: Value | undefined;
  switch (root) {
    case "status":
      value = response.status;
      break;
    case "statusText":
      value = response.statusText;
      break;
    case "responseTime":
      value = Math.round(response.timings.total);
      break;
    case "url":
      value = response.url;
      break;
    case "firstMessageTime":
      value = response.stream?.firstMessageTime;
      break;
    case "messages":
      if (members.join() !== "length" || !response.stream) return undefined;
      return { ok: true, value: response.stream.messages.length };
    case "headers":
      value = headerValues(response.headers);
      if (members.length > 0) members[0] = members[0].toLowerCase();
      break;
    case "body": {
      const body = parseBody(response);
      if (body.long && members.join() === "length") {
        return { ok: true, value: body.long.length };
      }
      if (body.tooLarge) return failed(expression, body.tooLarge);
      value = body.value;
      break;
    }
    default:
      return undefined;
  }
  return walk(expression, value, members);
}

/** Whether an expression is JSONPath, which begins where no JavaScript does that people write. */
export function isJsonPath(text: string): boolean {
  return /^\s*\$(?:$|\s*[.[])/.test(text);
}

/** The members of the body that a JSONPath names, where it does nothing else. */
export function placePath(text: string): readonly string[] | undefined {
  return readPath(text, "$");
}

/** The members of the response that an expression names, where it does nothing else. */
export function responsePath(text: string): readonly string[] | undefined {
  return readPath(text);
}

/** The value at a place of the body, where a JSONPath does nothing but name one. */
function selectPlace(
  expression: Text,
  response: Response,
): ValueSelection | undefined {
  const path = readPath(expression.text, "$");
  const body = path && parseBody(response);
  if (body === undefined) return undefined;
  if (body.tooLarge) return failed(expression, body.tooLarge);
  let value: Value | undefined = body.value;
  for (const step of path!) {
    if (typeof value !== "object" || value === null) {
      return { ok: true, value: undefined };
    }
    const isIndex = /^\d+$/.test(step);
    // JSONPath tells `a.0`, a key, from `a[0]`, an index: the full evaluation decides.
    if (isIndex !== Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, step)
      ? (value as unknown as Record<string, Value>)[step]
      : undefined;
  }
  return { ok: true, value };
}

/**
 * Evaluates an expression that is only a path into a value (`message.data.id`)
 * as JavaScript would, over own members. Gives nothing for any other one.
 */
export function selectMember(
  expression: Text,
  root: string,
  value: Value | undefined,
): ValueSelection | undefined {
  const path = readPath(expression.text, root);
  return path && walk(expression, value, path);
}

/** The text of a long response, where a left side is just that: most operators need no copy of it. */
export function selectLong(
  { expression, operator }: Assertion,
  response: Response,
): ValueSelection<LongText> | undefined {
  if (readPath(expression.text)?.join() !== "body") return undefined;
  const { long, tooLarge } = parseBody(response);
  if (long === undefined) return undefined;
  const why = operator === "isJson"
    ? tooLargeForJson(long, response.limit)
    : operator === "matches" || operator === "notMatches"
    ? tooLarge
    : undefined;
  return why === undefined
    ? { ok: true, value: long }
    : failed(expression, why);
}

function walk(
  expression: Text,
  start: Value | undefined,
  members: readonly string[],
): ValueSelection {
  let value = start;
  for (const member of members) {
    if (value === undefined || value === null) {
      const why = `cannot read "${member}" of ${value}`;
      return failed(expression, why);
    }
    value = Object.hasOwn(Object(value), member)
      ? (value as unknown as Record<string, Value>)[member]
      : undefined;
  }
  return { ok: true, value };
}

function failed(expression: Text, why: string): ValueSelection<never> {
  const { text, at } = expression;
  return {
    ok: false,
    diagnostic: {
      code: "ASSERTION",
      severity: "error",
      message: `Cannot evaluate "${text}": ${why}`,
      location: locationOf(at, { length: text.length, place: "assertion" }),
    },
  };
}

/** The members after the root, or nothing if the expression is not a mere path. */
function readPath(text: string, root = "res"): string[] | undefined {
  const header = HEADER.exec(text);
  if (header) return root === "res" ? ["headers", header[1]] : undefined;
  const { root: first, step: next } = /[^\s!-~]/.test(text)
    ? IN_UNICODE()
    : IN_ASCII;
  const start = first.exec(text);
  if (start?.[1] !== root) return undefined;
  const path: string[] = [];
  next.lastIndex = start[0].length;
  let end = next.lastIndex;
  for (let step = next.exec(text); step !== null; step = next.exec(text)) {
    path.push(step[1] ?? step[2] ?? step[3] ?? step[4]);
    end = next.lastIndex;
  }
  return text.slice(end).trim() === "" && path.length > 0 ? path : undefined;
}
