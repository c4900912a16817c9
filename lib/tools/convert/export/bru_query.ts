import {
  splitQuery,
  writtenPairs,
  writtenQuery,
} from "../../../core/request/written_query.ts";
import { cachedTemplate } from "../../../core/template/template_of.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import { isSwitchedOff, pair, type Say, typedParams } from "./bru_text.ts";

/**
 * The rows of parameters as Bruno's window writes them: those of the URL's
 * query, then those that are switched off. Bruno sends what the URL says. But
 * its window makes the URL from the rows as soon as one of them changes, and
 * loses what only the URL has.
 *
 * @param url With all parameters that the request sends.
 */
export function rowsOfQuery(
  url: string,
  params: RawJson,
): Record<string, RawJson>[] {
  const rows = typedParams(params);
  const isOn = (row: Record<string, RawJson>) => !isSwitchedOff(row);
  const own = new Map<string, Record<string, RawJson>[]>();
  for (const row of rows.filter(isOn)) {
    const name = jsonTextOf(row.name) ?? "";
    if (row.type !== "query") continue;
    const others = own.get(name);
    if (others) others.push(row);
    else own.set(name, [row]);
  }
  const inUrl = writtenPairs(url).flatMap(([name, value]) => {
    const row = own.get(name)?.shift();
    const written = { ...row, name, value: value.trim(), type: "query" };
    return name !== "" && (row !== undefined || isHeld(written))
      ? [written]
      : [];
  });
  // Those that no URL has, such as the second of two rows of one name.
  const left = new Set([...own.values()].flat());
  return [
    ...inUrl,
    ...rows.filter((row) =>
      isOn(row) && (row.type !== "query" || left.has(row))
    ),
    ...rows.filter((row) => !isOn(row)),
  ];
}

/** Whether a line can hold a row as it is. */
function isHeld({ name, value }: { name: string; value: string }): boolean {
  let isWhole = true;
  const lines = pair(name, value, () => isWhole = false, { disabled: false });
  return isWhole && lines.length > 0;
}

/**
 * A URL with the query parameters that it does not have: Bruno sends what the
 * URL says, and shows the parameters.
 */
export function withRowsInUrl(url: string, params: RawJson, say: Say): string {
  const isInUrl = writtenQuery(url);
  const pairs = elements(params).map(members).flatMap((row) => {
    const name = jsonTextOf(row.name) ?? "";
    const value = jsonTextOf(row.value) ?? "";
    const isQuery = (row.type ?? "query") === "query" && !isSwitchedOff(row);
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
      "Bruno sends the query that the URL has, and not the other parameters: a placeholder in it may add names",
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
