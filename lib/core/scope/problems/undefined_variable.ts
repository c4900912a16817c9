import { didYouMean } from "../../source/nearest.ts";
import type { Problem } from "./problem.ts";
import type { Scopes } from "../scopes.ts";
import type { Suggestions } from "./suggestions.ts";

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
