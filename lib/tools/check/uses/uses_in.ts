import { locationOf } from "../../../core/source/diagnostic.ts";
import type { Text } from "../../../core/source/origin.ts";
import { rootName } from "../../../core/template/template_of.ts";
import { templateOf } from "../../../core/template/template_of.ts";
import { type TextLevel, textsIn } from "./texts_in.ts";
import type { Use } from "../types.ts";

const known = new WeakMap<TextLevel, readonly Use[]>();

/** The places of a level that use variables, scripts aside. */
export function usesIn(level: TextLevel): readonly Use[] {
  let uses = known.get(level);
  if (uses === undefined) {
    uses = textsIn(level).flatMap(usesOfText);
    known.set(level, uses);
  }
  return uses;
}

/** The places of a text that use variables. */
export function usesOfText(text: Text): Use[] {
  if (!text.text.includes("{{")) return [];
  return templateOf(text).placeholders.flatMap((part) => {
    if (part.text === "") return [];
    const { expression } = part;
    if (expression !== undefined && expression.kind !== "reference") return [];
    return {
      name: rootName(part.text) ?? part.text,
      expression: part.text,
      by: "placeholder" as const,
      location: locationOf(text.at, {
        offset: part.start,
        length: part.end - part.start,
      }),
    };
  });
}
