import { basename as posixBasename } from "@std/path/posix/basename";
import { dirname as posixDirname } from "@std/path/posix/dirname";
import { extname as posixExtname } from "@std/path/posix/extname";
import { isAbsolute as posixIsAbsolute } from "@std/path/posix/is-absolute";
import { join as posixJoin } from "@std/path/posix/join";
import { relative as posixRelative } from "@std/path/posix/relative";
import { resolve as posixResolve } from "@std/path/posix/resolve";
import { basename as windowsBasename } from "@std/path/windows/basename";
import { dirname as windowsDirname } from "@std/path/windows/dirname";
import { extname as windowsExtname } from "@std/path/windows/extname";
import { isAbsolute as windowsIsAbsolute } from "@std/path/windows/is-absolute";
import { join as windowsJoin } from "@std/path/windows/join";
import { relative as windowsRelative } from "@std/path/windows/relative";
import { resolve as windowsResolve } from "@std/path/windows/resolve";

// Paths of this system, as node:path has them, which takes 5 ms to load and 12
// for the `process` that it asks. Nor is that asked for the system or the
// current folder.
const isWindows = Deno.build.os === "windows";

/** What stands between the parts of a path. */
export const sep = isWindows ? "\\" : "/";

const basenameOf = isWindows ? windowsBasename : posixBasename;

/** The last part of a path, without an ending if that is given; a root has none. */
export function basename(path: string, ending?: string): string {
  const name = basenameOf(path, ending);
  return name === "/" || name === sep ? "" : name;
}

/** All but the last part of a path. */
export const dirname = isWindows ? windowsDirname : posixDirname;
/** The ending of a file's name, with its dot. */
export const extname = isWindows ? windowsExtname : posixExtname;
/** Whether a path begins at a root. */
export const isAbsolute = isWindows ? windowsIsAbsolute : posixIsAbsolute;
/** Paths one after the other. */
export const join = isWindows ? windowsJoin : posixJoin;
const relativeOf = isWindows ? windowsRelative : posixRelative;
const resolveOf = isWindows ? windowsResolve : posixResolve;

/** The way from one path to another. */
export function relative(from: string, to: string): string {
  return relativeOf(resolve(from), resolve(to));
}

/** Paths one after the other, from the current folder. */
export function resolve(...paths: string[]): string {
  return paths.some(isAbsolute)
    ? resolveOf(...paths)
    : resolveOf(Deno.cwd(), ...paths);
}

/** Whether an absolute path is a folder's, or of something below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[/\\]/.test(way);
}
