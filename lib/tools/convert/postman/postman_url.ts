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
): { url: string; params?: FileParam[]; note?: string } {
  if (typeof value === "string") {
    const params = unlistedParams(value, []);
    return { url: value, ...(params.length > 0 && { params }) };
  }
  const parts = members(value);
  const text = jsonTextOf(parts.raw) ?? "";
  const whole = composed(parts);
  // Postman sends the parts, and shows the text.
  const hasHost = joined(parts.host, ".") !== "";
  const differs = hasHost && text !== "" &&
    comparable(text) !== comparable(whole);
  const raw = text === "" || differs ? whole : text;
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
  return {
    url,
    ...(params.length > 0 && { params }),
    ...(differs && {
      note:
        "The text of the URL and its parts (host, path) differ: the URL has the parts, which Postman sends",
    }),
  };
}

/** A URL without its query, for a comparison. */
function comparable(url: string): string {
  return url.split(/[?#]/, 1)[0].replace(/^http:\/\/|\/+$/g, "").trim();
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

/** The URL that the parts make. */
function composed(parts: Record<string, RawJson>): string {
  const protocol = jsonTextOf(parts.protocol);
  const port = jsonTextOf(parts.port);
  const auth = members(parts.auth);
  const user = jsonTextOf(auth.user) ?? "";
  const password = jsonTextOf(auth.password) ?? "";
  const path = joined(parts.path, "/");
  const query = queryText(
    elements(parts.query).map(members).filter((row) => row.disabled !== true),
  );
  return [
    protocol ? `${protocol.replace(/:\/\/$/, "")}://` : "",
    user || password ? `${user}${password && `:${password}`}@` : "",
    joined(parts.host, "."),
    port ? `:${port}` : "",
    path === "" || typeof parts.path === "string" && path.startsWith("/")
      ? path
      : `/${path}`,
    query,
  ].join("");
}

function joined(value: RawJson, separator: string): string {
  return jsonTextOf(value) ??
    elements(value).map((part) =>
      jsonTextOf(part) ?? jsonTextOf(members(part).value) ?? ""
    ).join(separator);
}
