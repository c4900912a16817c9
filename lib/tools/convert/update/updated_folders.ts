import { fileHash, seqIn } from "./file_marks.ts";
import { type Placed, updatedPlaces } from "./updated_places.ts";

/** The places of folders after an update. */
export interface UpdatedFolders {
  /** By the paths of their files. */
  readonly places: ReadonlyMap<string, number>;
  /** Whether the folders have the order in which the document had them. */
  readonly areInOrder: boolean;
}

/**
 * The document's order for folders, where no person gave them another: their
 * marks stand in the order that the document had.
 *
 * @param fresh The texts of the document's folders, in its order.
 */
export function updatedFolders(
  existing: ReadonlyMap<string, string>,
  fresh: ReadonlyMap<string, string>,
  marks: ReadonlyMap<string, string>,
): UpdatedFolders {
  const places = new Map<string, number>();
  let areInOrder = true;
  const above = (path: string) => path.replace(/[^/]+\/folder\.yml$/, "");
  const all = [...fresh].filter(([path]) => /(?:^|\/)folder\.yml$/.test(path));
  for (const own of Map.groupBy(all, ([path]) => above(path)).values()) {
    const paths = new Set(own.map(([path]) => path));
    const before = [...marks.keys()].filter((path) => paths.has(path)).map((
      path,
    ) => seqIn(existing.get(path) ?? "")).filter((seq) => seq !== undefined);
    const isMoved = before.some((seq, index) =>
      index > 0 && seq <= before[index - 1]
    );
    if (isMoved) areInOrder = false;
    const items = own.map(([path, text]): Placed & { path: string } => {
      const here = existing.get(path);
      const seq = here === undefined ? undefined : seqIn(here);
      return {
        path,
        wanted: seqIn(text) ?? 0,
        ...(seq !== undefined && { seq }),
        isFixed: here !== undefined &&
          (isMoved || seq === undefined || fileHash(here) !== marks.get(path)),
      };
    });
    const last = Math.max(0, ...before);
    // One that a person left without a place has none.
    const placed = items.filter(({ isFixed, seq }) =>
      !isFixed || seq !== undefined
    );
    for (const [{ path }, place] of updatedPlaces(placed, last)) {
      places.set(path, place);
    }
  }
  return { places, areInOrder };
}
