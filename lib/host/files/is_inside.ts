import { isAbsolute, relative } from "../path.ts";

/** Whether an absolute path is a folder's, or of something below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[/\\]/.test(way);
}
