import {
  decodedPath,
  encodedQuery,
  QUERY_ENDS,
} from "../../../core/collection/v3/wire_rules.ts";
import { segmentNames } from "../../../core/render/segment_names.ts";
import type { FileParam } from "../open_collection.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import { described } from "./postman_rows.ts";
import { postmanRows } from "./postman_rows.ts";

/** A request's URL with its enabled query, and its parameters where they say more. */
export function postmanUrl(
  value: RawJson,
): { url: string; params?: FileParam[] } {
  if (typeof value === "string") {
    const params = unlistedParams(value, []);
    return { url: value, ...(params.length > 0 && { params }) };
  }
  const parts = members(value);
  const raw = jsonTextOf(parts.raw) || composed(parts);
  const query = elements(parts.query);
  const rows = postmanRows(query).map((row) => ({
    ...row,
    name: encodedQuery(row.name, QUERY_ENDS.name),
    value: encodedQuery(row.value, QUERY_ENDS.value),
  }));
  const base = raw.split(/[?#]/, 1)[0];
  const enabled = query.map(members).filter((row) => row.disabled !== true)
    .filter((row) => (jsonTextOf(row.key) ?? "") !== "" || row.value != null);
  const url = query.length === 0 ? raw : base + queryText(enabled);
  const saysMore = rows.some((row) =>
    row.disabled || row.description !== undefined
  );
  const listed = pathParams(parts.variable);
  const params: FileParam[] = [
    ...(saysMore
      ? rows.map((row) => ({ ...row, type: "query" as const }))
      : []),
    ...listed,
    ...unlistedParams(base, listed),
  ];
  return { url, ...(params.length > 0 && { params }) };
}

function queryText(rows: readonly Record<string, RawJson>[]): string {
  if (rows.length === 0) return "";
  const pairs = rows.map((row) => {
    const name = encodedQuery(jsonTextOf(row.key) ?? "", QUERY_ENDS.name);
    // `?flag` and `?flag=` are two things.
    return row.value === null || row.value === undefined
      ? name
      : `${name}=${
        encodedQuery(jsonTextOf(row.value) ?? "", QUERY_ENDS.value)
      }`;
  });
  return `?${pairs.join("&")}`;
}

function pathParams(value: RawJson): FileParam[] {
  return elements(value).map(members).flatMap((row) => {
    const name = jsonTextOf(row.key) ?? jsonTextOf(row.id) ?? "";
    return name === "" ? [] : [{
      name,
      value: decodedPath(jsonTextOf(row.value) ?? ""),
      type: "path" as const,
      ...described(row.description),
      ...(row.disabled === true && { disabled: true as const }),
    }];
  });
}

/** Path variables that have no row: Postman shows them with an empty value. */
function unlistedParams(
  url: string,
  listed: readonly FileParam[],
): FileParam[] {
  const [base] = url.split(/[?#]/, 1);
  const known = new Set(listed.map(({ name }) => name));
  const names = new Set<string>();
  for (const [, whole] of base.matchAll(/\/:([A-Za-z_][\w.-]*)(?=[/.]|$)/g)) {
    const own = segmentNames(whole);
    if (!own.some((one) => known.has(one))) names.add(own[1]);
  }
  return [...names].map((name) => ({ name, value: "", type: "path" }));
}

/** The URL of one that is given in parts only. */
function composed(parts: Record<string, RawJson>): string {
  const protocol = jsonTextOf(parts.protocol);
  const port = jsonTextOf(parts.port);
  const join = (value: RawJson, separator: string) =>
    jsonTextOf(value) ??
      elements(value).map((part) =>
        jsonTextOf(part) ?? jsonTextOf(members(part).value) ?? ""
      ).join(separator);
  const path = join(parts.path, "/");
  const query = queryText(
    elements(parts.query).map(members).filter((row) => row.disabled !== true),
  );
  return [
    protocol ? `${protocol.replace(/:\/\/$/, "")}://` : "",
    join(parts.host, "."),
    port ? `:${port}` : "",
    path === "" || path.startsWith("/") ? path : `/${path}`,
    query,
  ].join("");
}
