import { join, resolve } from "node:path";
import type { NewFile } from "./write_collection.ts";

/** The files of a folder that go along into another one, at the same paths; none where both are one folder. */
export function copiedFiles(
  from: string,
  folder: string,
  paths: readonly string[],
): Map<string, NewFile> {
  if (resolve(from) === resolve(folder)) return new Map();
  return new Map(paths.map((path) => [path, { copyOf: join(from, path) }]));
}
