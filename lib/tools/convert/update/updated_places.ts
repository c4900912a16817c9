/** A request in the order of its folder. */
export interface Placed {
  /** The place that an import of the document gives it. */
  readonly wanted: number;
  /** The place that its file has; absent: the file is new. */
  readonly seq?: number;
  /** Whether a person edited the file, which keeps its place then. */
  readonly isFixed?: boolean;
}

/**
 * The places of a folder's requests after an update: the document's order, with
 * as few changes as it takes. Where a person edited files, the others go around
 * them as far as there is room; requests of one place go by their names.
 *
 * @param items In the document's order.
 * @param last The last place that a file of the folder has.
 */
export function updatedPlaces<Item extends Placed>(
  items: readonly Item[],
  last: number,
): Map<Item, number> {
  const isRising = items.filter(({ isFixed }) => !isFixed).every(rises());
  const anchors = longestRising(
    items.filter((item, index) =>
      item.isFixed && (!isRising || fits(item, items, index))
    ),
  );
  const chain = items.filter((item) => !item.isFixed || anchors.has(item));
  return isRising && filled(chain, last) || renumbered(chain, isRising);
}

/** Tells of one after the other whether its place is behind those before. */
function rises(): (item: Placed) => boolean {
  let before = 0;
  return ({ seq }) => {
    if (seq === undefined) return true;
    const isBehind = seq > before;
    before = seq;
    return isBehind;
  };
}

/** Whether a fixed place is between those of the free ones around it. */
function fits(
  { seq = 0 }: Placed,
  items: readonly Placed[],
  index: number,
): boolean {
  const isPlaced = ({ isFixed, seq }: Placed) => !isFixed && seq !== undefined;
  const before = items.slice(0, index).findLast(isPlaced)?.seq ?? 0;
  const after = items.slice(index + 1).find(isPlaced)?.seq ?? Infinity;
  return before < seq && seq < after;
}

/** Gives new ones the places that are free between the others; undefined where there are too few. */
function filled<Item extends Placed>(
  chain: readonly Item[],
  last: number,
): Map<Item, number> | undefined {
  const places = new Map<Item, number>();
  for (const { run, low, high } of runsOf(chain, ({ seq }) => seq)) {
    if (high - low <= run.length) return undefined;
    const start = high === Infinity ? Math.max(low, last) : low;
    run.forEach((item, index) => places.set(item, start + 1 + index));
  }
  return places;
}

/**
 * Gives all that is free the document's places, or what is left of them between
 * the fixed ones; where all is in order, only those that make room have others.
 */
function renumbered<Item extends Placed>(
  chain: readonly Item[],
  isRising: boolean,
): Map<Item, number> {
  const places = new Map<Item, number>();
  const fixed = ({ seq, isFixed }: Placed) => isFixed ? seq : undefined;
  for (const { run, low, high } of runsOf(chain, fixed)) {
    const hasRoom = high - low > run.length;
    let before = low;
    run.forEach((item, index) => {
      const latest = high - (hasRoom ? run.length - index : 1);
      const wish = isRising ? item.seq ?? 0 : item.wanted;
      const place = Math.min(Math.max(wish, before + 1), latest);
      before = Math.max(place, before, 1);
      places.set(item, before);
    });
  }
  return places;
}

/** The items without a place, by what is around them. */
function* runsOf<Item extends Placed>(
  chain: readonly Item[],
  placeOf: (item: Item) => number | undefined,
): Generator<{ run: Item[]; low: number; high: number }> {
  let run: Item[] = [];
  let low = 0;
  for (const item of chain) {
    const place = placeOf(item);
    if (place === undefined) {
      run.push(item);
      continue;
    }
    if (run.length > 0) yield { run, low, high: place };
    run = [];
    low = place;
  }
  if (run.length > 0) yield { run, low, high: Infinity };
}

/** As many as possible whose places rise: what a person moved elsewhere is not among them. */
function longestRising<Item extends Placed>(items: readonly Item[]): Set<Item> {
  /** By their lengths, the runs whose last place is the lowest. */
  const ends: { item: Item; before: unknown }[] = [];
  const seqOf = ({ seq = 0 }: Placed) => seq;
  for (const item of items) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (seqOf(ends[middle].item) < seqOf(item)) low = middle + 1;
      else high = middle;
    }
    ends[low] = { item, before: ends[low - 1] };
  }
  const found = new Set<Item>();
  let end = ends.at(-1);
  while (end !== undefined) {
    found.add(end.item);
    end = end.before as typeof end;
  }
  return found;
}
