type Path = readonly (string | number)[];

/** A path that was met, and those that go on from it. */
interface Branch {
  readonly path: Path;
  readonly next: Map<string | number, Branch>;
}

/** Longer ones, and elements further back in lists, are not met often. */
const MAX_LENGTH = 6;
const MAX_INDEX = 50;
/** So many are kept. */
const MAX_COUNT = 5_000;

const root: Branch = { path: [], next: new Map() };
let count = 0;

/**
 * The same array for the same keys and indexes. The files of a collection have
 * the same ones, and each text in them has its path.
 */
export function sharedPath(path: Path): Path {
  if (path.length > MAX_LENGTH) return path;
  let branch = root;
  for (const [at, key] of path.entries()) {
    let next = branch.next.get(key);
    if (next === undefined) {
      if (count >= MAX_COUNT || Number(key) > MAX_INDEX) return path;
      count++;
      next = { path: path.slice(0, at + 1), next: new Map() };
      branch.next.set(key, next);
    }
    branch = next;
  }
  return branch.path;
}
