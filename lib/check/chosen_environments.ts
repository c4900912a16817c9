import { resolveEnvironment } from "../collection/environment.ts";
import type { Collection, Environment } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";

/** An environment that is checked with. */
export interface Chosen {
  /** Absent: none is selected. */
  readonly name?: string;
  /** The environment, then what it extends; empty without. */
  readonly chain: readonly Environment[];
}

/**
 * The environments to check with: the named ones or, by default, each that is
 * there for its own sake; without any there is none to select.
 */
export function chosenEnvironments(
  collection: Collection,
  names: readonly string[] | undefined,
): { value: Chosen[]; diagnostics: Diagnostic[] } {
  const { environments } = collection;
  const bases = new Set(environments.map((one) => one.extends));
  const all = environments.map(({ name }) => name);
  const wanted = names ??
    // What others extend need not be whole.
    (all.every((name) => bases.has(name))
      ? all
      : all.filter((name) => !bases.has(name)));
  if (wanted.length === 0) return { value: [{ chain: [] }], diagnostics: [] };
  const value: Chosen[] = [];
  const diagnostics = new Set<Diagnostic>();
  for (const name of new Set(wanted)) {
    const { value: chain, diagnostics: found } = resolveEnvironment(
      collection,
      name,
    );
    for (const one of found) diagnostics.add(one);
    if (chain !== undefined) value.push({ name, chain });
  }
  return { value, diagnostics: [...diagnostics] };
}
