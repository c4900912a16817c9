import { didYouMean, nearest } from "../../source/nearest.ts";
import type { Problem } from "./problem.ts";
import type { Scopes } from "../scopes.ts";

/** Says that no scope defines a name, and what may have been meant. */
export function undefinedVariable(
  { text, name, scopes }: {
    /** The expression. */
    readonly text: string;
    readonly name: string;
    readonly scopes: Scopes;
  },
  suggestions: Suggestions,
): Problem {
  const suggestion = suggestions.nearest(name, () => [...scopes.names()]);
  return {
    code: "UNDEFINED_VARIABLE",
    message: `Cannot resolve "{{${text}}}": no scope defines "${name}"` +
      didYouMean(suggestion),
    scopesSearched: scopes.scopeNames(),
    ...(suggestion !== undefined && { suggestion }),
  };
}

const MAX_COMPARISONS = 50_000;

/** Finds nearest names for one text's problems, within a bounded time for all of them. */
export class Suggestions {
  #comparisons = 0;

  /** The nearest candidate; undefined where none is near, or the time is used up. */
  nearest(
    name: string,
    candidates: () => readonly string[],
  ): string | undefined {
    if (this.#comparisons > MAX_COMPARISONS) return undefined;
    const all = candidates();
    this.#comparisons += all.length;
    return nearest(name, all);
  }
}
