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
