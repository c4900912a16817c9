/** A stretch of a text that a placeholder gave. */
export interface Marked<T> {
  readonly start: number;
  /** Offset behind its last character. */
  readonly end: number;
  readonly of: T;
}

/** A part of a text, with the innermost mark that it stands in. */
export interface Piece<T> {
  readonly text: string;
  readonly mark?: Marked<T>;
  /** Whether the mark begins here. */
  readonly isFirst: boolean;
}

/**
 * Cuts a stretch of a text where marks begin and end. Of marks inside of each
 * other the innermost counts; an empty one is a piece without text.
 *
 * @param marks In order of their starts, outer ones first.
 * @param start Where the stretch begins in the text that the marks speak of.
 */
export function markedPieces<T>(
  text: string,
  marks: readonly Marked<T>[],
  start: number,
): Piece<T>[] {
  const end = start + text.length;
  const inside = marks.filter((mark) =>
    mark.start < end && mark.end > start ||
    // Where two stretches meet, it stands in the first.
    mark.start === mark.end && mark.start <= end &&
      (mark.start > start || start === 0)
  );
  if (inside.length === 0) return [{ text, isFirst: false }];
  const cuts = new Set([start, end]);
  for (const mark of inside) {
    cuts.add(Math.max(start, mark.start));
    cuts.add(Math.min(end, mark.end));
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  const pieces: Piece<T>[] = [];
  for (const [index, from] of sorted.entries()) {
    for (const mark of inside) {
      if (mark.start === from && mark.end === from) {
        pieces.push({ text: "", mark, isFirst: true });
      }
    }
    const to = sorted[index + 1];
    if (to === undefined) break;
    const mark = inside.findLast((it) => it.start <= from && it.end >= to);
    pieces.push({
      text: text.slice(from - start, to - start),
      ...mark && { mark },
      isFirst: mark !== undefined && (mark.start === from ||
        inside.some((it) => it.start === mark.start && it.end === from)),
    });
  }
  return pieces;
}
