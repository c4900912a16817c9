import { dirname, join } from "../path.ts";
import { isFile } from "../files/is_file.ts";

const CONFIG_FILES = ["deno.json", "deno.jsonc"];

/**
 * The configuration that Deno takes in a folder: its own, or the nearest above.
 *
 * @param names Those of another program.
 */
export function findConfig(
  folder: string,
  names: readonly string[] = CONFIG_FILES,
): string | undefined {
  for (let at = folder;; at = dirname(at)) {
    for (const name of names) {
      if (isFile(join(at, name))) return join(at, name);
    }
    if (dirname(at) === at) return undefined;
  }
}
