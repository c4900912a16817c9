import type { Fix } from "../../../core/source/diagnostic.ts";
import { edited, fixEdits, type FixPlaces } from "./fix_edits.ts";

/** A file's text with fixes in it. */
export interface Fixed {
  readonly text: string;
  /** Those that are in it. */
  readonly applied: readonly Fix[];
}

/** Puts fixes into a file's text, one after the other, but for those that cannot be. */
export async function applyFixes(
  file: string,
  text: string,
  fixes: readonly Fix[],
  places: FixPlaces,
): Promise<Fixed> {
  const applied: Fix[] = [];
  let current = text;
  // From the end on, so that the offsets of the others stay.
  const order = fixes.toSorted((a, b) => b.edits[0].offset - a.edits[0].offset);
  for (const fix of order) {
    const edits = await fixEdits(file, current, fix, places);
    if (edits === undefined) continue;
    current = edited(current, edits);
    applied.push(fix);
  }
  return { text: current, applied };
}
