import { levelsIn } from "../../collection/inherit.ts";
import type { Collection } from "../../collection/types.ts";
import type { WayOut } from "../../source/diagnostic.ts";
import { wayOut } from "../../source/way_out.ts";

const READS_ROW = /\biterationData\b/;
const FIELD = /\biterationData\s*\.\s*(?:get|has)\(\s*["'`]([^"'`]+)["'`]/g;

/** What scripts read of the rows of data. */
interface Rows {
  readonly names: ReadonlySet<string>;
  readonly any: boolean;
}

const known = new WeakMap<Collection, Rows>();

/**
 * How a name that nothing defines gets a value: by a row of data where a script
 * takes it from there, and maybe so where scripts read rows at all.
 */
export function waysToDefine(
  name: string,
  collection: Collection,
  expression?: string,
): readonly WayOut[] {
  const rows = rowsOf(collection);
  const row = wayOut("give-row", name);
  if (rows.names.has(name)) return [row];
  const own = wayOut("define-variable", givenName(name, expression));
  return rows.any ? [own, row] : [own];
}

/** The name to give what a path asks for: a text that is given for the variable has no members. */
export function givenName(name: string, expression = name): string {
  const isPath = /^[\w-]+(?:\.[\w-]+|\[\d+\])+$/.test(expression);
  return isPath && expression.startsWith(name) ? expression : name;
}

/** The fields of rows of data that scripts name. */
export function namesInRows(collection: Collection): ReadonlySet<string> {
  return rowsOf(collection).names;
}

function rowsOf(collection: Collection): Rows {
  const before = known.get(collection);
  if (before !== undefined) return before;
  const names = new Set<string>();
  let any = false;
  for (const { level } of levelsIn(collection)) {
    for (const { code } of level.scripts) {
      any ||= READS_ROW.test(code);
      for (const [, name] of code.matchAll(FIELD)) names.add(name);
    }
  }
  const rows = { names, any };
  known.set(collection, rows);
  return rows;
}
