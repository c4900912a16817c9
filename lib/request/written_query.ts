import type { Param } from "../collection/types.ts";
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

/** Says which query parameters a URL holds as they are written, placeholders and all. */
export function writtenQuery(
  url: string,
): (parameter: Pick<Param, "name" | "value">) => boolean {
  const pairs = new Set(writtenPairs(url));
  return ({ name, value }) =>
    pairs.has(`${name.text}=${value.text}`) ||
    value.text === "" && pairs.has(name.text);
}

function writtenPairs(url: string): string[] {
  // What stands in a placeholder, such as `{{?Yes & no}}`, divides nothing.
  const outside = cachedTemplate(url).parts.map((part) =>
    part.kind === "text" ? part.text : "x".repeat(part.end - part.start)
  ).join("");
  const [base, query = ""] = splitQuery(outside);
  let at = base.length + 1;
  return query.split("&").map(({ length }) => {
    const pair = url.slice(at, at + length);
    at += length + 1;
    return pair;
  });
}
