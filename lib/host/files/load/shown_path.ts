import { isAbsolute, join, relative } from "../../path.ts";

/** How the files of a collection are shown, given by their paths in it: as short as the current folder allows. */
export function shownIn(cwd: string, root: string): (path: string) => string {
  const start = shownPath(cwd, root);
  const prefix = start === "" || start.endsWith("/") ? start : `${start}/`;
  const inside = relativePath(root, cwd);
  /** What stands beside the folder of the collection. */
  const beside = (path: string) =>
    shownIn(cwd, join(root, ".."))(path.slice(3));
  // No file of the collection has a shorter path than from its root.
  if (inside === "" || inside.startsWith("..") || isAbsolute(inside)) {
    return (path) => path.startsWith("../") ? beside(path) : prefix + path;
  }
  const above = inside.split("/");
  return (path) => {
    if (path.startsWith("../")) return beside(path);
    const parts = path.split("/");
    let shared = 0;
    while (shared < above.length && parts[shared] === above[shared]) shared++;
    const up = "../".repeat(above.length - shared);
    const near = parts.length === shared
      ? up.slice(0, -1)
      : up + parts.slice(shared).join("/");
    return near.length <= prefix.length + path.length ? near : prefix + path;
  };
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

/** A path with `/` between its parts, as collections have them on every system. */
export function withSlashes(path: string, os = Deno.build.os): string {
  return os === "windows" ? path.replaceAll("\\", "/") : path;
}
