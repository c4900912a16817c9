import { YAML_FORMAT } from "../../core/collection/format.ts";

/** The files of a folder, those of the collections below it apart. */
export interface OwnFiles {
  readonly own: ReadonlyMap<string, string>;
  /** The files of each separate collection, by paths from its own folder. */
  readonly below: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Takes apart what a folder and the separate collections below it have: a run of the folder ignores those. */
export function ownFiles(files: ReadonlyMap<string, string>): OwnFiles {
  const own = new Map<string, string>();
  const below = new Map<string, Map<string, string>>();
  for (const path of files.keys()) {
    const [, folder, name] = /^(.+)\/([^/]+)$/.exec(path) ?? [];
    if (YAML_FORMAT.mains.includes(name)) below.set(folder, new Map());
  }
  for (const [path, text] of files) {
    const root = foldersOf(path).find((folder) => below.has(folder));
    if (root === undefined) own.set(path, text);
    else below.get(root)!.set(path.slice(root.length + 1), text);
  }
  return { own, below };
}

/** The folders around a file, the nearest first. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  let end = path.lastIndexOf("/");
  while (end > 0) {
    folders.push(path.slice(0, end));
    end = path.lastIndexOf("/", end - 1);
  }
  return folders;
}
