import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { type WayOutWords, worded } from "../../core/source/way_out.ts";
import { FLAG_WORDS } from "../../tools/report/text/flag_words.ts";

/** A check reads of rows what names they have, so a request for rows passes with them. */
const CHECK_WORDS: WayOutWords = {
  ...FLAG_WORDS,
  text(way) {
    const text = FLAG_WORDS.text(way);
    if (way.kind !== "define-variable" || !Array.isArray(text)) return text;
    // No row reaches what runs in setup or teardown.
    if (way.names.length > 1) return text;
    const [define, give] = text;
    return [define, `${give} or a column of --data FILE`];
  },
};

/**
 * Diagnostics with the flags that `brace check` has.
 *
 * @param data The file of rows that it has already; absent: none.
 */
export function inCheckWords(
  diagnostics: readonly Diagnostic[],
  data: string | undefined,
): Diagnostic[] {
  return diagnostics.map((one) => {
    const isTold = data !== undefined ||
      one.waysOut?.some(({ kind }) => kind === "give-row");
    return worded(one, isTold ? FLAG_WORDS : CHECK_WORDS);
  });
}
