import type { Body } from "../body_types.ts";
import {
  BODY_FILE,
  BODY_KINDS,
  BODY_TYPES,
  GRAPHQL_FIELDS,
} from "../shape/body.ts";
import { keysOf } from "../shape/keys_of.ts";
import type { YamlNode } from "../yaml/node.ts";
import { readFormFields, readMultipartFields, textOf } from "./read_rows.ts";
import { selectVariant } from "./tree/select_variant.ts";

const AS_TEXT = `write "data: |-" and the text below it, indented`;
const BODY_KEYS = keysOf(BODY_KINDS);
const GRAPHQL_KEYS = keysOf(GRAPHQL_FIELDS);
const FILE_KEYS = keysOf(BODY_FILE);

/** Reads `http.body`: one body, or the selected one of several variants. */
export function readBody(node: YamlNode): Body | undefined {
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
      return { ...base, type, data: textOf(data, AS_TEXT) };
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
export function readGraphqlBody(node: YamlNode): Body | undefined {
  const body = selectVariant(node, "body");
  if (!body.mapping(GRAPHQL_KEYS)) return undefined;
  const variables = body.get("variables").text();
  return {
    interpolate: body.get("interpolate").flag() ?? true,
    at: body.at,
    type: "graphql",
    query: textOf(body.get("query")),
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
