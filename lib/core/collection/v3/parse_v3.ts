import { expandsBeyond } from "../../source/plain_value.ts";
import type { FileParser } from "../read/tree/folder_reading.ts";
import { parseYaml } from "../yaml/parse_yaml.ts";
import { putAuth, putScripts } from "./auth_and_scripts.ts";
import { ownAuthNames } from "./postman_auth.ts";
import { putUrl, putVariables } from "./rows.ts";
import { type Form, type V3Keys, V3Shape, V3Source } from "./source.ts";
import { putGrpcUrl, putOrder, toRequest } from "./to_request.ts";

/** Whether a file is one of Postman's trees, by the end of its path. */
export function isV3Path(path: string): boolean {
  return kindOf(path) !== undefined;
}

/** An alias can make a small file a huge or endless one. */
const MAX_VALUES = 500_000;

type V3Kind = "request" | "main" | "level" | "values";

function kindOf(path: string): V3Kind | undefined {
  if (/\.request\.ya?ml$/.test(path)) return "request";
  const definition = /^(.*\/)?\.resources\/definition\.ya?ml$/.exec(path);
  if (definition) return definition[1] === undefined ? "main" : "level";
  return /\.(?:environment|globals)\.ya?ml$/.test(path) ? "values" : undefined;
}

/**
 * Reads a file of a tree that Postman 12 writes (collection format v3) into the
 * form of OpenCollection YAML, so that one reader serves both; without a
 * document when it is malformed.
 */
export const parseV3: FileParser = ({ path, shown }, text) => {
  const { document, diagnostics } = parseYaml(shown, text);
  if (document === undefined) return { diagnostics };
  if (expandsBeyond(document.root, MAX_VALUES)) {
    diagnostics.push({
      code: "LIMIT",
      severity: "error",
      message:
        `Cannot read "${shown}": its aliases or its nesting make it too large`,
      location: { file: shown },
    });
    return { diagnostics };
  }
  const source = new V3Source(document, diagnostics, document.root, []);
  const shape = new V3Shape();
  const root = convert(kindOf(path), source, shape);
  if (root === undefined) return { diagnostics };
  const keysOf = (keys: V3Keys) => shape.placeOf(root, keys).keys;
  return {
    document: {
      file: shown,
      root,
      written: (keys) => document.written(keysOf(keys)),
      keys: keysOf,
      authNames: ownAuthNames,
    },
    diagnostics,
  };
};

/**
 * Where an offset in the URL that is sent stands in the file of a request: in
 * its URL, or in one of the parameters of its query. Undefined where it stands
 * as the file has it.
 */
export function urlPiece(
  text: string,
  offset: number,
): { readonly keys: V3Keys; readonly offset: number } | undefined {
  const { document } = parseYaml("", text);
  if (document === undefined) return undefined;
  const source = new V3Source(document, [], document.root, []);
  const shape = new V3Shape();
  const target: Form = {};
  const type = source.get("$kind").word;
  if (type === "grpc-request") putGrpcUrl(target, source, shape);
  else putUrl(target, source, shape);
  const piece = shape.placeOf(target, ["url"]).pieces
    ?.findLast(({ start }) => start <= offset);
  return piece && { keys: piece.keys, offset: offset - piece.start };
}

function convert(
  kind: V3Kind | undefined,
  source: V3Source,
  shape: V3Shape,
): Form | undefined {
  switch (kind) {
    case "request":
      return toRequest(source, shape);
    case "values":
      return toEnvironment(source, shape);
    case "main":
      return toMain(source, shape);
    case "level":
      return toFolder(source, shape);
    case undefined:
      return undefined;
    default:
      return kind satisfies never;
  }
}

const LEVEL_KEYS = [
  "$kind",
  "auth",
  "description",
  "id",
  "name",
  "order",
  "scripts",
  "variables",
];

/** The OpenCollection form of `.resources/definition.yaml`, of a collection or a folder. */
function toLevel(source: V3Source, shape: V3Shape): Form | undefined {
  const kind = source.get("$kind");
  if (source.present && !source.isMapping) {
    source.report({
      code: "INVALID_FIELD",
      message: `Cannot read "${source.name}": a definition is a mapping`,
    });
    return undefined;
  }
  if (kind.present && kind.value !== "collection") {
    kind.report({
      code: "INVALID_FIELD",
      message:
        `Cannot read "$kind": a definition is of the kind collection, found "${kind.word}"`,
    });
    return undefined;
  }
  source.warnAboutMisspelt(LEVEL_KEYS);
  const root: Form = {};
  const info: Form = shape.set(root, "info", {}, []);
  shape.text(info, "name", source.get("name"));
  const request: Form = shape.set(root, "request", {}, []);
  putVariables(request, source.get("variables"), shape);
  putAuth(request, source.get("auth"), shape);
  putScripts(request, source.get("scripts"), shape);
  const description = source.get("description");
  if (description.present) {
    shape.set(root, "docs", description.value, description.keys);
  }
  return root;
}

/** Postman runs scripts from the collection to the request, always. */
function toMain(source: V3Source, shape: V3Shape): Form | undefined {
  const root = toLevel(source, shape);
  if (root) root.extensions = { brace: { flow: "sequential" } };
  return root;
}

function toFolder(source: V3Source, shape: V3Shape): Form | undefined {
  const root = toLevel(source, shape);
  if (root) putOrder(root.info as Form, source, shape);
  return root;
}

/** The OpenCollection form of an environment, or of the globals. */
function toEnvironment(source: V3Source, shape: V3Shape): Form | undefined {
  if (source.present && !source.isMapping) {
    source.report({
      code: "INVALID_FIELD",
      message: `Cannot read "${source.name}": an environment is a mapping`,
    });
    return undefined;
  }
  source.warnAboutMisspelt(["id", "name", "values", "color"]);
  const root: Form = {};
  shape.text(root, "name", source.get("name"));
  putVariables(root, source.get("values"), shape);
  return root;
}
