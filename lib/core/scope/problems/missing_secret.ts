import type { Problem } from "./problem.ts";
import type { Scopes } from "../scopes.ts";

/**
 * Looks for a name among the secrets that files leave without a value, and asks
 * for the value. `"given"`: the layer has it now; undefined: the name is not
 * among them.
 */
export function missingSecret(
  { text, name, scopes }: {
    /** The expression. */
    readonly text: string;
    readonly name: string;
    readonly scopes: Scopes;
  },
): "given" | Problem | undefined {
  if (scopes.secret === undefined) return undefined;
  const layer = scopes.layers.find(({ unset }) => unset?.has(name));
  if (layer === undefined) return undefined;
  const value = scopes.secret(name);
  if (value === undefined) {
    return {
      code: "UNSET_SECRET",
      message:
        `Cannot resolve "{{${text}}}": the secret "${name}" has no value`,
      scopesSearched: scopes.scopeNames(),
    };
  }
  const { hosts } = layer.unset!.get(name)!;
  layer.entries.set(name, {
    value,
    template: false,
    secret: true,
    from: { kind: "prompt", question: name },
    ...(hosts && { hosts }),
  });
  return "given";
}
