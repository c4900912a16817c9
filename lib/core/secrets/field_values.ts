import type { Range } from "./automaton.ts";
import { listedValues } from "./listed_values.ts";

/** The value of a field in a text. */
export interface FieldValue {
  /** The name as written; empty for what stands before the host of a URL. */
  readonly name: string;
  /** Where the value stands, without quotes. */
  readonly range: Range;
  /** How the value is written. */
  readonly kind: "userinfo" | "pair" | "json" | "number" | "script" | "xml";
}

/** Whether any name in a text can be one of a secret: most texts have none. */
const HINT = /tok|sec|ses|cred|pass|pwd|pin|auth|sig|key|cookie|veri|wsse|%/i;

const USERINFO = /\b[a-z][a-z0-9+.-]{0,20}:\/\/([^\s\/?#@"'<>]{1,500})@/dgi;
const PAIR = /(?:^|[?&])([\w.\-[\]%+]{1,100})=/g;
const END_OF_PAIR = /[&\s#"'<>]|$/g;
/** A member of JSON that is text inside of JSON. */
const INNER_MEMBER =
  /\\{1,15}"([^"\\]{1,100})\\{1,15}"\s{0,20}:\s{0,20}(?:\\{1,15}"((?:[^"\\]|\\{1,15}[^"\\])*)|(-?\d[\d.eE+-]*))/dg;
const JSON_MEMBER =
  /"([^"\\]{1,100})"\s{0,20}:\s{0,20}(?:"((?:[^"\\]|\\[^])*)(?:"|$)|(-?\d[\d.eE+-]*))/dg;
/** What follows the key or name of a row, such as a header's: the value of that name. */
const ROW_VALUE =
  /\\{0,15}"\s{0,20},\s{0,20}\\{0,15}"value\\{0,15}"\s{0,20}:(?:\s{0,20}\\{0,15}"((?:[^"\\]|\\+[^"\\])*))?/dy;
/** The same as a console shows it. */
const LOGGED_VALUE = /",\s{1,40}value: (?:"((?:[^"\\\n]|\\.)*)")?/dy;
const SCRIPT_MEMBER =
  /(?<![\w$"'])(?:'([^'\\\n]{1,100})'|([A-Za-z_$][\w$]{0,99})):\s{1,20}(?:'((?:[^'\\\n]|\\.)*)')/dg;
/** The same as a console shows it. A message names a field behind `auth: "`, too. */
const LOGGED_MEMBER =
  /(?<=[{,]\s{1,40})([A-Za-z_$][\w$]{0,99}): "((?:[^"\\\n]|\\.)*)"/dg;
const ELEMENT =
  /<(?:[\w.-]{1,40}:)?([\w.-]{1,100})(?:\s[^<>]{0,500})?>([^<]+)<\//dg;
const ATTRIBUTE = /\s(?:[\w.-]{1,40}:)?([\w.-]{1,100})="([^"<>]+)"/dg;

/** What the engine quotes of a text that is no JSON or no code, if it is too short or too plain for a secret. */
const UNEXPECTED = /^token: '(?:.{1,3}|[A-Za-z]{1,20})'$/;

/** Whether a match is not a member but the engine's `unexpected token: '<'`. */
function isParseError(text: string, { 0: all, index }: RegExpExecArray) {
  return text.startsWith("unexpected ", index - "unexpected ".length) &&
    UNEXPECTED.test(all);
}

/**
 * The values of fields in a text: user and password of a URL, pairs of a query
 * or form, members of JSON and of what a console shows, elements and attributes
 * of XML. Those of `isWanted` names, and what a URL holds before its host. Of a
 * list and an object in JSON only what looks like a key.
 */
export function fieldValues(
  text: string,
  isWanted: (
    name: string,
    value: string,
    kind: FieldValue["kind"],
  ) => boolean,
): FieldValue[] {
  const values: FieldValue[] = [];
  const add = (
    kind: FieldValue["kind"],
    name: string | undefined,
    range: Range | undefined,
  ) => {
    if (name === undefined || range === undefined) return;
    if (range[0] < range[1] && isWanted(name, text.slice(...range), kind)) {
      values.push({ name, range, kind });
    }
  };
  const addMember = (
    kind: FieldValue["kind"],
    { 1: name, 2: value, indices }: RegExpExecArray,
  ) => {
    const range = indices![2];
    if ((name === "key" || name === "name") && range !== undefined) {
      const pattern = kind === "json" ? ROW_VALUE : LOGGED_VALUE;
      pattern.lastIndex = range[1];
      const row = pattern.exec(text);
      if (row !== null) return add(kind, value, row.indices![1]);
    }
    add(kind, name, range);
  };
  if (text.includes("@")) {
    for (const { 1: userinfo, indices } of text.matchAll(USERINFO)) {
      const [from, to] = indices![1]!;
      // A user's name is not a secret; a token that stands alone is.
      const colon = userinfo.indexOf(":") + 1;
      const range: Range = [from + colon, to];
      if (range[0] < to) values.push({ name: "", range, kind: "userinfo" });
    }
  }
  if (text.includes("=")) {
    // In the value of a pair there may be a whole URL with pairs of its own.
    let end = 0;
    for (const { 0: lead, 1: name, index } of text.matchAll(PAIR)) {
      const start = index + lead.length;
      if (start > end) {
        END_OF_PAIR.lastIndex = start;
        end = END_OF_PAIR.exec(text)!.index;
      }
      add("pair", name, [start, end]);
    }
  }
  if (!HINT.test(text)) return values;
  if (text.includes('":') || text.includes('" ') || text.includes('"\n')) {
    for (const match of text.matchAll(JSON_MEMBER)) {
      addMember("json", match);
      add("number", match[1], match.indices![3]);
    }
    for (
      const { name, range } of listedValues(
        text,
        (name, value) => isWanted(name, value, "json"),
      )
    ) values.push({ name, range, kind: "json" });
  }
  if (text.includes('\\"')) {
    for (const match of text.matchAll(INNER_MEMBER)) {
      addMember("json", match);
      add("json", match[1], match.indices![3]);
    }
  }
  if (text.includes(": '")) {
    for (const match of text.matchAll(SCRIPT_MEMBER)) {
      if (isParseError(text, match)) continue;
      add("script", match[1] ?? match[2], match.indices![3]);
    }
  }
  if (text.includes(': "')) {
    for (const match of text.matchAll(LOGGED_MEMBER)) {
      addMember("script", match);
    }
  }
  if (text.includes("</")) {
    for (const match of text.matchAll(ELEMENT)) {
      add("xml", match[1], match.indices![2]);
    }
  }
  if (text.includes('="')) {
    for (const match of text.matchAll(ATTRIBUTE)) {
      add("xml", match[1], match.indices![2]);
    }
  }
  return values;
}
