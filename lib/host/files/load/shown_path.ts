import { relative } from "node:path";
import { withSlashes } from "../with_slashes.ts";

/** What goes before the paths of a collection where they are shown, such as `api/`. */
export function prefixOf(cwd: string, root: string): string {
  const prefix = shownPath(cwd, root);
  return prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
}

/** As it is seen from the current folder or, where that is longer, from the root of all. */
function shownPath(cwd: string, path: string): string {
  const seen = relativePath(cwd, path);
  return seen.length > path.length && seen.startsWith("..")
    ? withSlashes(path)
    : seen;
}

/** A path as a folder sees it, with `/` between the parts on every system. */
export function relativePath(from: string, to: string): string {
  return withSlashes(relative(from, to));
}
