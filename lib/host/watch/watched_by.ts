import { basename, dirname, extname, join } from "node:path";
import type { CollectionPlace } from "../files/load/find_target.ts";
import { readText } from "../files/read_text.ts";
import { isInside } from "../files/is_inside.ts";
import { realOf, type Watched } from "./file_changes.ts";

/** A path as a collection's file names one: `./lib/sign`, `images/logo.png`. */
const PATH = /[\w.@-]+(?:\/[\w.@-]+)+/g;

/**
 * What is to be watched for a collection: all of its folder, or, for one in a
 * single file, what that file names.
 *
 * @param files Others that are read, wherever they lie.
 */
export function watchedBy(
  { main, bundled }: CollectionPlace,
  files: readonly string[],
): Watched[] {
  const root = dirname(main);
  const outside = files.map(realOf).filter((file) =>
    bundled || !isInside(realOf(root), file)
  );
  const own: Watched[] = bundled
    ? namedIn(main)
    : [{ folder: root, deep: true }];
  const byFolder = new Map(own.map((one) => [one.folder, one]));
  for (const [folder, group] of Map.groupBy(outside, (it) => dirname(it))) {
    const wanted = new Set(group);
    const { counts = () => false } = byFolder.get(folder) ?? {};
    byFolder.set(folder, {
      folder,
      deep: false,
      counts: (path) => wanted.has(path) || counts(path),
    });
  }
  return [...byFolder.values()];
}

/** What a collection in one file names, as far as that can be seen. */
function namedIn(main: string): Watched[] {
  const folder = realOf(dirname(main));
  const text = textOf(main);
  const counts = (path: string) => {
    const name = basename(path);
    return name === basename(main) || name === ".env" ||
      /\.[cm]?js$/.test(name) || text.includes(basename(name, extname(name)));
  };
  const folders = (text.match(PATH) ?? []).map((path) =>
    join(folder, dirname(path))
  ).filter(isFolder);
  return [...new Set([folder, ...folders])].map((folder) => ({
    folder,
    deep: false,
    counts,
  }));
}

function textOf(file: string): string {
  try {
    return readText(file);
  } catch {
    // The run says so.
    return "";
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
