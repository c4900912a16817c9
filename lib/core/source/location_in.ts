import type { Location, Place } from "./diagnostic.ts";
import type { Origin } from "./origin.ts";
import { locationOf } from "./diagnostic.ts";
import { lineColumn } from "./line_column.ts";

/**
 * The location of a stretch of text: in its file when it stands in one (line
 * and column are added when it is printed), else in the text itself.
 */
export function locationIn(
  text: string,
  origin: Origin | undefined,
  stretch: { readonly start: number; readonly end: number },
  options: { place?: Place } = {},
): Location {
  const offset = stretch.start;
  const length = stretch.end - stretch.start;
  if (origin !== undefined) {
    const location = locationOf(origin, { offset, length, ...options });
    // A text of a request that a program wrote is in no file to be located in.
    return origin.file === ""
      ? { ...location, ...lineColumn(text, offset) }
      : location;
  }
  return { ...lineColumn(text, offset), offset, length, ...options };
}
