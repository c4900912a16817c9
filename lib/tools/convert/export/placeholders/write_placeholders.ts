import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../../json.ts";
import type { FileDefaults, FileRequest } from "../../open_collection.ts";
import type { Imported, ImportedItem, ImportNote } from "../../types.ts";
import { shownName } from "../bru_text.ts";
import {
  clientTemplate,
  type KnownNames,
  type Misread,
  type OtherClient,
} from "./client_template.ts";

/** Of requests, folders and environments that a note is about, only so many are named. */
const MAX_OWNERS = 20;

/** Keys whose texts are no templates. */
const PLAIN = ["type", "description", "docs", "title"];

/** Keys that hold rows, and what one of them is called. */
const ROWS: Readonly<Record<string, string>> = {
  headers: "header",
  metadata: "metadata",
  params: "parameter",
  variables: "variable",
};

/** Where a text stands. */
interface Place {
  /** Such as `Users/Read`. */
  readonly owner: string;
  /** Such as `header "X-Id"`. */
  readonly field: string;
  /** Whether the text is a body of JSON, in which escapes count. */
  readonly isJson?: boolean;
}

/** What is known while the placeholders are written. */
interface Writing {
  readonly client: OtherClient;
  readonly names: KnownNames;
  /** The entries of `.env` whose values variables get; absent: none. */
  readonly replaced?: ReadonlyMap<string, string>;
  /** Fields by owner, for each misread placeholder. */
  readonly found: Map<string, { misread: Misread; places: Place[] }>;
}

/** How the placeholders are written. */
export interface PlaceholderOptions {
  readonly client: OtherClient;
  /** The entries of `.env` whose values Postman's variables get, as the export writes secrets; absent: none. */
  readonly replaced?: ReadonlyMap<string, string>;
}

/** A collection with the placeholders of another program, and what that program takes otherwise. */
export function writePlaceholders(
  collection: Imported,
  { client, replaced }: PlaceholderOptions,
): { value: Imported; notes: readonly ImportNote[] } {
  const writing: Writing = {
    client,
    names: knownNames(collection),
    ...(replaced && { replaced }),
    found: new Map(),
  };
  const { defaults, config, items, environments } = collection;
  const value: Imported = {
    ...collection,
    ...(defaults && {
      defaults: inLevel(defaults, "the collection", writing),
    }),
    ...(config && client === "Bruno" && {
      config: inConfig(config, writing),
    }),
    items: items.map((item) => inItem(item, "", writing)),
    environments: environments.map((one) => ({
      ...one,
      variables: inVariables(
        one.variables,
        `the environment "${shownName(one.name)}"`,
        writing,
      ) as typeof one.variables,
    })),
  };
  const notes = [...writing.found.values()].map(({ misread, places }) => ({
    kind: "person" as const,
    message: messageOf(misread, places, client),
  }));
  return { value, notes };
}

function messageOf(
  { text, why, isText }: Misread,
  places: readonly Place[],
  client: OtherClient,
): string {
  const shown = `"${shownName(text)}"`;
  const what = isText
    ? `${client} has no escape for braces: it sends ${shown} as it is unless a variable has this name`
    : `${client} sends ${shown} as it is${
      why?.startsWith("because ") ? `, ${why}` : `: ${why}`
    }`;
  const times = places.length === 1 ? "once" : `${places.length} times`;
  const owners = [...Map.groupBy(places, ({ owner }) => owner)];
  const listed = owners.slice(0, MAX_OWNERS).map(([owner, some]) =>
    `${owner} (${[...new Set(some.map(({ field }) => field))].join(", ")})`
  );
  const more = owners.length - listed.length;
  return `${what} (${times}, in ${listed.join("; ")}${
    more > 0 ? ` and ${more} more` : ""
  })`;
}

