/** Whether a module's name is a path of a file in the collection. */
export function isFilePath(name: string): boolean {
  return /^\.{0,2}\/|^\.{1,2}$/.test(name) || WINDOWS.test(name);
}

/** A file that scripts can require, by its name. */
export const MODULE_FILE = /\.(?:[cm]?[jt]s|json)$/;

/** Whether a file is TypeScript, by its name. */
export function isTypeScript(path: string): boolean {
  return /\.[cm]?ts$/.test(path);
}

/** A path of Windows, by its drive or its share. */
const WINDOWS = /^(?:[a-z]:[\\/]|\\\\)/i;

/** Where a file is required from. */
export interface RequiredFrom {
  /** The collection's folder as scripts see it: what an absolute path begins with. */
  root(): string;
  /** The folder of the file that requires, relative to it. */
  readonly folder: string;
}

/**
 * The paths, relative to the collection's root, at which a file may be that
 * is required from a folder of the collection, or by an absolute path. Throws
 * TypeError when it is outside of the collection.
 */
export function candidatePaths(
  from: RequiredFrom,
  name: string,
): string[] {
  const parts = pathParts(from, name);
  const path = parts.join("/");
  if (path === "") return ["index.js", "index.ts"];
  return MODULE_FILE.test(path) ? [path] : [
    `${path}.js`,
    `${path}.json`,
    `${path}.ts`,
    `${path}/index.js`,
    `${path}/index.ts`,
  ];
}

/** The names on the way to what is required, from the collection's root. Throws TypeError when it is outside of the collection. */
export function pathParts(from: RequiredFrom, name: string): string[] {
  if (!WINDOWS.test(name) && !name.startsWith("/")) {
    const parts = steps(`${from.folder}/${name}`);
    if (parts === undefined) throw outside(name);
    return parts;
  }
  const above = steps(slashed(from.root())) ?? [];
  const parts = steps(slashed(name)) ?? [];
  const other = above.findIndex((part, i) => part !== parts[i]);
  if (other === -1) return parts.slice(above.length);
  // A package above the collection names its own files.
  if (!from.folder.startsWith("..")) throw outside(name);
  return [...above.slice(other).map(() => ".."), ...parts.slice(other)];
}

/** The absolute path, as scripts see it, of a path from the collection's root. */
export function absolutePath(root: string, path: string): string {
  let folder = root.replace(/\/$/, "");
  let rest = path;
  for (; /^\.\.(?:\/|$)/.test(rest); rest = rest.slice(3)) {
    folder = folder.replace(/[/\\][^/\\]*$/, "");
  }
  return rest === "" ? folder : `${folder}/${rest}`;
}

/** A path with slashes only; its drive in upper case. */
function slashed(path: string): string {
  return WINDOWS.test(path)
    ? path.replaceAll("\\", "/").replace(/^./, (drive) => drive.toUpperCase())
    : path;
}

/** The names on a path's way; undefined where it leads out of where it begins. */
export function steps(path: string): string[] | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts;
}

/** Whether a path that a script requires begins at the collection's root: no file requires it. */
export function startsAtRoot(name: string, folder: string): boolean {
  return folder === "" && name.startsWith(".");
}

/** What a path is from the collection's root that is written as it is seen from a folder inside; it stays inside. */
export function fromRoot(name: string, folder = ""): string {
  const parts: string[] = [];
  for (const part of `${folder}/${name}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `./${parts.join("/")}`;
}

/** The folder of a path; empty for one at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function outside(name: string): TypeError {
  return new TypeError(
    `Cannot require "${name}": it is outside the collection; scripts can only load files inside it`,
  );
}
