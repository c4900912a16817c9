import type { TextChange } from "../../core/source/text_changes.ts";

/** Lines with what ends each. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * A change for lines of which many stay: between the first and the last that
 * differ, so that the others keep their bytes, line ends included.
 */
export function changedLines(
  start: number,
  before: readonly string[],
  after: readonly string[],
): TextChange {
  const plain = (line: string) => line.replace(/\r?\n$/, "");
  let first = 0;
  const most = Math.min(before.length, after.length);
  while (first < most && plain(before[first]) === plain(after[first])) first++;
  let last = 0;
  while (
    last < most - first &&
    plain(before[before.length - 1 - last]) ===
      plain(after[after.length - 1 - last])
  ) last++;
  const lengthOf = (lines: readonly string[]) =>
    lines.reduce((sum, line) => sum + line.length, 0);
  const from = start + lengthOf(before.slice(0, first));
  return {
    start: from,
    end: from + lengthOf(before.slice(first, before.length - last)),
    text: after.slice(first, after.length - last).join(""),
  };
}

/** Where the line after that of an offset begins. */
export function nextLine(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at + 1;
}

/** Where the line of an offset begins. */
export function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
