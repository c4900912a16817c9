import { withoutExtension } from "../collection/format.ts";
import type { Collection, Folder, Item } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { didYouMean, nearest } from "../source/nearest.ts";
import type { namesApart } from "./names_apart.ts";
import type { AddNeeded } from "./needed.ts";
import { ownFolder } from "./own_folder.ts";
import type { DataRows, Leaf, Plan, Step } from "./types.ts";

/** Which requests of a collection are to run, and how often. */
export interface Selection {
  /**
   * Requests and folders, by their path inside the collection, in the order
   * they are to run; `users/create` finds `users/create.yml`. A request can
   * also be given by its name, where only one has it. Absent or empty:
   * everything.
   */
  readonly paths?: readonly string[];
  /** What reading the collection found: a path of a file that it has an error or a warning for is not missing. */
  readonly found?: readonly Diagnostic[];
  /** Requests with any of `include` (when there are any) and none of `exclude`; a folder's tags count for all inside. */
  readonly tags?: {
    readonly include?: readonly string[];
    readonly exclude?: readonly string[];
  };
  /** Makes what a path with `*`, `?`, `[…]` or `{…}` matches; absent: such a path is one like others. */
  readonly glob?: (pattern: string) => RegExp;
  /** The items in which all that is selected lies; absent: all of the collection. */
  readonly items?: readonly Item[];
  /** Only these, by path: what did not pass in an earlier run. */
  readonly only?: ReadonlySet<string>;
  /** Only these in each iteration; absent: the same in all. */
  readonly onlyIn?: ReadonlyMap<number, ReadonlySet<string>>;
  /** Adds the requests whose scripts set the variables that the selected ones use; absent: they stay out. */
  readonly needed?: AddNeeded;
  /** Data rows: everything runs once for each. */
  readonly rows?: DataRows;
  /** Groups run apart from each other, side by side or in shards, as this finds; absent: they do not. */
  readonly apart?: typeof namesApart;
  /** Also the collection's setup and teardown, once; what is in them is nowhere else then. */
  readonly stages?: boolean;
}

/**
 * Puts the selected requests in the order of their run. A path that the
 * collection does not have is reported, with the nearest one.
 */
export function makePlan(
  collection: Collection,
  selection: Selection,
): { value: Plan; diagnostics: Diagnostic[] } {
  const { paths = [], rows = [] } = selection;
  const diagnostics: Diagnostic[] = [];
  const known = leavesOf(selection.items ?? collection.items);
  const { byPath } = known;
  const selected = new Set<Leaf>();
  for (const path of paths.length === 0 ? [""] : paths) {
    const wanted = normalize(path);
    const leaves = known.at(wanted) ??
      (selection.glob && isGlob(wanted)
        ? matching(selection.glob(wanted), byPath, { path, diagnostics })
        : otherFile(wanted, collection, selection) ??
          named(path, byPath, { collection, diagnostics }));
    if ("code" in leaves) diagnostics.push(leaves);
    else for (const leaf of leaves) selected.add(leaf);
  }
  const tagged = [...selected].filter((leaf) =>
    hasTags(leaf, selection.tags) &&
    (selection.only?.has(leaf.item.path) ?? true)
  );
  const { setup = [], teardown = [] } = selection.stages
    ? collection.config
    : {};
  const inStage = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => byPath.get(path) ?? []));
  const all = { setup: inStage(setup), teardown: inStage(teardown) };
  const withNeeded = (leaves: readonly Leaf[]) =>
    selection.needed?.(collection, leaves, byPath.get("") ?? [], all) ?? leaves;
  const leaves = withNeeded(tagged);
  // Without anything to run they do not run, either.
  const [before, after] = leaves.length > 0
    ? [all.setup, all.teardown]
    : [new Set<Leaf>(), new Set<Leaf>()];
  const between = leaves.filter((it) => !before.has(it) && !after.has(it));
  // Stages run once, whatever the rows.
  const iterations = between.length === 0 ? 1 : Math.max(1, rows.length);
  const stepsOf = (
    leaves: Iterable<Leaf>,
    first: number,
    stage?: Step["stage"],
  ): Step[] =>
    [...leaves].map((leaf, at) => ({
      index: first + at,
      collection,
      ...leaf,
      iteration: 0,
      ...(stage && { stage }),
    }));
  const steps = [
    ...stepsOf(before, 0, "setup"),
    ...stepsOf(between, before.size),
    ...stepsOf(
      after,
      before.size + iterations * between.length,
      "teardown",
    ),
  ];
  const only = iterations > 1 && selection.onlyIn
    ? itemsIn(
      selection.onlyIn,
      (paths) => withNeeded(tagged.filter(({ item }) => paths.has(item.path))),
    )
    : undefined;
  const asked = new Set(tagged);
  const added = new Set(
    leaves.filter((it) => !asked.has(it)).map(({ item }) => item),
  );
  const plan = {
    steps,
    iterations,
    rows,
    ...only && { only },
    ...added.size > 0 && { added },
    ...before.size + between.length === 0 && after.size > 0 &&
      { onlyTeardown: true as const },
  };
  return {
    value: selection.apart ? { ...plan, apart: selection.apart(plan) } : plan,
    diagnostics,
  };
}

