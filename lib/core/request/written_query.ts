import type { Text } from "../source/origin.ts";
import { decodeComponent, encodeComponent } from "../render/encode.ts";
import { cachedTemplate } from "../template/template_of.ts";

/** A URL before `?`, its query (undefined without `?`), and `#` with what follows. */
export function splitQuery(
  url: string,
): [base: string, query: string | undefined, fragment: string] {
  const hash = url.indexOf("#");
  const fragment = hash === -1 ? "" : url.slice(hash);
  const rest = hash === -1 ? url : url.slice(0, hash);
  const mark = rest.indexOf("?");
  return mark === -1
    ? [rest, undefined, fragment]
    : [rest.slice(0, mark), rest.slice(mark + 1), fragment];
}

/** The names in a query, with their escapes undone, so that two spellings of one are the same. */
export function queryNames(query: string): Set<string> {
  return new Set(
    query.split("&").filter((pair) => pair !== "").map((pair) =>
      comparableName(pair.split("=", 1)[0])
    ),
  );
}

/** A query parameter's name with its escapes undone. */
export function comparableName(name: string): string {
  return decodeComponent(name.replaceAll("+", " "));
}

/**
 * A query parameter's value as a server reads it, so that two spellings of one
 * are the same: characters of ASCII without escapes, others as escapes. A `%`
 * that begins no escape goes out as it is, and stays.
 */
export function comparableValue(
  value: string,
  { plus = " " }: { readonly plus?: " " | "+" } = {},
): string {
  return value.replaceAll("+", plus).replace(
    /%[\da-f]{2}|[^\0-\x7f]+/gi,
    (part) =>
      part[0] !== "%"
        ? encodeComponent(part)
        : /[0-7]/.test(part[1])
        ? decodeComponent(part)
        : part.toUpperCase(),
  );
}

/** Where a character stands in a template's own text, from an index on; undefined: nowhere. What a placeholder stands for is not its own text. */
export function ownIndex(
  text: string,
  character: string,
  from = 0,
): number | undefined {
  if (!text.includes(character, from)) return undefined;
  for (const { kind, text: own, start } of cachedTemplate(text).parts) {
    const at = kind === "text"
      ? own.indexOf(character, Math.max(0, from - start))
      : -1;
    if (at !== -1) return start + at;
  }
  return undefined;
}

/** Says which query parameters a URL names as they are written, placeholders and all. */
export function writtenQuery(
  url: string,
): (parameter: { readonly name: Pick<Text, "text"> }) => boolean {
  const values = writtenValues(url);
  return ({ name }) => values.has(name.text);
}

/** The values of each query parameter that a URL names, with their escapes undone. */
export function writtenValues(url: string): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of writtenPairs(url)) {
    if (name === "") continue;
    const others = values.get(name) ?? new Set();
    values.set(name, others.add(comparableValue(value.trim())));
  }
  return values;
}

/** The names and values in the query of a URL, as they are written; the value of a name without `=` is empty. */
export function writtenPairs(url: string): [name: string, value: string][] {
  // What stands in a placeholder, such as `{{?Yes & no}}`, divides nothing.
  const outside = cachedTemplate(url).parts.map((part) =>
    part.kind === "text" ? part.text : "x".repeat(part.end - part.start)
  ).join("");
  const [base, query = ""] = splitQuery(outside);
  let at = base.length + 1;
  return query.split("&").map((pair) => {
    const equals = at + pair.split("=", 1)[0].length;
    const end = at + pair.length;
    const name = url.slice(at, equals);
    at = end + 1;
    return [name, url.slice(equals + 1, end)];
  });
}
