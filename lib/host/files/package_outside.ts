import { dirname, join } from "../path.ts";
import { isPath } from "./is_file.ts";

/** Names that npm gives: they are put into a command. */
const NAME = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;

/**
 * Says in which `node_modules` above a collection's folder a package is: npm
 * installs there if the folder has no `package.json` of its own, or is one of
 * the workspaces of a repository. Only whether it is there is looked at, and only where Deno permits that
 * without a question. Undefined where none is.
 */
export function packageOutside(
  root: string,
  name: string,
): string | undefined {
  if (!NAME.test(name)) return undefined;
  let shown = "..";
  let real: string;
  try {
    real = Deno.realPathSync(root);
  } catch {
    return undefined;
  }
  for (let at = real; dirname(at) !== at; shown += "/..") {
    at = dirname(at);
    const path = join(at, "node_modules", name);
    const { state } = Deno.permissions.querySync({ name: "read", path });
    if (state === "granted" && isPath(path)) {
      return `it is in ${shown}/node_modules, outside of the collection's folder (run "npm install --prefix . ${name}" in the collection's folder)`;
    }
  }
  return undefined;
}
