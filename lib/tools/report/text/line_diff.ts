import { diffArrays } from "diff";

/** A line that both texts have, or only the one that was expected, or only the actual one. */
export interface DiffLine {
  readonly kind: "same" | "expected" | "actual";
  readonly text: string;
}

/** With more lines that differ, all that lie between the first and the last are shown as one block: time grows with the square of it. */
const MAX_EDITS = 500;

/** Compares two texts line by line; the fewest lines differ. */
export function lineDiff(
  expected: readonly string[],
  actual: readonly string[],
): DiffLine[] {
  let start = 0;
  const shorter = Math.min(expected.length, actual.length);
  while (start < shorter && expected[start] === actual[start]) start++;
  let end = 0;
  while (
    end < shorter - start &&
    expected[expected.length - 1 - end] === actual[actual.length - 1 - end]
  ) end++;
  return [
    ...expected.slice(0, start).map(line("same")),
    ...middle(
      expected.slice(start, expected.length - end),
      actual.slice(start, actual.length - end),
    ),
    ...expected.slice(expected.length - end).map(line("same")),
  ];
}

function line(kind: DiffLine["kind"]): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}

function middle(expected: string[], actual: string[]): DiffLine[] {
  const changes = diffArrays(expected, actual, { maxEditLength: MAX_EDITS });
  if (changes === undefined) {
    return [
      ...expected.map(line("expected")),
      ...actual.map(line("actual")),
    ];
  }
  return changes.flatMap(({ value, added, removed }) =>
    value.map(line(added ? "actual" : removed ? "expected" : "same"))
  );
}
