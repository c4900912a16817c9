import type { PlaceholderPart } from "../template/types.ts";
import { cachedTemplate } from "../template/template_of.ts";
import { hasGenerator } from "./make_value.ts";
import type { Problem } from "./problem.ts";
import type { Scopes } from "./scopes.ts";

/**
 * Data is never parsed; a placeholder in it that would resolve, were it in a
 * file, deserves a word. Undefined where there is none.
 *
 * @param text The expression that the data is the value of.
 */
export function opaquePlaceholder(
  text: string,
  data: string,
  scopes: Scopes,
): Problem | undefined {
  const live = cachedTemplate(data).placeholders.find((part) =>
    wouldResolve(part, scopes)
  );
  return live && {
    code: "OPAQUE_PLACEHOLDER",
    severity: "warning",
    message:
      `The value of "{{${text}}}" holds "{{${live.text}}}", which is sent as text: data is not parsed (use client.interpolate(text) in a script)`,
  };
}

function wouldResolve(
  { text, expression }: PlaceholderPart,
  scopes: Scopes,
): boolean {
  if (text !== "" && scopes.find(text) !== undefined) return true;
  switch (expression?.kind) {
    case "reference":
      return scopes.find(expression.name) !== undefined;
    case "generator":
      return hasGenerator(expression.name, scopes);
    default:
      return false;
  }
}