/** The items of each iteration; many iterations have the same. */
function itemsIn(
  onlyIn: ReadonlyMap<number, ReadonlySet<string>>,
  leavesOf: (paths: ReadonlySet<string>) => readonly Leaf[],
): ReadonlyMap<number, ReadonlySet<Leaf["item"]>> {
  const known = new Map<string, ReadonlySet<Leaf["item"]>>();
  return new Map(
    [...onlyIn].map(([iteration, paths]) => {
      const key = JSON.stringify([...paths]);
      const items = known.get(key) ??
        new Set(leavesOf(paths).map(({ item }) => item));
      known.set(key, items);
      return [iteration, items];
    }),
  );
}

/** The requests of a collection by the paths that select them. */
class Leaves {
  readonly byPath: ReadonlyMap<string, readonly Leaf[]>;
  #byShortPath: ReadonlyMap<string, readonly Leaf[]> | undefined;

  constructor(items: readonly Item[]) {
    const byPath = new Map<string, Leaf[]>([["", []]]);
    collect(items, [], byPath);
    this.byPath = byPath;
  }

  /** What a path selects; most name a file as it is. */
  at(path: string): readonly Leaf[] | undefined {
    return this.byPath.get(path) ??
      (this.#byShortPath ??= withoutExtensions(this.byPath)).get(path);
  }
}

/** Those of collections that are open are found again and again. */
const found = new WeakMap<readonly Item[], Leaves>();

function leavesOf(items: readonly Item[]): Leaves {
  let leaves = found.get(items);
  if (leaves === undefined) {
    leaves = new Leaves(items);
    found.set(items, leaves);
  }
  return leaves;
}

/** Whether a collection has a request with a path, selected or not. */
export function hasItem({ items }: Collection, path: string): boolean {
  return leavesOf(items).byPath.has(path);
}

/** Adds each request under its own path and under those of its folders. */
function collect(
  items: readonly Item[],
  folders: readonly Folder[],
  byPath: Map<string, Leaf[]>,
): void {
  for (const item of items) {
    if (item.kind === "folder") {
      if (!byPath.has(item.path)) byPath.set(item.path, []);
      collect(item.items, [...folders, item], byPath);
      continue;
    }
    const leaf: Leaf = { folders, item };
    const paths = new Set([
      "",
      ...folders.map((folder) => folder.path),
      item.path,
    ]);
    for (const path of paths) {
      const leaves = byPath.get(path);
      if (leaves) leaves.push(leaf);
      else byPath.set(path, [leaf]);
    }
  }
}

/** True for a path that is a pattern. */
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/** The requests whose path matches a pattern, or else those of the folders whose does. */
function matching(
  pattern: RegExp,
  byPath: ReadonlyMap<string, readonly Leaf[]>,
  { path, diagnostics }: { path: string; diagnostics: Diagnostic[] },
): readonly Leaf[] {
  const all = byPath.get("") ?? [];
  const fits = (path: string) =>
    pattern.test(path) || pattern.test(withoutExtension(path));
  const leaves = all.filter(({ item }) => fits(item.path));
  if (leaves.length > 0) return leaves;
  const inside = all.filter(({ folders }) =>
    folders.some((folder) => fits(folder.path))
  );
  if (inside.length === 0) {
    diagnostics.push({
      code: "MISSING_PATH",
      severity: "error",
      message: `Cannot select "${path}": nothing in the collection matches`,
    });
  }
  return inside;
}

/** What a path means that is of a file or a folder, but of no request that could be read. */
function otherFile(
  path: string,
  { file: main, environments }: Collection,
  { found = [] }: Selection,
): readonly Leaf[] | Diagnostic | undefined {
  const root = main.slice(0, main.lastIndexOf("/") + 1);
  const isIt = (file: string | undefined) =>
    file === root + path || file && withoutExtension(file) === root + path;
  const about = found.filter(({ location }) =>
    isIt(location?.file) || location?.file?.startsWith(`${root}${path}/`)
  );
  if (about.some(({ severity }) => severity === "error")) return [];
  if (about.some(({ code }) => code === "UNSUPPORTED")) {
    return {
      code: "MISSING_PATH",
      severity: "error",
      message:
        `Cannot select "${path}": the collection leaves it out, and a warning says why`,
    };
  }
  const isOne = environments.some(({ file }) => isIt(file));
  const isFolder = environments.some(({ file }) =>
    file?.startsWith(`${root}${path}/`)
  );
  if (!isOne && !isFolder) return undefined;
  const what = isOne
    ? "it is an environment, not a request"
    : "it has environments, not requests";
  return {
    code: "MISSING_PATH",
    severity: "error",
    message: `Cannot select "${path}": ${what}`,
  };
}

/** The only request of a name, or else the requests of the only folder of that name. */
function named(
  name: string,
  byPath: ReadonlyMap<string, readonly Leaf[]>,
  { collection, diagnostics }: {
    readonly collection: Collection;
    readonly diagnostics: Diagnostic[];
  },
): readonly Leaf[] {
  const all = byPath.get("") ?? [];
  const leaves = all.filter(({ item }) => item.name === name);
  if (leaves.length === 1) return leaves;
  const folders = new Map(
    all.flatMap((leaf) => leaf.folders).map((folder) => [folder.path, folder]),
  );
  const wanted = [...folders.values()].filter((folder) => folder.name === name);
  if (leaves.length === 0 && wanted.length === 1) {
    return all.filter((leaf) =>
      leaf.folders.some(({ path }) => path === wanted[0].path)
    );
  }
  const names = [
    ...all.map(({ item }) => item.name),
    ...[...folders.values()].map((folder) => folder.name),
  ];
  diagnostics.push(
    leaves.length + wanted.length === 0
      ? ownFolder("select", name, collection) ??
        missing(name, [...byPath.keys(), ...names])
      : leaves.length === 0
      ? ambiguous(name, "folders", wanted)
      : ambiguous(name, "requests", leaves.map(({ item }) => item)),
  );
  return [];
}

function withoutExtensions(
  byPath: Leaves["byPath"],
): Leaves["byPath"] {
  return new Map(
    [...byPath].map(([path, leaves]) => [withoutExtension(path), leaves]),
  );
}

function normalize(path: string): string {
  return path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "").replace(/^\.$/, "");
}

function hasTags({ folders, item }: Leaf, tags: Selection["tags"]): boolean {
  const { include = [], exclude = [] } = tags ?? {};
  const own = [...folders.flatMap((folder) => folder.tags), ...item.tags];
  return (include.length === 0 || include.some((tag) => own.includes(tag))) &&
    !exclude.some((tag) => own.includes(tag));
}

function missing(path: string, known: Iterable<string>): Diagnostic {
  // The root's own path is not text to suggest.
  const near = nearest(path, [...known].filter((one) => one !== ""));
  const wayOut = didYouMean(near);
  return {
    code: "MISSING_PATH",
    severity: "error",
    message:
      `Cannot select "${path}": the collection has no such request or folder${wayOut}`,
    ...(near !== undefined && { suggestion: near }),
  };
}

function ambiguous(
  name: string,
  kind: "requests" | "folders",
  items: readonly { readonly path: string }[],
): Diagnostic {
  const paths = items.slice(0, 5).map(({ path }) => `"${path}"`);
  const more = items.length > paths.length ? ", …" : "";
  return {
    code: "USAGE",
    severity: "error",
    message:
      `Cannot select "${name}": ${items.length} ${kind} have this name (give one's path: ${
        paths.join(", ")
      }${more})`,
  };
}
