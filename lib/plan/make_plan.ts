import type { Collection, Folder, Item } from "../collection/types.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import type { DataRow, Plan, Step } from "./types.ts";

/** Which requests of a collection are to run, and how often. */
export interface Selection {
  /**
   * Requests and folders, by their path inside the collection, in the order
   * they are to run; `users/create` finds `users/create.yml`. Absent or empty:
   * everything.
   */
  readonly paths?: readonly string[];
  /** Requests with any of `include` (when there are any) and none of `exclude`; a folder's tags count for all inside. */
  readonly tags?: {
    readonly include?: readonly string[];
    readonly exclude?: readonly string[];
  };
  /** Data rows: everything runs once for each. */
  readonly rows?: readonly DataRow[];
}

type Leaf = Pick<Step, "folders" | "item">;

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
  const byPath = new Map<string, Leaf[]>([["", []]]);
  collect(collection.items, [], byPath);
  const byShortPath = withoutExtensions(byPath);
  const selected = new Set<Leaf>();
  for (const path of paths.length === 0 ? [""] : paths) {
    const wanted = normalize(path);
    const leaves = byPath.get(wanted) ?? byShortPath.get(wanted);
    if (!leaves) diagnostics.push(missing(path, byPath.keys()));
    for (const leaf of leaves ?? []) selected.add(leaf);
  }
  const leaves = [...selected].filter((leaf) => hasTags(leaf, selection.tags));
  const iterations = Math.max(1, rows.length);
  const steps: Step[] = [];
  for (let iteration = 0; iteration < iterations; iteration++) {
    for (const leaf of leaves) {
      steps.push({ index: steps.length, collection, ...leaf, iteration });
    }
  }
  return { value: { steps, iterations, rows }, diagnostics };
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

function withoutExtensions(byPath: Map<string, Leaf[]>): Map<string, Leaf[]> {
  return new Map(
    [...byPath].map(([path, leaves]) => [path.replace(/\.ya?ml$/, ""), leaves]),
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
  const near = nearest(path, known);
  const wayOut = near === undefined ? "" : ` (did you mean "${near}"?)`;
  return {
    code: "MISSING_PATH",
    severity: "error",
    message:
      `Cannot select "${path}": the collection has no such request or folder${wayOut}`,
    ...(near !== undefined && { suggestion: near }),
  };
}
