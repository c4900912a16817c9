import type { PlaceholderPart } from "../template/types.ts";
import { cachedTemplate } from "../template/template_of.ts";
import type { Value } from "./value/value.ts";

/** The placeholder that a file's text consists of: such a text is an alias. */
export function aliasIn(value: Value): PlaceholderPart | undefined {
  if (typeof value !== "string" || !value.includes("{{")) return undefined;
  const { parts: [first, second] } = cachedTemplate(value);
  return second === undefined && first.kind === "placeholder"
    ? first
    : undefined;
}