/** Collects the variables of a collection, and what its scripts may set. */
function knownNames(
  { defaults, items, environments }: Imported,
): KnownNames {
  const names = new Set<string>();
  const templates = new Set<string>();
  const codes: string[] = [];
  const define = (variables: RawJson) => {
    for (const row of elements(variables).map(members)) {
      const name = jsonTextOf(row.name);
      if (name === undefined || row.disabled === true) continue;
      names.add(name);
      if (typeof row.value === "string" && row.value.includes("{{")) {
        templates.add(name);
      }
    }
  };
  const scripts = (value: RawJson) => {
    for (const { code } of elements(value).map(members)) {
      const text = jsonTextOf(code);
      if (text !== undefined) codes.push(text);
    }
  };
  define(defaults?.variables);
  scripts(defaults?.scripts);
  for (const { variables } of environments) define(variables);
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") {
      define(item.request.runtime?.variables);
      scripts(item.request.runtime?.scripts);
    } else {
      define(item.defaults?.variables);
      scripts(item.defaults?.scripts);
      stack.push(...item.items);
    }
  }
  const quoted = (text: string) =>
    ['"', "'", "`"].map((quote) => quote + text + quote);
  return {
    isName: (text) =>
      names.has(text) ||
      /[.[]/.test(text) && !/^['"]/.test(text) &&
        quoted(text).some((one) => codes.some((code) => code.includes(one))),
    isTemplate: (name) => templates.has(name),
    isReplaced: () => false,
  };
}

function inItem(
  item: ImportedItem,
  prefix: string,
  writing: Writing,
): ImportedItem {
  if (item.kind === "folder") {
    const path = prefix + shownName(item.name);
    return {
      ...item,
      ...(item.defaults && {
        defaults: inLevel(
          item.defaults,
          `the folder "${path}"`,
          writing,
        ),
      }),
      items: item.items.map((one) => inItem(one, `${path}/`, writing)),
    };
  }
  const { request } = item;
  const owner = `"${prefix}${shownName(request.info.name)}"`;
  const { http, graphql, websocket, grpc, runtime, examples } = request;
  const details = (value: RawJson) => inDetails(value, owner, writing);
  const changed: Record<string, unknown> = {
    ...request,
    ...(http && { http: details(http) }),
    ...(graphql && { graphql: details(graphql) }),
    ...(websocket && { websocket: details(websocket) }),
    ...(grpc && { grpc: details(grpc) }),
    ...(runtime && {
      runtime: inRuntime(runtime, owner, writing),
    }),
    ...(Array.isArray(examples) && {
      examples: examples.map((example) => ({
        ...example,
        ...(isMapping(example.request) && {
          request: inDetails(
            example.request,
            `${owner}, example "${shownName(jsonTextOf(example.name) ?? "")}"`,
            writing,
          ),
        }),
      })),
    }),
  };
  return { ...item, request: changed as unknown as FileRequest };
}

/** Settings of the collection: its environments are written by themselves. */
function inConfig(config: Record<string, RawJson>, writing: Writing) {
  const { proxy, clientCertificates } = config;
  const owner = "the collection";
  return {
    ...config,
    ...inDetails(
      {
        ...(proxy !== undefined && { proxy }),
        ...(clientCertificates !== undefined && { clientCertificates }),
      },
      owner,
      writing,
    ),
  };
}

/** What a collection or a folder hands down. */
function inLevel(
  defaults: FileDefaults,
  owner: string,
  writing: Writing,
): FileDefaults {
  const { variables, headers, metadata, auth } = defaults;
  // Postman has no place for the others, which a note says.
  const rows = writing.client === "Bruno" ? { headers, metadata } : {};
  return {
    ...defaults,
    ...inDetails({ ...rows, auth }, owner, writing),
    ...(variables && {
      variables: inVariables(variables, owner, writing),
    }),
  } as FileDefaults;
}

/** Postman has no variables of requests, and its tests hold no placeholders. */
function inRuntime(
  runtime: NonNullable<FileRequest["runtime"]>,
  owner: string,
  writing: Writing,
) {
  if (writing.client === "Postman") return runtime;
  const { variables, assertions } = runtime;
  return {
    ...runtime,
    ...(variables && {
      variables: inVariables(variables, owner, writing),
    }),
    ...(Array.isArray(assertions) && {
      assertions: assertions.map((row) => {
        const { value } = row as { value?: RawJson };
        return {
          ...row,
          ...(value !== undefined &&
            {
              value: inTexts(value, { owner, field: "assertion" }, writing),
            }),
        };
      }),
    }),
  };
}

/** Values of variables; one that is not written holds no placeholders. */
function inVariables(
  variables: RawJson,
  owner: string,
  writing: Writing,
): RawJson {
  const { client, names, replaced } = writing;
  return elements(variables).map((row) => {
    const { name, value, secret } = members(row);
    if (value === undefined) return row;
    // Postman gets a secret's value, or nothing.
    const isSecret = secret === true && client === "Postman";
    if (isSecret && replaced === undefined) return row;
    const isReplaced = (one: string) => isSecret || replaced?.has(one) === true;
    const field = `variable "${shownName(jsonTextOf(name) ?? "")}"`;
    return {
      ...members(row),
      value: inTexts(value, { owner, field }, {
        ...writing,
        names: { ...names, isReplaced },
      }),
    };
  });
}

/** The parts of a request, each with its name. */
function inDetails(
  details: RawJson,
  owner: string,
  writing: Writing,
): Record<string, RawJson> {
  return Object.fromEntries(
    Object.entries(members(details)).map(([key, value]) => {
      if (PLAIN.includes(key)) return [key, value];
      if (key === "body") return [key, inBody(value, owner, writing)];
      const row = ROWS[key];
      if (row === undefined || !Array.isArray(value)) {
        return [key, inTexts(value, { owner, field: key }, writing)];
      }
      return [
        key,
        value.map((one) => {
          const name = jsonTextOf(members(one).name) ?? "";
          const field = `${row} "${shownName(name)}"`;
          return inTexts(one, { owner, field }, writing);
        }),
      ];
    }),
  );
}

/** A body, or several of which one is selected; `interpolate: false` makes all of it text. */
function inBody(body: RawJson, owner: string, writing: Writing): RawJson {
  if (Array.isArray(body)) {
    return body.map((one) =>
      isMapping(one) && "body" in one
        ? { ...one, body: inBody(one.body, owner, writing) }
        : one
    );
  }
  const { type, interpolate } = members(body);
  if (interpolate === false) return body;
  const isJson = type === "json";
  return inTexts(body, { owner, field: "body", isJson }, writing);
}

function inTexts(value: RawJson, place: Place, writing: Writing): RawJson {
  if (typeof value === "string") return inText(value, place, writing);
  if (Array.isArray(value)) {
    return value.map((one) => inTexts(one, place, writing));
  }
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      PLAIN.includes(key) && typeof one === "string"
        ? one
        : inTexts(one, place, writing),
    ]),
  );
}

function inText(text: string, place: Place, writing: Writing): string {
  if (!text.includes("{{")) return text;
  const { client, names, found } = writing;
  const { isJson } = place;
  const made = clientTemplate(text, client, names, { isJson });
  for (const misread of made.misread) {
    const key = JSON.stringify([misread.text, misread.why]);
    const one = found.get(key) ?? { misread, places: [] };
    one.places.push(place);
    found.set(key, one);
  }
  return made.text;
}
