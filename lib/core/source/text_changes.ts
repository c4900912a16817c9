/** A stretch of a text, and what comes in its place. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A stretch of a text with changes in it; those outside are left out. */
export function withChanges(
  source: string,
  changes: readonly TextChange[],
  from = 0,
  to = source.length,
): string {
  let out = "";
  let at = from;
  for (const { start, end, text } of inPlaceOrder(changes)) {
    if (start < from || end > to) continue;
    out += source.slice(at, start) + text;
    at = end;
  }
  return out + source.slice(at, to);
}

/** Sorted by place; of several at one place the first stays the first. */
export function inPlaceOrder(changes: readonly TextChange[]): TextChange[] {
  return changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
