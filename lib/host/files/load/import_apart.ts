import { basename, join, resolve } from "../../path.ts";
import { shellPath } from "../../terminal/shell_word.ts";
import { withSlashes } from "./shown_path.ts";

/** The command that imports a folder into another one beside it: an import refuses to write into its source. */
export function importApart(folder: string): string {
  const name = `${basename(resolve(folder))}-yaml`;
  return `brace import ${shellPath(folder)} -o ${
    shellPath(withSlashes(join(folder, "..", name)))
  }`;
}
