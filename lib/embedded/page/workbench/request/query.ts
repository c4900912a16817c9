import { segmentNames } from "../../../../core/render/segment_names.ts";
import type { Json } from "../api.ts";

/** A pair of a URL's query, as written. */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
  /** There is no `=`. */
  readonly isBare?: true;
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
      ? { name: pair, value: "", isBare: true }
      : { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });
}

/** The URL with these pairs for its query. */
export function withQuery(url: string, pairs: readonly QueryPair[]): string {
  const [before, , after] = split(url);
  const query = pairs.map(({ name, value, isBare }) =>
    isBare ? name : `${name}=${value}`
  ).join("&");
  return before + (query === "" ? "" : `?${query}`) + after;
}

/** A row of the list of parameters. */
type Param = Readonly<Record<string, Json>>;

export const asParams = (rows: readonly Json[]) => rows as readonly Param[];

const isQuery = ({ type = "query" }: Param) => type === "query";

/** The pair that a row adds to the query; undefined for one that is off or has no name. */
function pairOf(param: Param | undefined): QueryPair | undefined {
  if (param === undefined || !isQuery(param)) return undefined;
  const { name = "", value = "", disabled } = param;
  return disabled === true || name === ""
    ? undefined
    : { name: inQuery(name, /[&#=]/g), value: inQuery(value, /[&#]/g) };
}

/** A row's text where the URL divides at these characters. */
function inQuery(text: Json, divides: RegExp): string {
  return String(text).replace(
    /\{\{[^{}]*\}\}|[^{]+|\{/g,
    (part) =>
      part.startsWith("{{") ? part : part.replace(divides, encodeURIComponent),
  );
}

/**
 * The URL after an edit of the rows: a pair that stands in both follows its
 * row, and goes with it. `isWhole` says that the URL has all pairs; otherwise
 * it gets a new one only where it has those of other rows.
 */
export function followRows(
  url: string,
  before: readonly Param[],
  after: readonly Param[],
  { isWhole }: { readonly isWhole: boolean },
): string {
  const pairs = queryOf(url).map((pair) => ({ pair, row: -1 }));
  for (const [row, param] of before.entries()) {
    const name = pairOf(param)?.name;
    const own = pairs.find((it) => it.row < 0 && it.pair.name === name);
    if (own) own.row = row;
  }
  const joins = isWhole || pairs.some(({ row }) => row >= 0);
  const gone = after.length < before.length
    ? before.findIndex((it, row) => !isSame(it, after[row]))
    : -1;
  // The rows behind one that is gone move up.
  const nowAt = (row: number) =>
    gone < 0 || row < gone ? row : row === gone ? -1 : row - 1;
  const next = pairs.flatMap(({ pair, row }) => {
    if (row < 0) return [{ pair, row }];
    const now = after[nowAt(row)];
    const changed = isSame(before[row], now) ? pair : pairOf(now);
    return changed === undefined ? [] : [{ pair: changed, row: nowAt(row) }];
  });
  for (const [row, param] of after.entries()) {
    const pair = pairOf(param);
    if (!joins || !pair || next.some((it) => it.row === row)) continue;
    const at = next.findLastIndex((it) => it.row >= 0 && it.row < row) + 1;
    next.splice(at, 0, { pair, row });
  }
  const isAsBefore = next.length === pairs.length &&
    next.every(({ pair }, index) => pair === pairs[index].pair);
  return isAsBefore ? url : withQuery(url, next.map(({ pair }) => pair));
}

function isSame(one: Param, other: Param | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The parameters after an edit of the URL: what stands in both follows the URL,
 * since a pair of the URL wins, and would come back if it stayed in the list.
 * `isWhole` says that the list has all of the URL's parameters, as Bruno makes
 * the URL from the list; otherwise it gets no new ones.
 */
export function followUrl(
  params: readonly Param[],
  before: string,
  after: string,
  { isWhole }: { readonly isWhole: boolean },
): readonly Param[] {
  const old = new Set(queryOf(before).map(({ name }) => name));
  const pairs: { readonly pair: QueryPair; row?: Param }[] = queryOf(after)
    .map((pair) => ({ pair }));
  const gone: Param[] = [];
  const rows = params.map((param) => {
    const own = pairOf(param);
    if (!own || !isWhole && !old.has(own.name)) return param;
    const found = pairs.find(({ row, pair }) =>
      row === undefined && pair.name === own.name
    );
    if (found === undefined) {
      if (old.has(own.name)) gone.push(param);
      return param;
    }
    const { value } = found.pair;
    return found.row = value === own.value ? param : { ...param, value };
  });
  if (!isWhole) return rows.filter((row) => !gone.includes(row));
  const fresh = pairs.filter(({ row, pair }) => !row && pair.name !== "");
  const query = renamed(
    rows,
    gone,
    fresh.map(({ pair: { name, value } }) => ({ name, value, type: "query" })),
  );
  return withPath(query, before, after);
}

/** Path parameters in the list as the URL has them; a name without a value is to get one. */
function withPath(
  params: readonly Param[],
  before: string,
  after: string,
): readonly Param[] {
  const [old, now] = [before, after].map((url) => pathNames(url));
  const paths = params.filter(({ type }) => type === "path");
  const gone = paths.filter(({ name }) =>
    old.includes(String(name)) && !now.includes(String(name))
  );
  const listed = new Set(paths.map(({ name }) => String(name)));
  const fresh = [...new Set(pathNames(after, listed))];
  return renamed(
    params,
    gone,
    fresh.map((name) => ({ name, type: "path" })),
  ).map((row) => row.value === undefined ? { ...row, value: "" } : row);
}

/** Rows less those that are gone, and with new ones. The one that is another now keeps what else it says. */
function renamed(
  rows: readonly Param[],
  gone: readonly Param[],
  fresh: readonly Param[],
): readonly Param[] {
  return gone.length === 1 && fresh.length === 1
    ? rows.map((row) => row === gone[0] ? { ...row, ...fresh[0] } : row)
    : [...rows.filter((row) => !gone.includes(row)), ...fresh];
}

/** The names of a URL's path parameters, such as `:id`, that no row has. */
export function pathNames(
  url: string,
  listed: ReadonlySet<string> = new Set(),
): string[] {
  const [before] = split(url);
  const path = before.replace(/^[^/]*:\/\//, "");
  return [...path.matchAll(/\/:([^/]+)/g)]
    // A row may have a name of other characters, which is a whole segment.
    .filter(([, segment]) =>
      !segmentNames(segment).some((name) => listed.has(name))
    )
    .flatMap(([, segment]) => /^[\w.-]+/.exec(segment) ?? [])
    .map(segmentNames)
    .filter((own) => !own.some((name) => listed.has(name)))
    .map(([, base]) => base);
}
