import type { Json } from "../api.ts";

/** A pair of a URL's query, as written. */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
}

/** The URL's text before, in and behind its query; a `?` in a placeholder begins none. */
function split(url: string): [before: string, query: string, after: string] {
  const plain = url.replace(/\{\{[^{}]*\}\}/g, (it) => "_".repeat(it.length));
  const hash = plain.indexOf("#");
  const end = hash < 0 ? url.length : hash;
  const mark = plain.slice(0, end).indexOf("?");
  return mark < 0
    ? [url.slice(0, end), "", url.slice(end)]
    : [url.slice(0, mark), url.slice(mark + 1, end), url.slice(end)];
}

/** The pairs of a URL's query, in order. */
export function queryOf(url: string): QueryPair[] {
  const [, query] = split(url);
  return query.split("&").filter(Boolean).map((pair) => {
    const at = pair.indexOf("=");
    return at < 0
      ? { name: pair, value: "" }
      : { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });
}

/** The URL with these pairs for its query. */
export function withQuery(url: string, pairs: readonly QueryPair[]): string {
  const [before, , after] = split(url);
  const query = pairs.map(({ name, value }) =>
    value === "" ? name : `${name}=${value}`
  ).join("&");
  return before + (query === "" ? "" : `?${query}`) + after;
}

type Param = Readonly<Record<string, Json>>;

const isQuery = ({ type = "query" }: Param) => type === "query";

/**
 * The parameters after an edit of the URL: what stands in both follows the URL,
 * since a pair of the URL wins, and would come back if it stayed in the list.
 */
export function followUrl(
  params: readonly Param[],
  before: string,
  after: string,
): readonly Param[] {
  const old = new Set(queryOf(before).map(({ name }) => name));
  const now = new Map<string, string[]>();
  for (const { name, value } of queryOf(after)) {
    now.set(name, [...now.get(name) ?? [], value]);
  }
  return params.flatMap((param) => {
    const name = String(param.name);
    if (!isQuery(param) || !old.has(name)) return [param];
    const value = now.get(name)?.shift();
    if (value === undefined) return [];
    return [value === String(param.value ?? "") ? param : { ...param, value }];
  });
}

/** The names of a URL's path parameters, such as `:id`. */
export function pathNames(url: string): string[] {
  const [before] = split(url);
  const path = before.replace(/^[^/]*:\/\//, "");
  return [...path.matchAll(/\/:([\w-]+)/g)].map(([, name]) => name);
}
