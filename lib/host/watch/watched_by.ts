import { isFolder } from "../files/is_folder.ts";
import { basename, dirname, extname, isInside, join } from "../path.ts";
import type { CollectionPlace } from "../files/load/find_target.ts";
import { readText } from "../files/read_text.ts";
import { V3_FORMAT } from "../../core/collection/format.ts";
import { splitMain } from "../files/find_root.ts";
import { realOf, type Watched } from "./file_changes.ts";
import { fstatSync, type Stats, statSync } from "node:fs";

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
  const { root, main: name } = splitMain(main);
  const outside = files.map(realOf).filter((file) =>
    bundled || !isInside(realOf(root), file)
  );
  const own: Watched[] = bundled
    ? namedIn(main)
    : [{ folder: root, deep: true }, ...besideTree(root, name)];
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

/** The environments and globals beside a tree of Postman's. */
function besideTree(root: string, main: string): Watched[] {
  return V3_FORMAT.mains.includes(main)
    ? ["environments", "globals"].map((name) => join(root, "..", "..", name))
      .filter(isFolder).map((folder) => ({ folder, deep: false }))
    : [];
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

/** Standard output and standard error. */
const STREAMS = [1, 2];

/**
 * Separates the writes of a run from changes by a person. Files that a run only
 * writes, such as reports and redirected output, never count as changed. Files
 * that it reads and writes, such as cookies, count once they differ from what
 * the run wrote.
 */
export class WrittenFiles {
  readonly #only: ReadonlySet<string>;
  /** Where the shell has what is printed go: files that no option names. */
  readonly #printed = new Set(
    STREAMS.flatMap((stream) => identityOf(() => fstatSync(stream)) ?? []),
  );
  #left = new Map<string, string>();

  /** @param only What a run only writes. */
  constructor(only: readonly string[]) {
    this.#only = new Set(only.map(realOf));
  }

  /** Remembers how a run left what it wrote back. */
  note(back: readonly string[]): void {
    this.#left = new Map(
      back.map(realOf).map((path) => [path, stateOf(path)]),
    );
  }

  /** Whether a file is as a run made it. */
  has(path: string): boolean {
    return this.#only.has(path) || this.#left.get(path) === stateOf(path) ||
      path.endsWith(".lock") &&
        this.#left.has(path.slice(0, -".lock".length)) ||
      this.#printed.has(identityOf(() => statSync(path)) ?? "");
  }
}

/** What an open file and its path have in common; undefined for what is not a file. */
function identityOf(stat: () => Stats): string | undefined {
  try {
    const stats = stat();
    const { dev, ino } = stats;
    return stats.isFile() && ino !== 0 ? `${dev} ${ino}` : undefined;
  } catch {
    // Closed, gone, or out of reach.
    return undefined;
  }
}

function stateOf(path: string): string {
  try {
    const { size, mtime, ino } = Deno.statSync(path);
    return [size, mtime?.getTime(), ino].join(" ");
  } catch {
    return "";
  }
}
