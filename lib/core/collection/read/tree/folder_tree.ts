import { aboutFolder, type CollectionFormat } from "../../format.ts";

/** The request files of a folder and those of the folders inside. */
export interface FolderTree {
  /** Path inside the collection; "" for its root. */
  readonly path: string;
  /** The path of `folder.yml`, or what the format calls it. */
  folderFile?: string;
  readonly requests: string[];
  readonly folders: FolderTree[];
}

/** Sorts the files of a collection into folders, in the order of their paths; others may be empty. */
export function buildTree(
  paths: readonly string[],
  format: CollectionFormat,
  others: readonly string[] = [],
): FolderTree {
  const root: FolderTree = { path: "", requests: [], folders: [] };
  const trees = new Map([["", root]]);
  for (const path of paths.toSorted()) {
    const folder = aboutFolder(path, format);
    const tree = treeOf(folder ?? parentOf(path), trees);
    if (folder !== undefined) tree.folderFile ??= path;
    else tree.requests.push(path);
  }
  for (const path of others) treeOf(path, trees);
  return root;
}

function treeOf(path: string, trees: Map<string, FolderTree>): FolderTree {
  const known = trees.get(path);
  if (known) return known;
  const tree: FolderTree = { path, requests: [], folders: [] };
  trees.set(path, tree);
  treeOf(parentOf(path), trees).folders.push(tree);
  return tree;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
