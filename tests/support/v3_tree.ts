import { stringify } from "yaml";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

/** How a tree is spelt where the format leaves a choice. */
export interface Spelling {
  /** Rows as mappings of names to values, where no name is there twice. */
  readonly mappings: boolean;
  /** `auth` as a list. */
  readonly authList: boolean;
  /** The query stands in the URL, too. */
  readonly queryInUrl: boolean;
  /** The end of the names. */
  readonly end: "yaml" | "yml";
}

/** Writes a collection of version 2.1 as the tree that Postman 12 writes of it: texts by path. */
export function v3Tree(
  document: Json,
  spelling: Spelling,
): Record<string, string> {
  const files: Record<string, string> = {};
  files[`.resources/definition.yaml`] = stringify({
    $kind: "collection",
    name: document.info.name,
    ...level(document, spelling),
  });
  writeItems(document.item, "", { files, spelling });
  return files;
}

function writeItems(
  items: readonly Json[],
  above: string,
  { files, spelling }: {
    files: Record<string, string>;
    spelling: Spelling;
  },
): void {
  for (const [index, item] of items.entries()) {
    // Names of files sort the other way round: the order has to come from the field.
    const file = `${above}${String(900 - index)} item`;
    const order = (index + 1) * 1000;
    if (Array.isArray(item.item)) {
      files[`${file}/.resources/definition.${spelling.end}`] = stringify({
        $kind: "collection",
        name: item.name,
        order,
        ...level(item, spelling),
      });
      writeItems(item.item, `${file}/`, { files, spelling });
    } else {
      files[`${file}.request.${spelling.end}`] = stringify({
        ...request(item, spelling),
        order,
      });
    }
  }
}

function level(
  { auth, event = [], variable = [] }: Json,
  spelling: Spelling,
): Json {
  return {
    ...(variable.length > 0 && { variables: rows(variable, spelling) }),
    ...(auth && { auth: credentials(auth, spelling) }),
    ...(event.length > 0 && {
      scripts: event.flatMap((one: Json) =>
        ["http", "graphql"].map((protocol) => ({
          type: `${protocol}:${phase(one, protocol === "graphql")}`,
          code: one.script.exec.join("\n"),
          language: "text/javascript",
        }))
      ),
    }),
  };
}

function phase({ listen }: Json, isGraphql: boolean): string {
  if (listen === "test") return "afterResponse";
  return isGraphql ? "beforeQuery" : "beforeRequest";
}

function request(
  { name, request, event = [], protocolProfileBehavior }: Json,
  spelling: Spelling,
): Json {
  const { method, url, header, body, auth } = request;
  const isGraphql = body?.mode === "graphql";
  const { raw, query = [], variable = [] } = url;
  return {
    $kind: isGraphql ? "graphql-request" : "http-request",
    name,
    ...(!isGraphql && { method }),
    url: spelling.queryInUrl ? raw : raw.split("?")[0],
    ...(query.length > 0 && { queryParams: rows(query, spelling) }),
    ...(variable.length > 0 && { pathVariables: rows(variable, spelling) }),
    ...(header.length > 0 && { headers: rows(header, spelling) }),
    ...(isGraphql
      ? { query: body.graphql.query, variables: body.graphql.variables }
      : body && { body: bodyOf(body, spelling) }),
    ...(auth && { auth: credentials(auth, spelling) }),
    ...(event.length > 0 && {
      scripts: event.map((one: Json) => ({
        type: phase(one, isGraphql),
        code: one.script.exec.join("\n"),
      })),
    }),
    ...(protocolProfileBehavior && { settings: protocolProfileBehavior }),
  };
}

/** Rows as a list, or as a mapping where nothing gets lost by it. */
function rows(all: readonly Json[], { mappings }: Spelling): Json {
  const names = new Set(all.map(({ key }) => key));
  const isPlain = names.size === all.length &&
    all.every(({ key, value, disabled }) =>
      value !== null && !disabled && !/^\d+$|^__proto__$/.test(key)
    );
  return mappings && isPlain
    ? Object.fromEntries(all.map(({ key, value }) => [key, value]))
    : all;
}

function credentials(auth: Json, { authList, ...spelling }: Spelling): Json {
  const { type } = auth;
  const one = {
    type,
    ...(auth[type] && {
      credentials: rows(auth[type], { authList, ...spelling }),
    }),
  };
  return authList ? [{ id: "1", name: "One", ...one }] : one;
}

function bodyOf(body: Json, spelling: Spelling): Json {
  switch (body.mode) {
    case "raw":
      return {
        type: body.options?.raw.language ?? "text",
        content: body.raw,
      };
    case "urlencoded":
      return { type: body.mode, content: rows(body.urlencoded, spelling) };
    default:
      return { type: body.mode, content: body[body.mode] };
  }
}
