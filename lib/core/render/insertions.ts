import type { Inserted } from "../scope/provenance.ts";

/** Insertions in a text that goes on into another one, `by` characters further. */
export function movedInsertions(
  insertions: readonly Inserted[],
  by: number,
): readonly Inserted[] {
  if (by === 0) return insertions;
  return insertions.map((one) => ({
    ...one,
    start: one.start + by,
    end: one.end + by,
  }));
}

/**
 * Insertions in a text, as they stand in what `encode` makes of it. It has to
 * encode each part of a text as it does in the whole.
 */
export function encodedInsertions(
  insertions: readonly Inserted[],
  text: string,
  encode: (text: string) => string,
): readonly Inserted[] {
  if (insertions.length === 0) return insertions;
  const offsets = new Map<number, number>();
  const bounds = insertions.flatMap(({ start, end }) => [start, end]);
  let from = 0;
  let length = 0;
  for (const bound of bounds.sort((a, b) => a - b)) {
    if (bound > from) length += encode(text.slice(from, bound)).length;
    from = bound;
    offsets.set(bound, length);
  }
  return insertions.map((one) => ({
    ...one,
    start: offsets.get(one.start)!,
    end: offsets.get(one.end)!,
  }));
}

/** Insertions in what is left of a text between two offsets; those that are gone are left out. */
export function slicedInsertions(
  insertions: readonly Inserted[],
  from: number,
  to: number,
): readonly Inserted[] {
  return insertions.flatMap((one) => {
    const start = Math.max(one.start, from);
    const end = Math.min(one.end, to);
    if (start > end || start === end && one.start !== one.end) return [];
    return { ...one, start: start - from, end: end - from };
  });
}
