import { readRightSide } from "../../../core/assertion/read_right_side.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileDefaults, FileVariable } from "../open_collection.ts";
import type { Imported, ImportedRequest, ImportNote } from "../types.ts";
import { everyItem } from "./every_item.ts";

/** Operators to which a number and its text are not the same. */
const BY_KIND: readonly string[] = ["eq", "neq", "contains", "notContains"];
const ALONE = /^\s*\{\{\s*([\w.-]+)\s*\}\}\s*$/;
/** An entry of `.env`, which is text. */
const ENTRY = /^process\.env\./;
/** What is text in every response: there the text of a number is the same. */
const IS_TEXT = /^res\.(?:text|headers)\b/;
/** A script's call that sets a variable, and the text that it gives it. */
const SETS =
  /\bset\w*Var\(\s*(["'`])([^"'`\n]+)\1\s*,\s*(String\(|(["'`])([^"'`\n]*)\4\s*\))?/g;

/**
 * Names the variables that assertions compare, and whose text the source reads as a
 * number, a boolean or null. In YAML it stays text: its quotes say so. Of a
 * name that no file declares, a row of data or a script may give such a text:
 * one note names it, with all requests that compare it.
 */
export function textNumbers(
  { items, defaults, environments }: Pick<
    Imported,
    "items" | "defaults" | "environments"
  >,
): ImportNote[] {
  const requests: ImportedRequest[] = [];
  const variables: FileVariable[] = [
    ...defaults?.variables ?? [],
    ...environments.flatMap(({ variables }) => variables),
  ];
  const known = new Set(setIn(defaults));
  for (const item of everyItem(items)) {
    const level = item.kind === "folder" ? item.defaults : item.request.runtime;
    pushAll(variables, level?.variables ?? []);
    for (const name of setIn(level)) known.add(name);
    if (item.kind === "request") requests.push(item);
  }
  for (const { name } of variables) known.add(name);
  const texts = new Set(variables.filter(isRead).map(({ name }) => name));
  const undeclared = new Map<string, ImportedRequest[]>();
  const ofItems = requests.map((item) => {
    const { assertions = [] } = item.request.runtime ?? {};
    const names = assertions.flatMap(({ expression, operator, value }) => {
      const [, name] = ALONE.exec(value ?? "") ?? [];
      return name !== undefined && BY_KIND.includes(operator) &&
          !IS_TEXT.test(expression)
        ? [name]
        : [];
    });
    const declared = new Set(names.filter((name) => texts.has(name)));
    // A member has the kind that its object has it in.
    const others = new Set(
      names.filter((name) =>
        !known.has(name) && (!name.includes(".") || ENTRY.test(name))
      ),
    );
    const first = [...others].filter((name) => !undeclared.has(name));
    for (const name of others) {
      const items = undeclared.get(name);
      if (items) items.push(item);
      else undeclared.set(name, [item]);
    }
    return { item, declared, first };
  });
  return ofItems.flatMap(({ item, declared, first }) => {
    const notes = [
      ...Array.from(declared, (name) => ({
        message:
          `An assertion compares with "{{${name}}}", which is text here and equals no number or boolean (if the response has one, write the variable's value without quotes)`,
      })),
      ...first.map((name) => {
        const items = undeclared.get(name) ?? [];
        return {
          message: ENTRY.test(name)
            ? `An assertion compares with "{{${name}}}", which is text and equals no number or boolean here (if the response has one, use the operator "in" and the value "[{{${name}}}]")`
            : `An assertion compares with "{{${name}}}", which no file declares: a text of a CSV file or a script equals no number or boolean here (if the response has a number, name the column "${name}:number", or let the script set a number)`,
          ...(items.length > 1 && { items }),
        };
      }),
    ];
    return notes.map((note) => ({ kind: "person" as const, ...note, item }));
  });
}

/**
 * The names that actions and scripts set to what is no text of a number: a
 * value of a response keeps its kind.
 */
function setIn(
  level: { scripts?: FileDefaults["scripts"]; actions?: unknown } | undefined,
): string[] {
  const byActions = elements(level?.actions as RawJson).flatMap((action) =>
    jsonTextOf(members(members(action).variable).name) ?? []
  );
  const byScripts = (level?.scripts ?? []).flatMap(({ code }) =>
    [...code.matchAll(SETS)].flatMap(([, , name, isText, , text]) =>
      isText === undefined || text !== undefined && !isReadText(text)
        ? [name]
        : []
    )
  );
  return [...byActions, ...byScripts];
}

function isRead({ value }: FileVariable): boolean {
  return typeof value === "string" && isReadText(value);
}

/** Whether the source reads a text as a number, a boolean or null. */
function isReadText(text: string): boolean {
  const read = readRightSide(text).value;
  return read === null || ["number", "bigint", "boolean"].includes(typeof read);
}
