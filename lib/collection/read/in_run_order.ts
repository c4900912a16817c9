import type { Item } from "../types.ts";

/**
 * The order of a run: folders, then requests; each by seq, those without one
 * last; then by name. `named` false keeps the given order where seq does not
 * decide, as it is the author's order in a bundled file.
 */
export function inRunOrder(items: readonly Item[], named: boolean): Item[] {
  return items.toSorted((a, b) =>
    rank(a) - rank(b) || bySeq(a.seq, b.seq) || (named ? byName(a, b) : 0)
  );
}

function rank(item: Item): number {
  return item.kind === "folder" ? 0 : 1;
}

function bySeq(a = Infinity, b = Infinity): number {
  return a === b ? 0 : a - b;
}

function byName(a: Item, b: Item): number {
  return compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
    compare(a.name, b.name) || compare(a.path, b.path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
