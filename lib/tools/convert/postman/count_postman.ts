import { type AccountCounts, addCounts, sumCounts } from "../counts.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import type { ImportNote } from "../types.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";

/**
 * Counts what documents of Postman's hold. A request is an element of `item`
 * without elements of its own; a script is an event with a text, or one whose
 * text is in another place, at any level and also a disabled one; a variable is
 * a row with a name or a value; an example is a saved response.
 */
export function countPostman(documents: readonly RawJson[]): AccountCounts {
  return sumCounts(documents.map((document) => {
    const data = isMapping(members(document).collection)
      ? members(members(document).collection)
      : members(document);
    if (Array.isArray(data.item)) return countCollection(data);
    return Array.isArray(data.values)
      ? { environments: 1, variables: countVariables(data.values) }
      : {};
  }));
}

/** Every item is visited once, whatever its depth. */
function countCollection(root: Record<string, RawJson>): AccountCounts {
  let [requests, variables, examples, scripts] = [0, 0, 0, 0];
  const stack = [root];
  for (let item; (item = stack.pop()) !== undefined;) {
    variables += countVariables(item.variable ?? item.variables);
    scripts += elements(item.event).filter(isScript).length;
    if (Array.isArray(item.item)) {
      for (const inner of item.item) stack.push(members(inner));
    } else {
      requests++;
      examples += elements(item.response).length;
    }
  }
  return addCounts({ requests, variables, examples, scripts });
}

/** Rows that are not empty. */
export function countVariables(rows: RawJson): number {
  return elements(rows).map(members).filter(({ key, id, name, value }) =>
    (jsonTextOf(key) ?? jsonTextOf(id) ?? jsonTextOf(name)) || jsonTextOf(value)
  ).length;
}

/** True for an event that has a text, or says where it is. */
function isScript(event: RawJson): boolean {
  const { script } = members(event);
  if (typeof script === "string") return script.trim() !== "";
  const { exec, src } = members(script);
  const text = jsonTextOf(exec) ??
    elements(exec).map((line) => jsonTextOf(line) ?? "").join("\n");
  return text.trim() !== "" || src !== undefined;
}

/** What a folder, a collection or an environment has and its file does not. */
export function levelLosses(level: Record<string, RawJson>): ImportNote[] {
  const rows = elements(level.variable ?? level.variables ?? level.values);
  const nameless = countVariables(rows) - countNamed(rows);
  return namelessNote(nameless);
}

/** What a folder has and Postman does not use; the schema allows it, and others write it. */
export function unreadVariables(folder: Record<string, RawJson>): ImportNote[] {
  const names = elements(folder.variable ?? folder.variables).map(members)
    .filter(({ disabled, enabled }) => disabled !== true && enabled !== false)
    .map(nameOf).filter((name) => name !== "");
  return names.length === 0 ? [] : [{
    kind: "person",
    message: `Postman does not read variables of a folder, and Brace does: ${
      names.map((name) => `"${name}"`).join(", ")
    } (delete those that requests are not to get)`,
  }];
}

/** What a request has and its file does not. */
export function requestLosses(item: Record<string, RawJson>): ImportNote[] {
  const variables = countVariables(item.variable ?? item.variables);
  return variables === 0 ? [] : [{
    kind: "person",
    message: `Left out ${variables} variable${
      variables === 1 ? "" : "s"
    } of the request, which Postman does not use`,
    lost: { variables },
  }];
}

/** Items below the deepest folder that is read. */
export function tooDeep(items: RawJson, depth: number): ImportNote {
  const { requests, variables, examples, scripts } = countPostman([
    { item: items },
  ]);
  return {
    kind: "person",
    message: `Left out what is in folders more than ${depth} deep`,
    lost: { requests, variables, examples, scripts },
  };
}

function namelessNote(count: number): ImportNote[] {
  return count === 0 ? [] : [{
    kind: "person",
    message: `Left out ${count} variable${
      count === 1 ? "" : "s"
    } without a name`,
    lost: { variables: count },
  }];
}

function countNamed(rows: readonly RawJson[]): number {
  return rows.map(members).filter((row) => nameOf(row) !== "").length;
}

function nameOf({ key, id, name }: Record<string, RawJson>): string {
  return jsonTextOf(key) ?? jsonTextOf(id) ?? jsonTextOf(name) ?? "";
}

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

function rows(value: RawJson): number {
  if (isMapping(value)) return Object.keys(value).length;
  return elements(value).map(members).filter(({ key, name, value }) =>
    (jsonTextOf(key) ?? jsonTextOf(name)) || jsonTextOf(value)
  ).length;
}
