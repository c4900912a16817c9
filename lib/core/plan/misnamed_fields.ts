import type { Collection, Environment, Variable } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { didYouMean, nearest } from "../source/nearest.ts";
import type { DataRow, Plan } from "./types.ts";

/** A script that may read any field, which its text does not name. */
const READS_ANY =
  /\biterationData\b(?!\s*\.\s*(?:get|has)\(\s*["'`])|\bdata\s*\[|\.toObject\(|\bget(?:Var|IterationData)?\(\s*[^"'`\s)]|\brequire\(\s*["'`]\.|\bimport\b/;

/**
 * Warns of fields of the data that nothing mentions, next to a name that is
 * used and much like it: the request would take another value, or none.
 */
export function misnamedFields(
  row: DataRow,
  { file, plan, collection, environment, globals }: {
    /** What messages call the file of the data. */
    readonly file: string;
    readonly plan: Plan;
    readonly collection: Collection;
    readonly environment: readonly Environment[];
    readonly globals: readonly Variable[];
  },
): Diagnostic[] {
  const seen = new Set<unknown>();
  const texts = [
    ...plan.steps.flatMap(({ item, folders }) => [
      ...textsIn(item, seen),
      ...folders.flatMap(({ defaults }) => [...textsIn(defaults, seen)]),
    ]),
    ...textsIn([collection.defaults, environment, globals], seen),
  ].join("\n");
  const fields = Object.keys(row);
  const unused = fields.filter((name) => !mentions(texts, name));
  if (unused.length === 0 || READS_ANY.test(texts)) return [];
  const used = new Set(
    [...texts.matchAll(/\{\{\s*([^{}\s]+)\s*\}\}/g)].map(([, name]) => name),
  );
  for (const name of fields) used.delete(name);
  return unused.flatMap((name): Diagnostic[] => {
    const near = nearest(name, used);
    return near === undefined ? [] : [{
      code: "USAGE",
      severity: "warning",
      message:
        `The field "${name}" of "${file}" has no effect: nothing uses a variable of this name${
          didYouMean(near)
        }`,
      suggestion: near,
    }];
  });
}

function mentions(texts: string, name: string): boolean {
  return new RegExp(
    `(?<![\\p{L}\\p{N}_])${RegExp.escape(name)}(?![\\p{L}\\p{N}_])`,
    "u",
  ).test(texts);
}

/** Every text of a value. */
function* textsIn(value: unknown, seen: Set<unknown>): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  const inner = value instanceof Map || value instanceof Set
    ? value
    : Object.values(value);
  for (const one of inner) yield* textsIn(one, seen);
}
