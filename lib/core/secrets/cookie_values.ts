import type { Range } from "./automaton.ts";
import { isLikeKey } from "./hidden_names.ts";

/** An attribute behind a cookie's value, as only a `Set-Cookie` header has it. */
const ATTRIBUTE =
  /;\s{0,5}(?:path=(?=\/)|domain=(?=[.\w])|expires=(?=[a-z]{3})|max-age=(?=-?\d)|samesite=(?=lax|strict|none)|priority=(?=low|medium|high)|(?:httponly|secure|partitioned)(?![\w=-]))/gi;
/** An attribute that no pair stands before. */
const OWN_NAME = /^(?:path|domain|expires|max-age|samesite|priority)$/i;
/** What stands around a cookie's name and value. */
const AROUND = /[\s;,"'`<>]/;
/** Values that other texts have as well: dates and versions. */
const COMMON = /^(?:\d{4}-\d\d-\d\d|v?\d+\.\d+)/i;

/**
 * Values of cookies in a text that shows a `Set-Cookie` header without its
 * name: `sid=…; Path=/; HttpOnly`. Its work is linear in the text.
 */
export function cookieValues(text: string): Range[] {
  if (!text.includes(";")) return [];
  const ranges: Range[] = [];
  let done = 0;
  for (const { 0: attribute, index } of text.matchAll(ATTRIBUTE)) {
    const [from, to] = text[index - 1] === '"'
      ? quotedBefore(text, index - 1)
      : pairBefore(text, index, done);
    if (done < from && from < to) ranges.push([from, to]);
    done = index + attribute.length;
  }
  return ranges;
}

/** The value that ends with a quote, without its quotes; an empty range where it is none. */
function quotedBefore(text: string, end: number): Range {
  const open = text.lastIndexOf('"', end - 1);
  return text[open - 1] === "=" ? [open + 1, end] : [end, end];
}

/** The value of the pair that ends here; an empty range where there is none. */
function pairBefore(text: string, end: number, after: number): Range {
  let from = end;
  while (from > after && !AROUND.test(text[from - 1])) from--;
  const equals = text.slice(from, end).indexOf("=");
  const name = text.slice(from, from + Math.max(0, equals));
  return name === "" || OWN_NAME.test(name)
    ? [end, end]
    : [from + equals + 1, end];
}

/**
 * The cookies that a response sets whose values look like keys, decoded. What
 * may be a word, such as `dark`, would be hidden wherever else it stands.
 */
export function secretCookies(
  headers: readonly (readonly [name: string, value: string])[],
): { name: string; value: string }[] {
  return headers.filter(([name]) => name.toLowerCase() === "set-cookie")
    .map(([, cookie]) => {
      const [pair] = cookie.split(";", 1);
      const equals = pair.indexOf("=");
      const value = pair.slice(equals + 1).trim().replace(/^"(.*)"$/, "$1");
      return { name: pair.slice(0, equals).trim(), value: decoded(value) };
    })
    .filter(({ value }) => isLikeKey(value) && !COMMON.test(value));
}

/** A value without the escapes that cookies often have. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
