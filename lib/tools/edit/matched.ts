/**
 * For each element of a list the one of an older list that it was, by labels
 * that are the same, the strictest first; the others by their neighbours.
 * Undefined for what is new.
 */
export function matched<T>(
  old: readonly T[],
  next: readonly T[],
  labels: readonly ((one: T) => string | undefined)[],
  canBe: (a: T, b: T) => boolean = () => false,
): (number | undefined)[] {
  const found = new Array<number | undefined>(next.length).fill(undefined);
  const free = new Set(old.keys());
  for (const labelOf of labels) {
    const byLabel = new Map<string, number[]>();
    for (const index of [...free].toReversed()) {
      const label = labelOf(old[index]);
      if (label === undefined) continue;
      const same = byLabel.get(label);
      if (same) same.push(index);
      else byLabel.set(label, [index]);
    }
    for (const [at, one] of next.entries()) {
      if (found[at] !== undefined) continue;
      const label = labelOf(one);
      const index = label === undefined ? undefined : byLabel.get(label)?.pop();
      if (index === undefined) continue;
      found[at] = index;
      free.delete(index);
    }
  }
  // What is left behind the same neighbour was edited there.
  const rest = [...free];
  let first = 0;
  for (const at of next.keys()) {
    if (found[at] !== undefined) continue;
    const before = found[at - 1] ?? -1;
    while (first < rest.length && rest[first] < before) first++;
    const index = rest[first];
    if (index === undefined || !canBe(old[index], next[at])) continue;
    found[at] = index;
    first++;
  }
  return found;
}

/** The longest list of numbers that rise, in their order: entries that can stay in their places. */
export function longestRise(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const rise = new Set<number>();
  for (let one = ends.at(-1); one !== undefined; one = before.get(one)) {
    rise.add(one);
  }
  return rise;
}

/** What of a list has a place, and may have been put elsewhere. */
interface Placed {
  readonly index?: number;
}

/** The old places of entries that stay where they are; the others go around them. */
export function stayingOf(entries: readonly Placed[]): Set<number> {
  return longestRise(
    entries.flatMap(({ index }) => index === undefined ? [] : [index]),
  );
}
