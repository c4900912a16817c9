import { encodedPath } from "../../../core/collection/v3/wire_rules.ts";
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
  const variable = rowsIn(all.filter((row) => row.type === "path"))
    .map((row) => ({ ...row, value: encodedPath(row.value) }));
  const [base, written] = url.split(/\?(.*)/s);
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
    raw: pairs.length > 0 ? `${base}?${pairs.join("&")}` : base,
    ...hostAndPath(base),
    ...(inUrl.length + added.length > 0 && { query: [...shown, ...added] }),
    ...(variable.length > 0 && { variable }),
  };
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
export function graphqlMode({ query, variables }: Record<string, RawJson>) {
  return {
    body: { mode: "graphql", graphql: { query, variables: variables ?? "" } },
  };
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
          formdata: elements(body.data).map(members).map((row) => ({
            key: jsonTextOf(row.name) ?? "",
            type: row.type === "file" ? "file" : "text",
            ...(row.type === "file"
              ? { src: Array.isArray(row.value) ? row.value : [row.value] }
              : { value: jsonTextOf(row.value) ?? "" }),
            ...(jsonTextOf(row.contentType) &&
              { contentType: row.contentType }),
            ...(row.disabled === true && { disabled: true }),
          })),
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
