import type { Variable } from "../collection/types.ts";
import type { Layer } from "../scope/layer.ts";
import type { ScopeName } from "../scope/names.ts";
import type { Entry } from "../scope/variables.ts";

/** What runs before this one left, for who goes on with them. */
export interface Earlier {
  /** What their scripts made of variables. */
  readonly variables: readonly LeftVariable[];
  /** The requests that ran, by their paths, and what became of what they set. */
  readonly ran: ReadonlyMap<string, "kept" | "forgotten" | "elsewhere">;
  /** What scripts deleted since somebody set it, by name. */
  readonly deleted?: ReadonlyMap<string, Deletion>;
  /** Columns of the run's data, which stand for runtime variables of the same names. */
  readonly columns?: ReadonlySet<string>;
}

/** Who deleted a variable that a script or an action had set. */
export interface Deletion {
  readonly by: object;
  /** Such as `after-response script of delete.yml`. */
  readonly label: string;
  /** What set it before. */
  readonly setBy: object | undefined;
}

/** What became of what a request set that ran earlier. */
export const LOST_STATES = {
  kept: "ran, but pm.variables keeps values only until its run ends",
  forgotten: "ran, but what it set is forgotten",
  elsewhere: "ran with another environment only",
} as const;

/** A variable as scripts left it, in a scope that does not end with a request. */
export interface LeftVariable {
  readonly scope: ScopeName;
  /** Name of the environment. */
  readonly label?: string;
  readonly name: string;
  /** Absent: a script deleted it. */
  readonly entry?: Entry;
}

/** What scripts made of a layer, which began with a file's variables. */
export function leftIn(
  { scope, label, entries }: Layer,
  variables: readonly Variable[],
): LeftVariable[] {
  const about = { scope, ...(label !== undefined && { label }) };
  const left: LeftVariable[] = [];
  for (const [name, entry] of entries) {
    if (entry.from === "script") left.push({ ...about, name, entry });
  }
  for (const { name, disabled, unset } of variables) {
    if (!disabled && !unset && !entries.has(name)) {
      left.push({ ...about, name });
    }
  }
  return left;
}

/** Makes a layer what scripts left, and tells what they had set. */
export function goOn(
  { scope, label, entries }: Layer,
  left: readonly LeftVariable[],
  told: (name: string, entry: Entry) => void,
): void {
  for (const { name, entry, ...of } of left) {
    if (of.scope !== scope || of.label !== label) continue;
    if (entry === undefined) {
      entries.delete(name);
      continue;
    }
    entries.set(name, entry);
    told(name, entry);
  }
}
