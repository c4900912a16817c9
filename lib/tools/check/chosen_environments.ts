import { resolveEnvironments } from "../../core/collection/environment.ts";
import type { Collection, Environment } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";

/** An environment that is checked with. */
export interface Chosen {
  /** Absent: none is selected; of several together all of their names. */
  readonly name?: string;
  /** The environments, then what they extend; empty without. */
  readonly chain: readonly Environment[];
}

/**
 * The environments to check with: the named ones or, by default, each that is
 * there for its own sake; without any there is none to select. Environments
 * from files are above each of them.
 *
 * @param globals The environment whose variables are the global ones.
 */
export function chosenEnvironments(
  collection: Collection,
  names: readonly (string | readonly string[])[] | undefined,
  files: readonly Environment[] = [],
  globals?: string,
): { value: Chosen[]; diagnostics: Diagnostic[] } {
  const wanted = names ??
    wholeEnvironments(collection).filter((name) => name !== globals);
  if (wanted.length === 0) {
    const { value: chain = [], diagnostics } = resolveEnvironments(
      collection,
      files,
    );
    return { value: [{ chain }], diagnostics };
  }
  const value: Chosen[] = [];
  const diagnostics = new Set<Diagnostic>();
  for (const one of new Set(wanted)) {
    const selected = typeof one === "string" ? [one] : one;
    const { value: chain, diagnostics: found } = resolveEnvironments(
      collection,
      [...selected, ...files],
    );
    for (const it of found) diagnostics.add(it);
    if (chain !== undefined) value.push({ name: selected.join(" + "), chain });
  }
  return { value, diagnostics: [...diagnostics] };
}

/** The names of the environments that are there for their own sake: what others extend need not be whole. */
export function wholeEnvironments({ environments }: Collection): string[] {
  const bases = new Set(environments.map((one) => one.extends));
  const all = environments.map(({ name }) => name);
  return all.every((name) => bases.has(name))
    ? all
    : all.filter((name) => !bases.has(name));
}
