import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import { type AccountCounts, sumCounts } from "../counts.ts";
import {
  elements,
  isMapping,
  type Json,
  jsonTextOf,
  members,
} from "../json.ts";

/** Whether a file is a saved example. */
export function isExample(path: string): boolean {
  return /\.resources\/examples\/[^/]+\.example\.ya?ml$/.test(path);
}

/** The path of the request that an example is of, without its extension. */
export function exampleOwner(path: string): string {
  const [, above = "", name = ""] =
    /^(.*?)\.resources\/([^/]+)\.resources\/examples\//.exec(path) ?? [];
  return above + name;
}

/**
 * Counts what the files of a tree hold: a request is a `*.request.yaml`, a
 * variable a row with a name or a value, a script one with a text, an example
 * a file beside its request.
 */
export function countV3(files: ReadonlyMap<string, string>): AccountCounts {
  return sumCounts([...files].map(([path, text]) => {
    if (isExample(path)) return { examples: 1 };
    const isRequest = /\.request\.ya?ml$/.test(path);
    const isValues = /\.(?:environment|globals)\.ya?ml$/.test(path);
    const isLevel = /(?:^|\/)\.resources\/definition\.ya?ml$/.test(path);
    if (!isRequest && !isValues && !isLevel) return {};
    const root = members(parseYaml(path, text).document?.root);
    return {
      requests: isRequest ? 1 : 0,
      environments: isValues ? 1 : 0,
      variables: isRequest ? 0 : rows(isValues ? root.values : root.variables),
      scripts: elements(root.scripts).filter((script) =>
        (jsonTextOf(members(script).code) ?? "").trim() !== ""
      ).length,
    };
  }));
}

function rows(value: Json): number {
  if (isMapping(value)) return Object.keys(value).length;
  return elements(value).map(members).filter(({ key, name, value }) =>
    (jsonTextOf(key) ?? jsonTextOf(name)) || jsonTextOf(value)
  ).length;
}
