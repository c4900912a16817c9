import { type Setting, settingsOf } from "../collection/settings_of.ts";
import type { Action, Script } from "../collection/types.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import type { DataRow, Plan } from "./types.ts";

/**
 * Warns of fields of the data that a script or an action sets as variables:
 * theirs win from then on, where Bruno goes on with the row's. A script that
 * reads the row is written for data, and Postman does the same as Brace.
 */
export function overwrittenFields(
  row: DataRow,
  file: string,
  { steps }: Plan,
): Diagnostic[] {
  const levels = new Set<Setting>();
  for (const { item, folders, collection, stage } of steps) {
    if (item.kind !== "request" || stage === "teardown") continue;
    for (const { defaults } of [collection, ...folders]) levels.add(defaults);
    levels.add(item);
  }
  const setters = new Map<
    object,
    { by: string; at: Origin; names: Set<string> }
  >();
  for (const level of levels) {
    for (const { name, scope, by, source } of settingsOf(level)) {
      if (scope !== "runtime" || !Object.hasOwn(row, name)) continue;
      // What a step waits for is a part of a message: it has no place of its own.
      if (!("at" in source) || knowsRows(source)) continue;
      const { at } = source as Script | Action;
      const setter = setters.get(source) ??
        { by, at, names: new Set<string>() };
      setters.set(source, setter);
      setter.names.add(name);
    }
  }
  return [...setters.values()].map((
    { by, at, names: [first, ...more] },
  ) => ({
    code: "USAGE",
    severity: "warning",
    message: `The ${by} sets ${
      [first, ...more].map((it) => `"${it}"`).join(", ")
    }: ${
      more.length === 0 ? "it is a field" : "they are fields"
    } of "${file}", and requests get what is set, not the row's value, which Bruno would send (choose another name; a script reads the row with client.runner.iterationData.get("${first}"))`,
    location: locationOf(at),
  }));
}

function knowsRows(source: object): boolean {
  if (!("code" in source)) return false;
  const { code, dialect } = source as Script;
  return dialect === "postman" || code.includes("iterationData");
}
