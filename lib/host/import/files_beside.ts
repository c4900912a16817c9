import { join } from "node:path";
import type { FilesBeside } from "../../tools/convert/needed_files.ts";
import { isInside } from "../files/is_inside.ts";
import { readText } from "../files/read_text.ts";

/** The files of a folder, links that lead out of it left out. */
export function filesBeside(root: string): FilesBeside {
  const realRoot = Deno.realPathSync(root);
  const found = (path: string): string | undefined => {
    try {
      const real = Deno.realPathSync(join(realRoot, path));
      const isFile = isInside(realRoot, real) && Deno.statSync(real).isFile;
      return isFile ? real : undefined;
    } catch {
      // It is not there, or nobody may look: the note says that it is not copied.
      return undefined;
    }
  };
  return {
    has: (path) => found(path) !== undefined,
    text: (path) => {
      const real = found(path);
      try {
        return Promise.resolve(real === undefined ? real : readText(real));
      } catch {
        return Promise.resolve(undefined);
      }
    },
  };
}
