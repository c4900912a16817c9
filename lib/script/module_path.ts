/** Whether a module's name is a path of a file in the collection. */
export function isFilePath(name: string): boolean {
  return /^\.{0,2}\/|^\.{1,2}$/.test(name);
}

/**
 * The paths, relative to the collection's root, at which a file may be that
 * is required from a folder of the collection. Throws TypeError when it is
 * outside of the collection.
 */
export function candidatePaths(folder: string, name: string): string[] {
  const parts = folder === "" ? [] : folder.split("/");
  if (name.startsWith("/")) throw outside(name);
  for (const part of name.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) throw outside(name);
  }
  const path = parts.join("/");
  if (path === "") return ["index.js"];
  return /\.(?:c?js|json)$/.test(path)
    ? [path]
    : [`${path}.js`, `${path}.json`, `${path}/index.js`];
}

/** The folder of a path; empty for one at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function outside(name: string): TypeError {
  return new TypeError(
    `Cannot require "${name}": it is outside of the collection; scripts load files inside only`,
  );
}
