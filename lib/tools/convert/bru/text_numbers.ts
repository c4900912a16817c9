import { readRightSide } from "../../../core/assertion/read_right_side.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import type { FileVariable } from "../open_collection.ts";
import type { Imported, ImportedRequest, ImportNote } from "../types.ts";
import { everyItem } from "./every_item.ts";

/** Operators to which a number and its text are not the same. */
const BY_KIND: readonly string[] = ["eq", "neq", "contains", "notContains"];
const ALONE = /^\s*\{\{\s*([\w.-]+)\s*\}\}\s*$/;

/**
 * Names the variables that assertions compare, and whose text Bruno reads as a
 * number, a boolean or null. In YAML it stays text: its quotes say so.
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
  for (const item of everyItem(items)) {
    if (item.kind === "folder") {
      pushAll(variables, item.defaults?.variables ?? []);
    } else {
      pushAll(variables, item.request.runtime?.variables ?? []);
      requests.push(item);
    }
  }
  const names = new Set(variables.filter(isRead).map(({ name }) => name));
  return requests.flatMap((item) => {
    const { assertions = [] } = item.request.runtime ?? {};
    const [name] = assertions.flatMap(({ operator, value }) => {
      const [, name] = ALONE.exec(value ?? "") ?? [];
      return BY_KIND.includes(operator) && names.has(name) ? [name] : [];
    });
    if (name === undefined) return [];
    return [{
      kind: "person" as const,
      message:
        `An assertion compares with "{{${name}}}", which is text here and equals no number or boolean (if the response has one, write the variable's value without quotes)`,
      item,
    }];
  });
}

function isRead({ value }: FileVariable): boolean {
  if (typeof value !== "string") return false;
  const read = readRightSide(value).value;
  return read === null || ["number", "bigint", "boolean"].includes(typeof read);
}
