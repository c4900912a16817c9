import type { FileVariable } from "../open_collection.ts";
import type { ImportedEnvironment, ImportNote } from "../types.ts";

/** An environment, and the name of the one that shows through. */
export interface ReadEnvironment extends ImportedEnvironment {
  readonly parent?: string;
}

/** An environment with the variables that it takes from others: other formats have no such link. */
export function withParents(
  { parent, ...own }: ReadEnvironment,
  all: readonly ReadEnvironment[],
  notes: ImportNote[],
): ImportedEnvironment {
  const { name, variables } = own;
  const seen = new Set([name]);
  const added = new Map<string, FileVariable>();
  const known = new Set(variables.map((one) => one.name));
  for (let next = parent; next !== undefined && !seen.has(next);) {
    seen.add(next);
    const found = all.find((one) => one.name === next);
    for (const one of found?.variables ?? []) {
      if (known.has(one.name) || added.has(one.name)) continue;
      added.set(one.name, one);
    }
    next = found?.parent;
  }
  if (added.size === 0) return own;
  notes.push({
    kind: "changed",
    message:
      `The environment "${name}" has the variables of "${parent}" in it: other formats have no "extends"`,
  });
  return { ...own, variables: [...variables, ...added.values()] };
}
