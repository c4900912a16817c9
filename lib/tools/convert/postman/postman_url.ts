import {
  decodedPath,
  encodedQuery,
  QUERY_ENDS,
} from "../../../core/collection/v3/wire_rules.ts";
import { segmentNames } from "../../../core/render/segment_names.ts";
import type { FileParam } from "../open_collection.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { ImportNote } from "../types.ts";
import { replacedNames } from "../named_files.ts";
import { described } from "./postman_rows.ts";
import { postmanRows } from "./postman_rows.ts";
import { partsOfUrl, saysTheSame } from "./url_parts.ts";

/** A URL, its parameters where they say more, and what is to be said of them. */
export interface ReadUrl {
  readonly target: { url: string; params?: FileParam[] };
  readonly notes: readonly Pick<ImportNote, "kind" | "message">[];
}

/**
 * A request's URL with its enabled query. Postman and newman send the parts of
 * a URL, and only show its `raw` text.
 */
export function postmanUrl(value: RawJson): ReadUrl {
  if (typeof value === "string") {
    const params = unlistedParams(value, []);
    return {
      target: { url: value, ...(params.length > 0 && { params }) },
      notes: [],
    };
  }
  const parts = members(value);
  const raw = jsonTextOf(parts.raw) ?? "";
  const query = queryOf(parts.query);
  const rows = postmanRows(query).map((row) => ({
    ...row,
    name: encodedQuery(row.name, QUERY_ENDS.name),
    value: encodedQuery(row.value, QUERY_ENDS.value),
  }));
  const enabled = query.map(members).filter((row) => row.disabled !== true)
    .filter((row) => (jsonTextOf(row.key) ?? "") !== "" || row.value != null);
  const own = partsOfUrl(parts);
  // No request goes out without a host: then the text is all that there is.
  const differs = own !== undefined && raw !== "" &&
    !saysTheSame(raw, own, enabled);
  const whole = own === undefined || (!differs && raw !== "")
    ? raw
    : own.base + own.hash;
  const base = differs || raw === ""
    ? own?.base ?? ""
    : raw.split(/[?#]/, 1)[0];
  const url = query.length === 0 ? whole : base + queryText(enabled);
  const saysMore = rows.some((row) =>
    row.disabled || row.description !== undefined
  );
  const { listed, notes } = pathParams(parts.variable, base);
  const params: FileParam[] = [
    ...(saysMore
      ? rows.map((row) => ({ ...row, type: "query" as const }))
      : []),
    ...listed,
    ...unlistedParams(base, listed),
  ];
  return {
    target: { url, ...(params.length > 0 && { params }) },
    notes: [
      ...differs
        ? [{
          kind: "person" as const,
          message:
            "The text of the URL and its parts (host, path, query) differ: the URL has the parts, which Postman sends",
        }]
        : [],
      ...notes,
    ],
  };
}

/** The rows of a query; it may be one text, or a mapping. */
function queryOf(value: RawJson): readonly RawJson[] {
  if (typeof value === "string") {
    return value === "" ? [] : value.split("&").map((pair) => {
      const equals = pair.indexOf("=");
      return equals < 0
        ? { key: pair, value: null }
        : { key: pair.slice(0, equals), value: pair.slice(equals + 1) };
    });
  }
  return Array.isArray(value)
    ? value
    : Object.entries(members(value)).map(([key, one]) => ({ key, value: one }));
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

/** The rows of path variables, by the rule of Postman: each stands for whole segments. */
function pathParams(
  value: RawJson,
  base: string,
): { listed: FileParam[] } & Pick<ReadUrl, "notes"> {
  const listed = elements(value).map(members).flatMap((row): FileParam[] => {
    const name = jsonTextOf(row.key) ?? jsonTextOf(row.id) ?? "";
    const text = jsonTextOf(row.value) ?? "";
    // Postman sends the value of one that says it is disabled, too.
    return name === "" ? [] : [{
      name,
      value: decodedPath(text),
      type: "path" as const,
      ...described(row.description),
      // An export writes so what is switched off.
      ...(text === `:${name}` && { disabled: true as const }),
    }];
  });
  const segments = segmentsOf(base);
  const inBrace = replacedNames(base, listed.map(({ name }) => name));
  const notes: ReadUrl["notes"][number][] = [];
  const params = listed.map((row): FileParam => {
    const { name } = row;
    const isSegment = segments.has(name);
    if (isSegment && !inBrace.has(name)) {
      notes.push({
        kind: "person",
        message:
          `The path variable "${name}" is not replaced: write its value into the URL`,
      });
    } else if (!isSegment && inBrace.has(name)) {
      notes.push({
        kind: "changed",
        message:
          `Switched off the path variable "${name}": Postman replaces whole segments only, and sends ":${name}" as it is`,
      });
      return { ...row, disabled: true };
    }
    return row;
  });
  return { listed: params, notes };
}

/** The names of the segments that Postman replaces: what follows the colon, with its ending and without. */
function segmentsOf(base: string): ReadonlySet<string> {
  return new Set(
    base.replace(/^[^/]*:\/\//, "").split("/").slice(1)
      .filter((segment) => segment.startsWith(":"))
      .flatMap((segment) => segmentNames(segment.slice(1))),
  );
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
