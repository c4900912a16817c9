import {
  type Setting,
  settingsOf,
  type SourcedSetting,
} from "../collection/settings_of.ts";
import type { CodesOf } from "../collection/required/required_code.ts";
import type { Action, Script } from "../collection/types.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { ScopeName } from "../scope/names.ts";
import type { Origin } from "../source/origin.ts";
import type { DataRow, Plan } from "./types.ts";

/**
 * Warns of fields of the data that a script or an action sets as variables. A
 * runtime variable wins from then on, where Bruno goes on with the row's; in
 * another scope the row's value hides it. A script that reads the row is
 * written for data, and of runtime variables Postman does the same as Brace.
 */
export function overwrittenFields(
  row: DataRow,
  file: string,
  { steps }: Plan,
  codesOf?: CodesOf,
): Diagnostic[] {
  const levels = new Set<Setting>();
  for (const { item, folders, collection, stage } of steps) {
    if (item.kind !== "request" || stage === "teardown") continue;
    for (const { defaults } of [collection, ...folders]) levels.add(defaults);
    levels.add(item);
  }
  const setters = new Map<object, Fields>();
  const hidden = new Map<object, Fields>();
  for (const level of levels) {
    for (
      const { name, scope, by, call, source } of settingsOf(level, codesOf)
    ) {
      if (!Object.hasOwn(row, name)) continue;
      // What a step waits for is a part of a message: it has no place of its own.
      if (!("at" in source) || readsRows(source)) continue;
      const isHidden = scope !== "runtime";
      if (!isHidden && isOfPostman(source)) continue;
      const all = isHidden ? hidden : setters;
      const { at } = source as Script | Action;
      const fields = all.get(source) ??
        { by, scope, at, call, names: new Set<string>() };
      all.set(source, fields);
      fields.names.add(name);
    }
  }
  return [
    ...[...setters.values()].map((fields) => {
      // The name that Bruno knows, too, where Bruno runs the file.
      const api = fields.at.file.endsWith(".bru") ? "bru" : "client";
      return warning(
        fields,
        `${
          areFields(fields, file)
        }, and requests get what is set, not the row's value, which Bruno would send (choose another name; a script reads the row with ${api}.runner.iterationData.get("${
          [...fields.names][0]
        }"))`,
      );
    }),
    ...[...hidden.values()].map((fields) =>
      warning(
        fields,
        `${
          areFields(fields, file)
        }, and requests get the row's value, which hides that of the ${fields.scope} (choose another name)`,
      )
    ),
  ];
}

/** What a script or an action sets, of the names of fields. */
interface Fields {
  readonly by: string;
  /** The scope of the first one. */
  readonly scope: ScopeName;
  readonly at: Origin;
  /** Where the script sets the first one. */
  readonly call: SourcedSetting["call"];
  readonly names: Set<string>;
}

function areFields({ names }: Fields, file: string): string {
  return `${
    names.size === 1 ? "it is a field" : "they are fields"
  } of "${file}"`;
}

function warning({ by, at, call, names }: Fields, what: string): Diagnostic {
  return {
    code: "USAGE",
    severity: "warning",
    message: `The ${by} sets ${
      [...names].map((it) => `"${it}"`).join(", ")
    }: ${what}`,
    location: locationOf(at, call),
  };
}

function readsRows(source: object): boolean {
  return "code" in source && (source as Script).code.includes("iterationData");
}

function isOfPostman(source: object): boolean {
  return "code" in source && (source as Script).dialect === "postman";
}
