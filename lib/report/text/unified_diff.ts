import { lineDiff } from "./line_diff.ts";

/** Lines around a change. */
const CONTEXT = 2;

/** What changes in a file, as `diff -u` writes it; "" for nothing. */
export function unifiedDiff(
  file: string,
  before: string,
  after: string,
): string {
  const lines = lineDiff(before.split("\n"), after.split("\n"));
  const changed = lines.flatMap(({ kind }, index) =>
    kind === "same" ? [] : [index]
  );
  if (changed.length === 0) return "";
  const out = [`--- ${file}`, `+++ ${file}`];
  for (let next = 0; next < changed.length;) {
    const first = Math.max(0, changed[next] - CONTEXT);
    let last = changed[next];
    while (
      next < changed.length && changed[next] - last <= 2 * CONTEXT + 1
    ) last = changed[next++];
    const end = Math.min(lines.length, last + CONTEXT + 1);
    const count = (part: typeof lines, kind: "expected" | "actual") =>
      part.filter((line) => line.kind === "same" || line.kind === kind).length;
    const [above, hunk] = [lines.slice(0, first), lines.slice(first, end)];
    const range = (kind: "expected" | "actual") =>
      `${count(above, kind) + 1},${count(hunk, kind)}`;
    out.push(`@@ -${range("expected")} +${range("actual")} @@`);
    for (const { kind, text } of hunk) {
      const sign = kind === "same" ? " " : kind === "expected" ? "-" : "+";
      out.push(sign + text);
    }
  }
  return out.join("\n");
}
