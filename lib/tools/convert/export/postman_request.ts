import { encodedPath } from "../../../core/collection/v3/wire_rules.ts";
import {
  pathParameterPattern,
  segmentNames,
} from "../../../core/render/segment_names.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";

/** Rows of headers, forms and variables. */
export function rowsIn(value: RawJson) {
  return elements(value).map(members).map((row) => ({
    key: jsonTextOf(row.name) ?? "",
    value: jsonTextOf(row.value) ?? "",
    ...(row.disabled === true && { disabled: true }),
    ...(jsonTextOf(row.description) &&
      { description: jsonTextOf(row.description) }),
  }));
}

/** A URL with all rows of its query, and with its path variables. */
export function urlOf(url: string, params: RawJson) {
  const all = elements(params).map(members);
  const query = rowsIn(all.filter((row) => row.type !== "path"));
  const paths = rowsIn(all.filter((row) => row.type === "path"))
    .map((row) => ({ ...row, value: encodedPath(row.value) }));
  // Postman would encode the fragment as a part of the query.
  const [, sent = url, hash] = /^((?:\{\{[^{}]*\}\}|[^#])*)#(.*)$/s.exec(url) ??
    [];
  const [path, written] = sent.split(/\?(.*)/s);
  const { base, variable } = wholeSegments(path, paths);
  const inUrl = (written ?? "").split("&").filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      return equals === -1
        ? { key: pair, value: null }
        : { key: pair.slice(0, equals), value: pair.slice(equals + 1) };
    });
  const names = new Set(inUrl.map(({ key }) => key));
  const unused = query.filter((row) => !row.disabled);
  const shown = inUrl.map((pair) => {
    const at = unused.findIndex(({ key }) => key === pair.key);
    const [row] = at === -1 ? [] : unused.splice(at, 1);
    return row?.description === undefined
      ? pair
      : { ...pair, description: row.description };
  });
  const added = query.filter((row) => row.disabled || !names.has(row.key));
  const enabled = added.filter((row) => !row.disabled);
  const pairs = [
    ...inUrl.map(({ key, value }) => value === null ? key : `${key}=${value}`),
    ...enabled.map(({ key, value }) => `${key}=${value}`),
  ];
  return {
    raw: [
      pairs.length > 0 ? `${base}?${pairs.join("&")}` : base,
      ...hash === undefined ? [] : [hash],
    ].join("#"),
    ...hostAndPath(base),
    ...(inUrl.length + added.length > 0 && { query: [...shown, ...added] }),
    ...(hash !== undefined && { hash }),
    ...(variable.length > 0 && { variable }),
  };
}

/**
 * A URL in which each path variable is a whole segment, as Postman replaces no
 * other: one in brackets, or whose name has an ending, is its value there.
 */
function wholeSegments(path: string, rows: ReturnType<typeof rowsIn>) {
  const byName = new Map(rows.map((row) => [row.key, row]));
  const isSegment = (lead: string, end: number) =>
    lead === "/" && /^(?:[/.]|$)/.test(path.slice(end));
  const inlined = new Set<string>();
  const base = path.replace(
    pathParameterPattern(byName.keys()),
    (whole, lead: string, written: string, offset: number) => {
      const [name, without] = segmentNames(written);
      const row = byName.get(name) ?? byName.get(without);
      if (row === undefined || row.disabled) return whole;
      const end = offset + whole.length;
      if (isSegment(lead, end) && !row.key.includes(".")) return whole;
      inlined.add(row.key);
      return lead + row.value +
        (row.key === name ? "" : name.slice(without.length));
    },
  );
  const variable = rows.filter(({ key }) =>
    !inlined.has(key) || base.includes(`/:${key}`)
  ).map(({ disabled, ...row }) =>
    // Postman replaces one that is switched off, too.
    disabled ? { ...row, value: `:${row.key}` } : row
  );
  return { base, variable };
}

/** The parts that Postman shows; it sends them, not the raw text. */
function hostAndPath(base: string) {
  const [, protocol, rest] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/is.exec(base) ??
      [];
  const [host, ...path] = (rest ?? "").split("/");
  const [name, port] = host.includes("{{") ? [host] : host.split(/:(\d+)$/);
  return {
    ...(protocol && { protocol }),
    host: name.includes("{{") ? [name] : name.split("."),
    ...(port && { port }),
    ...(path.length > 0 && { path }),
  };
}

/** A body of GraphQL. */
export function graphqlMode(
  { query, variables, omitEmpty }: Record<string, RawJson>,
) {
  const none = omitEmpty === true ? "" : "{}";
  const written = jsonTextOf(variables)?.trim() ? variables : none;
  return { body: { mode: "graphql", graphql: { query, variables: written } } };
}

/** Every other body; nothing for a request without one. */
export function bodyOf(value: RawJson) {
  const body = members(value);
  const raw = (language: string) => ({
    body: {
      mode: "raw",
      raw: jsonTextOf(body.data) ?? "",
      options: { raw: { language } },
    },
  });
  switch (body.type) {
    case "json":
    case "xml":
      return raw(body.type);
    case "text":
    case "sparql":
      return raw("text");
    case "form-urlencoded":
      return { body: { mode: "urlencoded", urlencoded: rowsIn(body.data) } };
    case "multipart-form":
      return {
        body: {
          mode: "formdata",
          formdata: elements(body.data).map(members).flatMap(
            (row, index, { length }) => partsOf(row, index === length - 1),
          ),
        },
      };
    case "file": {
      const src = jsonTextOf(sentFile(body.data)?.filePath) ?? "";
      return { body: { mode: "file", file: { src } } };
    }
    default:
      return {};
  }
}

/**
 * The parts of a row. Newman loses the files of all parts after a list: only the
 * last one has a list, the others have one part for each file.
 */
function partsOf(row: Record<string, RawJson>, isLast: boolean) {
  const part = (content: { src: RawJson } | { value: string }) => ({
    key: jsonTextOf(row.name) ?? "",
    type: row.type === "file" ? "file" : "text",
    ...content,
    ...(jsonTextOf(row.contentType) && { contentType: row.contentType }),
    ...(row.disabled === true && { disabled: true }),
  });
  if (row.type !== "file") {
    return [part({ value: jsonTextOf(row.value) ?? "" })];
  }
  const files = elements(row.value);
  if (!Array.isArray(row.value)) return [part({ src: row.value })];
  return files.length === 0 || files.length > 1 && isLast
    ? [part({ src: files })]
    : files.map((src) => part({ src }));
}

/** Headers, with the type of a body that Postman knows as a header only. */
export function typedHeaders(rows: RawJson, body: RawJson) {
  const headers = rowsIn(rows);
  const says = headers.some(({ key, ...row }) =>
    !("disabled" in row) && key.toLowerCase() === "content-type"
  );
  const type = says ? undefined : bodyType(members(body));
  return type ? [...headers, { key: "Content-Type", value: type }] : headers;
}

/** The type of a file, and of a text that Postman has no language for. */
function bodyType({ type, data }: Record<string, RawJson>) {
  if (type === "sparql") return "application/sparql-query";
  return type === "file" ? jsonTextOf(sentFile(data)?.contentType) : undefined;
}

/** The selected file; the first where no entry says which one. */
function sentFile(data: RawJson): Record<string, RawJson> | undefined {
  const files = elements(data).map(members);
  const says = files.some((one) => "selected" in one);
  return says ? files.find((one) => one.selected === true) : files[0];
}
