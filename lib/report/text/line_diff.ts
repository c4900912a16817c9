/** A line that both texts have, or only the one that was expected, or only the actual one. */
export interface DiffLine {
  readonly kind: "same" | "expected" | "actual";
  readonly text: string;
}

/** Beyond, the lines that differ are shown as one block. */
const MAX_CELLS = 1_000_000;

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

/** The longest common subsequence, by the table of its lengths. */
function middle(
  expected: readonly string[],
  actual: readonly string[],
): DiffLine[] {
  const width = actual.length + 1;
  const cells = (expected.length + 1) * width;
  if (cells > MAX_CELLS) {
    return [
      ...expected.map(line("expected")),
      ...actual.map(line("actual")),
    ];
  }
  const lengths = new Uint16Array(cells);
  for (let e = expected.length - 1; e >= 0; e--) {
    for (let a = actual.length - 1; a >= 0; a--) {
      lengths[e * width + a] = expected[e] === actual[a]
        ? lengths[(e + 1) * width + a + 1] + 1
        : Math.max(lengths[(e + 1) * width + a], lengths[e * width + a + 1]);
    }
  }
  const lines: DiffLine[] = [];
  let e = 0;
  let a = 0;
  while (e < expected.length || a < actual.length) {
    if (
      e < expected.length && a < actual.length && expected[e] === actual[a]
    ) {
      lines.push({ kind: "same", text: expected[e] });
      e++;
      a++;
    } else if (
      a === actual.length ||
      (e < expected.length &&
        lengths[(e + 1) * width + a] >= lengths[e * width + a + 1])
    ) {
      lines.push({ kind: "expected", text: expected[e++] });
    } else {
      lines.push({ kind: "actual", text: actual[a++] });
    }
  }
  return lines;
}
