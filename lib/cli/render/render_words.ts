import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { type WayOutWords, worded } from "../../core/source/way_out.ts";
import { FLAG_WORDS } from "../../tools/report/text/flag_words.ts";

/** `brace render` takes no rows of data, so another command is the way out. */
const RENDER_WORDS: WayOutWords = {
  ...FLAG_WORDS,
  text: (way) =>
    way.kind === "give-row"
      ? `use brace run --data FILE with a column "${way.names[0]}"`
      : FLAG_WORDS.text(way),
};

/** Diagnostics with the flags that `brace render` has. */
export function inRenderWords(
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  return diagnostics.map((one) => worded(one, RENDER_WORDS));
}
