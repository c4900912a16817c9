import type { Item } from "../../../core/collection/types.ts";

/** An item that gets a place, and the sequence that gives it the place. */
export interface Placing {
  readonly item: Item;
  readonly seq: number;
}

/**
 * The sequences that put a request at its place in a list of its siblings:
 * those of as few others change as can be.
 */
export function requestPlaces(list: readonly Item[], at: number): Placing[] {
  const places: Placing[] = [];
  let last = 0;
  for (const [index, item] of list.entries()) {
    const { seq } = item;
    if (index === at) {
      const next = list[index + 1]?.seq ?? Infinity;
      // A sequence that fits already stays.
      const fits = seq !== undefined && seq > last && seq < next;
      const own: number = fits ? seq : Math.floor(last) + 1;
      if (!fits) places.push({ item, seq: own });
      last = own;
    } else if (index < at) {
      if (seq === undefined) {
        last = Math.floor(last) + 1;
        places.push({ item, seq: last });
      } else last = Math.max(last, seq);
    } else {
      // Items without a number come last. From here on the order is right already.
      if (seq === undefined || seq > last) break;
      last = Math.floor(last) + 1;
      places.push({ item, seq: last });
    }
  }
  return places;
}

/** The same for a folder: its sequence is its position among the folders. */
export function folderPlaces(list: readonly Item[]): Placing[] {
  return list.flatMap((item, index) =>
    item.seq === index + 1 ? [] : [{ item, seq: index + 1 }]
  );
}

/** The next free sequence behind siblings. */
export function nextSeq(siblings: readonly Item[]): number {
  return Math.floor(Math.max(0, ...siblings.map(({ seq = 0 }) => seq))) + 1;
}

/**
 * An order that is stated, with an item in another place; it stays stated only
 * where that is needed.
 *
 * @param names Every name that an entry can have for an item.
 */
export function statedOrder(
  order: readonly string[],
  { names, name, before }: {
    /** The names by which the moving item is known. */
    readonly names: readonly string[];
    /** How it is written, if anew. */
    readonly name: string;
    /** The names of the item before which it goes; undefined for the end. */
    readonly before: readonly string[] | undefined;
  },
): string[] {
  const written = order.find((one) => names.includes(one)) ?? name;
  const rest = order.filter((one) => !names.includes(one));
  const at = before === undefined
    ? -1
    : rest.findIndex((one) => before.includes(one));
  // What is not in the list follows it, in its usual order.
  return at === -1 ? rest : rest.toSpliced(at, 0, written);
}
