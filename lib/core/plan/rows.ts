import type { DataRow, DataRows } from "./types.ts";

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
