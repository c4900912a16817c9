import {
  splitQuery,
  writtenQuery,
} from "../../../core/request/written_query.ts";
import { cachedTemplate } from "../../../core/template/template_of.ts";
import { elements, type Json, members, textOf } from "../json.ts";
import { isDisabled, type Say } from "./bru_text.ts";

/**
 * A URL with the query parameters that it does not have: Bruno sends what the
 * URL says, and shows the parameters.
 */
export function withQuery(url: string, params: Json, say: Say): string {
  const isInUrl = writtenQuery(url);
  const pairs = elements(params).map(members).flatMap((row) => {
    const name = textOf(row.name) ?? "";
    const value = textOf(row.value) ?? "";
    const isQuery = (row.type ?? "query") === "query" && !isDisabled(row);
    if (!isQuery || name + value === "" || isInUrl({ name: { text: name } })) {
      return [];
    }
    if (!hasText(name + value)) {
      say(
        `Bruno sends "=" for the parameter "${name}" where it has neither a name nor a value; Brace leaves it out`,
      );
    }
    return [`${written(name)}=${written(value, { isEnd: true })}`];
  });
  if (pairs.length === 0) return url;
  const { base, query, fragment } = partsOf(url);
  const hasOpenName = (query ?? "").split("&").some((pair) =>
    /\{\{/.test(pair.split("=", 1)[0])
  );
  if (hasOpenName) {
    say(
      "Bruno sends the query that the URL has, and not the other parameters: a placeholder in it may bring names of its own",
    );
    return url;
  }
  const all = [
    ...(query === undefined || query === "" ? [] : [query]),
    ...pairs,
  ];
  return `${base}?${all.join("&")}${fragment}`;
}

/** Whether something of it stands there whatever its placeholders give. */
function hasText(text: string): boolean {
  return cachedTemplate(text).parts.some(({ kind }) => kind === "text");
}

/** The parts of a URL as it is written, placeholders and all. */
function partsOf(url: string) {
  const outside = outsideOf(url);
  const [base, query] = splitQuery(outside);
  const end = base.length + (query === undefined ? 0 : query.length + 1);
  return {
    base: url.slice(0, base.length),
    query: query === undefined ? undefined : url.slice(base.length + 1, end),
    fragment: url.slice(end),
  };
}

/** A text with others in the place of placeholders, whose characters divide nothing. */
function outsideOf(text: string): string {
  return cachedTemplate(text).parts.map(({ kind, start, end }) =>
    kind === "text" ? text.slice(start, end) : "x".repeat(end - start)
  ).join("");
}

/** A name or value as the query has it: `#` is meant, and so are line breaks, and blanks at the end. */
function written(text: string, { isEnd = false } = {}): string {
  const plain = cachedTemplate(text).parts.map(({ kind, start, end }) => {
    const part = text.slice(start, end);
    return kind === "text"
      ? part.replace(/[#\r\n]/g, encodeURIComponent)
      : part;
  }).join("");
  if (!isEnd) return plain;
  const kept = plain.trimEnd();
  return kept + encodeURIComponent(plain.slice(kept.length));
}
