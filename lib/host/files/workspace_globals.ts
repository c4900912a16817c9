import { dirname, join } from "../path.ts";
import { isFile, isPath } from "./is_file.ts";

/**
 * What to say of global variables whose file does not exist. Bruno takes the
 * name of an environment of the workspace around the collection instead.
 */
export function globalsHint(written: string): string | undefined {
  if (/[\\/.]/.test(written) || isPath(written)) return undefined;
  const file = workspaceGlobals(written);
  return file === undefined
    ? "give the path of the file that has the global variables"
    : `did you mean "${file}"?`;
}

/** The environment of this name in the workspace around the current folder. */
function workspaceGlobals(name: string): string | undefined {
  const path = `environments/${name}.yml`;
  let above = "";
  for (let at = Deno.cwd();; at = dirname(at)) {
    if (isFile(join(at, "workspace.yml"))) {
      return isFile(join(at, path)) ? above + path : undefined;
    }
    if (dirname(at) === at) return undefined;
    above += "../";
  }
}
