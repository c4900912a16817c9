import { displayWidth } from "../../core/source/display_width.ts";
import { wrapText } from "../../core/source/wrap_text.ts";

/** Columns between two cells. */
const GAP = 2;
/** A narrower column holds words, not sentences. */
const MIN_COLUMN = 12;

/**
 * The lines of a table, its header first. Columns are as wide as their text, or
 * else share what there is; where that is too little, the cells of a row stand
 * below each other.
 */
export function tableLines(
  [header, ...rows]: readonly (readonly string[])[],
  width: number,
): string[] {
  const shown = header.some((cell) => cell !== "") ? [header, ...rows] : rows;
  const widest = (of: (cell: string) => number) =>
    header.map((_, column) => Math.max(...shown.map((row) => of(row[column]))));
  const widths = shares(
    widest(displayWidth),
    widest(longestWord),
    width - GAP * (header.length - 1),
  );
  if (widths === undefined) {
    return rows.flatMap((
      row,
      at,
    ) => [...(at > 0 ? [""] : []), ...stacked(row, width)]);
  }
  const lines = shown.map((row) => rowLines(row, widths));
  if (shown !== rows) lines.splice(1, 0, [ruler(widths)]);
  // Rows of several lines are told apart by an empty one.
  const isLong = lines.some((row) => row.length > 1);
  const first = lines.length - rows.length;
  return lines.flatMap((row, at) => isLong && at > first ? ["", ...row] : row);
}

/**
 * How wide each column gets: what its text takes, or else an equal share of
 * what is left, but no less than its longest word. Nothing where there is no
 * room for sentences.
 */
function shares(
  natural: readonly number[],
  least: readonly number[],
  room: number,
): number[] | undefined {
  const widths: number[] = [];
  const open = new Set(natural.keys());
  let left = room;
  const settle = (column: number, columns: number) => {
    widths[column] = columns;
    left -= columns;
    open.delete(column);
  };
  while (open.size > 0) {
    const share = Math.floor(left / open.size);
    const small = [...open].find((column) => natural[column] <= share);
    const large = [...open].find((column) => least[column] > share);
    if (small !== undefined) settle(small, natural[small]);
    else if (large !== undefined) settle(large, least[large]);
    else {
      for (const column of open) settle(column, share);
    }
  }
  const isNarrow = widths.some((columns, column) =>
    columns < Math.min(natural[column], MIN_COLUMN)
  );
  return left < 0 || isNarrow ? undefined : widths;
}

function longestWord(cell: string): number {
  return Math.max(...cell.split(" ").map(displayWidth));
}

function rowLines(row: readonly string[], widths: number[]): string[] {
  const cells = row.map((cell, at) => wrapText(cell, { width: widths[at] }));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from(
    { length: height },
    (_, line) =>
      cells.map((lines, at) => padded(lines[line] ?? "", widths[at]))
        .join(" ".repeat(GAP)).trimEnd(),
  );
}

function ruler(widths: number[]): string {
  return widths.map((width) => "─".repeat(width)).join(" ".repeat(GAP));
}

function stacked(row: readonly string[], width: number): string[] {
  const [first, ...rest] = row.filter((cell) => cell !== "");
  return [
    ...wrapText(first ?? "", { width }),
    ...rest.flatMap((cell) => wrapText(cell, { width: width - 4 }))
      .map((line) => `    ${line}`),
  ];
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}
