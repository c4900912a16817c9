import { shownName } from "../bru_text.ts";

/** Things of one kind that a note names. */
const MAX_NAMED = 5;

/** Names in quotes, of many the first ones. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((it) => `"${shownName(it)}"`);
  const more = names.length - shown.length;
  return [...shown, ...more > 0 ? [`${more} more`] : []].join(", ");
}
