import type { Request, Settings } from "../types.ts";
import {
  GRAPHQL,
  HTTP,
  REQUEST,
  REQUEST_BRACE,
  RUNTIME,
} from "../shape/item.ts";
import { keysOf } from "../shape/keys_of.ts";
import type { YamlNode } from "../yaml/node.ts";
import { readActions } from "./read_actions.ts";
import { readAssertions } from "./read_assertions.ts";
import { readAuth } from "./read_auth.ts";
import type { ReadLevel } from "./read_defaults.ts";
import { readDocs, readInfo } from "./read_info.ts";
import {
  readFormFields,
  readHeaders,
  readMultipartFields,
  readParams,
  rowText,
} from "./read_rows.ts";
import { readScripts } from "./read_scripts.ts";
import {
  readForwarding,
  readRepetition,
  readSettings,
} from "./read_settings.ts";
import { readVariables } from "./read_variables.ts";
import type { Body } from "../body_types.ts";
import {
  BODY_FILE,
  BODY_KINDS,
  BODY_TYPES,
  GRAPHQL_FIELDS,
} from "../shape/body.ts";
import { selectVariant } from "./tree/select_variant.ts";

const AS_TEXT = `write "data: |-" and the text below it, indented`;
const BODY_KEYS = keysOf(BODY_KINDS);
const GRAPHQL_KEYS = keysOf(GRAPHQL_FIELDS);
const FILE_KEYS = keysOf(BODY_FILE);

/** Reads `http.body`: one body, or the selected one of several variants. */
function readBody(node: YamlNode): Body | undefined {
  const body = selectVariant(node, "body");
  if (body.get("type").value === "none" || !body.mapping(BODY_KEYS)) {
    return undefined;
  }
  const base = {
    interpolate: body.get("interpolate").flag() ?? true,
    at: body.at,
  };
  if (!body.get("type").present) {
    body.missing("type", `write one such as "type: json"`);
  }
  const type = body.get("type").oneOf(BODY_TYPES);
  const data = body.get("data");
  switch (type) {
    case undefined:
      return undefined;
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return { ...base, type, data: rowText(data, AS_TEXT) };
    case "form-urlencoded":
      return { ...base, type, fields: readFormFields(data) };
    case "multipart-form":
      return { ...base, type, fields: readMultipartFields(data) };
    case "file":
      return readFile(data, base);
    default:
      return type satisfies never;
  }
}

/** Reads `graphql.body`, whose type is given. */
function readGraphqlBody(node: YamlNode): Body | undefined {
  const body = selectVariant(node, "body");
  if (!body.mapping(GRAPHQL_KEYS)) return undefined;
  const variables = body.get("variables").text();
  return {
    interpolate: body.get("interpolate").flag() ?? true,
    at: body.at,
    type: "graphql",
    query: rowText(body.get("query")),
    ...(variables?.text && { variables }),
  };
}

/** The selected file of the list, the first one where none says whether it is; no body without a file. */
function readFile(
  data: YamlNode,
  base: { interpolate: boolean; at: Body["at"] },
): Body | undefined {
  const files = data.list().filter((file) => file.mapping(FILE_KEYS));
  const selected = files.map((one) => one.get("selected").flag());
  const isSaid = selected.some((one) => one !== undefined);
  const file = files[isSaid ? selected.indexOf(true) : 0];
  const path = file?.get("filePath").text();
  if (!file || !path?.text) return undefined;
  const contentType = file.get("contentType").text();
  return {
    ...base,
    type: "file",
    path,
    ...(contentType?.text && { contentType }),
  };
}

const ITEM_KEYS = keysOf(REQUEST);
const DETAIL_KEYS = { http: keysOf(HTTP), graphql: keysOf(GRAPHQL) };
const RUNTIME_KEYS = keysOf(RUNTIME);
const BRACE_KEYS = keysOf(REQUEST_BRACE);

/** What a request's file does not say itself. */
export interface RequestContext {
  readonly path: string;
  /** The name where `info.name` is absent. */
  readonly name: string;
  readonly type: Request["type"];
  readonly settings: ReadLevel["settings"];
}

/** Reads an HTTP or GraphQL request; nothing without a URL, which is reported. */
export function readRequest(
  node: YamlNode,
  context: RequestContext,
): Request | undefined {
  const { type } = context;
  if (!node.mapping(ITEM_KEYS)) return undefined;
  const details = node.get(type);
  if (!details.present) node.missing(type);
  if (!details.mapping(DETAIL_KEYS[type])) return undefined;
  const runtime = node.get("runtime");
  runtime.mapping(RUNTIME_KEYS);
  const method = details.get("method").text();
  const url = details.get("url").text();
  if (details.get("url").value === undefined) details.missing("url");
  const body = (type === "graphql" ? readGraphqlBody : readBody)(
    details.get("body"),
  );
  const docs = readDocs(node.get("docs"));
  // The first release candidate of Bruno 3 wrote auth under runtime.
  const auth = readAuth(details.get("auth")) ?? readAuth(runtime.get("auth"));
  const read: Omit<Request, "url"> = {
    kind: "request",
    type,
    name: context.name,
    ...readInfo(node.get("info")),
    path: context.path,
    at: node.at,
    method: method?.text ? method : {
      text: type === "graphql" ? "POST" : "GET",
      at: details.get("method").at,
    },
    headers: readHeaders(details.get("headers")),
    params: readParams(details.get("params")),
    ...(body && { body }),
    ...(auth && { auth }),
    variables: readVariables(runtime.get("variables")),
    scripts: readScripts(runtime.get("scripts")),
    assertions: readAssertions(runtime.get("assertions")),
    actions: readActions(runtime.get("actions")),
    settings: requestSettings(node, context.settings[type]),
    ...(docs !== undefined && { docs }),
  };
  return url && { ...read, url };
}

function requestSettings(node: YamlNode, above: Settings): Settings {
  const extensions = node.get("extensions");
  const brace = extensions.get("brace");
  brace.mapping(BRACE_KEYS);
  return {
    ...readSettings(node.get("settings"), above),
    ...readForwarding(brace),
    ...readRepetition(brace),
  };
}
