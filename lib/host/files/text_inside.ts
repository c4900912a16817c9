import { readInside } from "./read_inside.ts";

/** The text of a file that a script may require; undefined where it may not, or there is none. */
export function textInside(folder: string, path: string): string | undefined {
  try {
    return readInside(folder, path);
  } catch {
    return undefined;
  }
}
