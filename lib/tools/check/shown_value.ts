import { kindOf } from "../../core/scope/value/value.ts";
import { valueText } from "../../core/scope/value/value_text.ts";
import { MASK } from "../../core/secrets/hidden.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { ListedDefinition } from "./list_variables.ts";

/** A definition's value as people see it. */
export interface ShownValue {
  /** `template` for a text with placeholders; absent where only a run brings the value. */
  readonly kind?: string;
  /** In one line, masked; absent as above. */
  readonly text?: string;
}

/** A value is shown up to here. */
const MAX_LENGTH = 60;

/** Kind and text of a definition's value; secrets are masked. */
export function shownValue(
  { by, value, secret, store }: ListedDefinition,
  masker: Masker,
): ShownValue {
  if (store !== undefined) return { text: `in a store (${store})` };
  if (value === undefined) {
    return by === "file" ? { text: "its file leaves the value out" } : {};
  }
  const isTemplate = by === "file" && typeof value === "string" &&
    value.includes("{{");
  const kind = isTemplate ? "template" : kindOf(value);
  if (secret && !isTemplate) return { kind, text: MASK };
  const text = valueText(value);
  return {
    kind,
    text: cut(masker.mask(typeof text === "string" ? text : text.reason)),
  };
}

function cut(text: string): string {
  const line = text.replace(/\s*\n\s*/g, " ");
  return line.length <= MAX_LENGTH
    ? line
    : `${line.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}
