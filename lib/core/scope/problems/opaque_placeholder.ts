import type { PlaceholderPart } from "../../template/types.ts";
import { cachedTemplate } from "../../template/template_of.ts";
import { hasTemplates } from "../has_templates.ts";
import { hasGenerator } from "../make_value.ts";
import type { Problem } from "./problem.ts";
import type { Scopes } from "../scopes.ts";
import type { Value } from "../value/value.ts";

/**
 * Data is never parsed; a placeholder in it that would resolve, were it in a
 * file, deserves a word. Undefined where there is none.
 *
 * @param text The expression that the data is the value of.
 */
export function opaquePlaceholder(
  text: string,
  data: Value,
  scopes: Scopes,
): Problem | undefined {
  const live = livePlaceholder(data, scopes);
  return live && {
    code: "OPAQUE_PLACEHOLDER",
    severity: "warning",
    message:
      `The value of "{{${text}}}" holds "{{${live.text}}}", which is sent as text: data is not parsed (use client.interpolate(text) in a script)`,
  };
}

/** The first placeholder in the strings of a value that would resolve. */
function livePlaceholder(
  data: Value,
  scopes: Scopes,
): PlaceholderPart | undefined {
  if (typeof data === "string") {
    return cachedTemplate(data).placeholders.find((part) =>
      wouldResolve(part, scopes)
    );
  }
  if (!hasTemplates(data)) return undefined;
  for (const member of Object.values(data as object)) {
    const live = livePlaceholder(member, scopes);
    if (live !== undefined) return live;
  }
  return undefined;
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
    case "literal":
    case "prompt":
    case "process-env":
    case undefined:
      return false;
    default:
      return expression satisfies never;
  }
}
