import { fileName } from "../file_name.ts";
import { elements, type Json, members, textOf } from "../json.ts";
import type { FileDefaults, FileRequest } from "../open_collection.ts";
import type { Imported, ImportedItem, ImportNote } from "../types.ts";
import { authOf } from "./postman_auth.ts";
import { eventsOf } from "./postman_events.ts";
import { responsesOf } from "./postman_responses.ts";

const SCHEMA =
  "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** What could not be said in Postman's format. */
export interface PostmanExport {
  readonly collection: string;
  /** Environments, each a file of its own, by names for these. */
  readonly environments: ReadonlyMap<string, string>;
  readonly notes: readonly ImportNote[];
}

/** A collection as Postman reads it: version 2.1, and its environments. */
export function exportPostman(imported: Imported): PostmanExport {
  const notes: ImportNote[] = [];
  const taken = new Set<string>();
  const { name, docs, defaults, items, environments } = imported;
  const collection = {
    info: {
      name,
      ...(docs !== undefined && { description: docs }),
      schema: SCHEMA,
    },
    item: items.map((item) => itemOf(item, notes)),
    ...levelOf(defaults, notes, name),
  };
  return {
    collection: json(collection),
    environments: new Map(environments.map((one) => [
      fileName(one.name, taken),
      json({
        name: one.name,
        values: one.variables.map((variable) => ({
          ...variableOf(variable as unknown as Record<string, Json>),
          type: variable.secret ? "secret" : "default",
          enabled: variable.disabled !== true,
        })),
        _postman_variable_scope: "environment",
      }),
    ])),
    notes,
  };
}

function itemOf(item: ImportedItem, notes: ImportNote[]): Json {
  if (item.kind === "folder") {
    return {
      name: item.name,
      ...(item.docs !== undefined && { description: item.docs }),
      item: item.items.map((one) => itemOf(one, notes)),
      ...levelOf(item.defaults, notes, item.name),
    };
  }
  const { info, http, graphql, runtime, settings, docs } = item.request;
  const details = http ?? graphql;
  if ((runtime?.assertions?.length ?? 0) > 0) {
    notes.push({
      kind: "changed",
      message: `"${info.name}": assertions became a test script`,
    });
  }
  if ((runtime?.actions?.length ?? 0) > 0) {
    notes.push({
      kind: "changed",
      message: `"${info.name}": actions became a test script`,
    });
  }
  const request = {
    method: textOf(details?.method) ?? (graphql ? "POST" : "GET"),
    header: [...rows(details?.headers), ...fileType(http?.body)],
    url: urlOf(textOf(details?.url) ?? "", details?.params),
    ...bodyOf(item.request),
    ...authOf(details?.auth, "request"),
    ...(docs !== undefined && { description: docs }),
  };
  return {
    name: info.name,
    request,
    event: eventsOf(runtime?.scripts, runtime),
    ...behaviorOf(settings),
    response: responsesOf(item.request.examples, request),
  };
}

/** Variables, auth and scripts of a level; headers are none in Postman. */
function levelOf(
  defaults: FileDefaults | undefined,
  notes: ImportNote[],
  name: string,
) {
  if ((defaults?.headers?.length ?? 0) > 0) {
    notes.push({
      kind: "person",
      message: `"${name}": Postman has no headers that requests inherit`,
    });
  }
  const event = eventsOf(defaults?.scripts, undefined);
  const variable = elements(defaults?.variables).map(members).map(variableOf);
  return {
    ...authOf(defaults?.auth, "level"),
    ...(event.length > 0 && { event }),
    ...(variable.length > 0 && { variable }),
  };
}

function variableOf(row: Record<string, Json>) {
  const { value } = row;
  const typed = members(value);
  const isTyped = typeof typed.type === "string" && "data" in typed;
  const text = isTyped
    ? textOf(typed.data) ?? JSON.stringify(typed.data)
    : textOf(value) ?? (value == null ? "" : JSON.stringify(value));
  return {
    key: textOf(row.name) ?? "",
    value: text,
    ...(isTyped && (typed.type === "number" || typed.type === "boolean") &&
      { type: typed.type }),
    ...(row.disabled === true && { disabled: true }),
    ...(textOf(row.description) && { description: textOf(row.description) }),
  };
}

function rows(value: Json) {
  return elements(value).map(members).map((row) => ({
    key: textOf(row.name) ?? "",
    value: textOf(row.value) ?? "",
    ...(row.disabled === true && { disabled: true }),
    ...(textOf(row.description) && { description: textOf(row.description) }),
  }));
}

function urlOf(url: string, params: Json) {
  const all = elements(params).map(members);
  const query = rows(all.filter((row) => row.type !== "path"));
  const variable = rows(all.filter((row) => row.type === "path"));
  const [base, written] = url.split(/\?(.*)/s);
  const inUrl = (written ?? "").split("&").filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      return equals === -1
        ? { key: pair, value: null }
        : { key: pair.slice(0, equals), value: pair.slice(equals + 1) };
    });
  const names = new Set(inUrl.map(({ key }) => key));
  const added = query.filter((row) => row.disabled || !names.has(row.key));
  const enabled = added.filter((row) => !row.disabled);
  const pairs = [
    ...inUrl.map(({ key, value }) => value === null ? key : `${key}=${value}`),
    ...enabled.map(({ key, value }) => `${key}=${value}`),
  ];
  return {
    raw: pairs.length > 0 ? `${base}?${pairs.join("&")}` : base,
    ...hostAndPath(base),
    ...(inUrl.length + added.length > 0 && { query: [...inUrl, ...added] }),
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

function bodyOf({ http, graphql }: FileRequest) {
  if (graphql) {
    const { query, variables } = graphql.body ?? { query: "" };
    return {
      body: { mode: "graphql", graphql: { query, variables: variables ?? "" } },
    };
  }
  const body = members(http?.body);
  const raw = (language: string) => ({
    body: {
      mode: "raw",
      raw: textOf(body.data) ?? "",
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
      return { body: { mode: "urlencoded", urlencoded: rows(body.data) } };
    case "multipart-form":
      return {
        body: {
          mode: "formdata",
          formdata: elements(body.data).map(members).map((row) => ({
            key: textOf(row.name) ?? "",
            type: row.type === "file" ? "file" : "text",
            ...(row.type === "file"
              ? { src: Array.isArray(row.value) ? row.value : [row.value] }
              : { value: textOf(row.value) ?? "" }),
            ...(textOf(row.contentType) && { contentType: row.contentType }),
            ...(row.disabled === true && { disabled: true }),
          })),
        },
      };
    case "file": {
      const files = elements(body.data).map(members);
      const file = files.find((one) => one.selected === true) ?? files[0];
      return {
        body: { mode: "file", file: { src: textOf(file?.filePath) ?? "" } },
      };
    }
    default:
      return {};
  }
}

/** The type of a body that is a file: Postman knows it as a header only. */
function fileType(body: Json) {
  const { type, data } = members(body);
  const files = elements(data).map(members);
  const file = files.find((one) => one.selected === true) ?? files[0];
  const contentType = textOf(file?.contentType);
  return type === "file" && contentType
    ? [{ key: "Content-Type", value: contentType }]
    : [];
}

function behaviorOf(settings: FileRequest["settings"]) {
  const behavior = {
    ...(typeof settings?.followRedirects === "boolean" &&
      { followRedirects: settings.followRedirects }),
    ...(typeof settings?.maxRedirects === "number" &&
      { maxRedirects: settings.maxRedirects }),
  };
  return Object.keys(behavior).length > 0
    ? { protocolProfileBehavior: behavior }
    : {};
}

function json(value: Json): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
