import { counted } from "../../../core/source/counted.ts";

/** A line that stands for elements or members that are equal on both sides. */
const EQUAL = /^\s*… (\d+) equal$/;

/**
 * What stands for lines of a difference that are left out. Those that stand
 * for others count as what they stand for, whose lines nobody knows.
 *
 * @example
 * ```ts
 * import { hiddenLines } from "./hidden_lines.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(hiddenLines(["a", "  … 4 equal", "b"]), "… 2 lines and 4 equal");
 * ```
 */
export function hiddenLines(texts: readonly string[]): string {
  let lines = 0;
  let equal = 0;
  for (const text of texts) {
    const [, count] = EQUAL.exec(text) ?? [];
    if (count === undefined) lines++;
    else equal += Number(count);
  }
  const parts = [
    ...lines > 0 ? [counted(lines, "line")] : [],
    ...equal > 0 ? [`${equal} equal`] : [],
  ];
  // In their order they tell where in a list the next line is.
  if (EQUAL.test(texts[0] ?? "")) parts.reverse();
  return `… ${parts.join(" and ")}`;
}
