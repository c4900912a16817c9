import { groupOf } from "./iterations.ts";
import type { DataRow, DataRows, Plan, Shard } from "./types.ts";

/**
 * The part of a plan that a shard runs: the groups that fall to it by their
 * paths, so that neither other groups nor more requests in one change where a
 * group runs; iterations take turns. Setup and teardown are in every shard.
 */
export function inShard(plan: Plan, { index, count }: Shard): Plan {
  if (plan.iterations > 1) return { ...plan, turn: { index, count } };
  const steps = plan.steps.filter((step) => {
    const group = groupOf(step, plan);
    return group === undefined || hashOf(group) % count === index - 1;
  });
  return { ...plan, steps };
}

/** FNV-1a of 32 bits, mixed so that all of them depend on all characters: the same everywhere, for good. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return (hash ^ hash >>> 16) >>> 0;
}

/** So many rows without data, for a selection that runs more than once. */
export function emptyRows(length: number): DataRows {
  return rowsOf(length, function* () {
    for (let at = 0; at < length; at++) yield {};
  });
}

/** The rows from the first to the last, both included and counted from 1. */
export function rowsBetween(
  rows: DataRows,
  [first, last]: readonly [first: number, last: number],
): DataRows {
  return rowsOf(last - first + 1, function* () {
    let count = 0;
    for (const row of rows) {
      if (++count >= first) yield row;
      if (count === last) return;
    }
  });
}

function rowsOf(length: number, read: () => Generator<DataRow>): DataRows {
  return { length, [Symbol.iterator]: read };
}
