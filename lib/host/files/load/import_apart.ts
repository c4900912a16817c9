import { basename, join, resolve } from "../../path.ts";
import { shellPath } from "../../terminal/shell_word.ts";
import { withSlashes } from "./shown_path.ts";

/**
 * The command that imports a folder into another one beside it: an import
 * refuses to write into its source.
 *
 * @param options.beside What the new folder is beside instead.
 */
export function importApart(
  source: string,
  { beside = source }: { readonly beside?: string } = {},
): string {
  const name = `${basename(resolve(source)).replace(/\.bru$/i, "")}-yaml`;
  return `brace import ${shellPath(source)} -o ${
    shellPath(withSlashes(join(beside, "..", name)))
  }`;
}
