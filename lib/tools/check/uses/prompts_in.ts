import type { Location } from "../../../core/source/diagnostic.ts";
import { locationOf } from "../../../core/source/diagnostic.ts";
import { templateOf } from "../../../core/template/template_of.ts";
import { type TextLevel, textsIn } from "./texts_in.ts";

/** A question that a run asks. */
export interface PlacedPrompt {
  readonly question: string;
  readonly location: Location;
}

/** The `{{?question}}` in the texts of levels. */
export function promptsIn(levels: Iterable<TextLevel>): PlacedPrompt[] {
  return [...levels].flatMap(textsIn).flatMap((text) => {
    if (!text.text.includes("{{")) return [];
    return templateOf(text).placeholders.flatMap((part) =>
      part.expression?.kind !== "prompt" ? [] : [{
        question: part.expression.text,
        location: locationOf(text.at, {
          offset: part.start,
          length: part.end - part.start,
        }),
      }]
    );
  });
}
