import { type AccountCounts, addCounts, sumCounts } from "../counts.ts";
import {
  elements,
  isMapping,
  type Json,
  jsonTextOf,
  members,
} from "../json.ts";

/**
 * Counts what documents of Postman's hold. A request is an element of `item`
 * without elements of its own; a script is an event with a text, or one whose
 * text is in another place, at any level and also a disabled one; a variable is
 * a row with a name or a value; an example is a saved response.
 */
export function countPostman(documents: readonly Json[]): AccountCounts {
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
function countCollection(root: Record<string, Json>): AccountCounts {
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
export function countVariables(rows: Json): number {
  return elements(rows).map(members).filter(({ key, id, name, value }) =>
    (jsonTextOf(key) ?? jsonTextOf(id) ?? jsonTextOf(name)) || jsonTextOf(value)
  ).length;
}

/** True for an event that has a text, or says where it is. */
function isScript(event: Json): boolean {
  const { script } = members(event);
  if (typeof script === "string") return script.trim() !== "";
  const { exec, src } = members(script);
  const text = jsonTextOf(exec) ??
    elements(exec).map((line) => jsonTextOf(line) ?? "").join("\n");
  return text.trim() !== "" || src !== undefined;
}
