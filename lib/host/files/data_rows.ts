import { emptyRows, rowsBetween } from "../../core/plan/iterations.ts";
import type { RowsReading } from "../../core/plan/read_rows.ts";
import type { DataUse } from "../../core/plan/types.ts";
import type { GivenInFiles } from "./with_nearest.ts";

/** The rows of a run, and which ones of a file they are. */
export type DataReading = RowsReading & { readonly use?: DataUse };

/** The rows of `--data`, or as many empty ones as `--iterations` says. */
export async function dataRows(
  { data, iterations, rows: range, origins }: GivenInFiles & {
    readonly data?: string | undefined;
    readonly iterations: number;
    readonly rows?: readonly [first: number, last: number] | undefined;
  },
  name: string | undefined,
): Promise<DataReading> {
  if (data === undefined) {
    if (iterations === 1) return { rows: [], diagnostics: [] };
    return { rows: emptyRows(iterations), diagnostics: [] };
  }
  const { readDataFile } = await import("./read_data_file.ts");
  const read = readDataFile(data, name, origins?.get("data"));
  const { length: total } = read.rows;
  const file = name ?? data;
  const use = { file, rows: range ?? [1, total] as const, total };
  return { ...range ? inRange(read, range, file) : read, use };
}

function inRange(
  { rows, diagnostics }: RowsReading,
  [first, last]: readonly [number, number],
  file: string,
): RowsReading {
  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { rows, diagnostics };
  }
  if (last > rows.length) {
    return {
      rows: [],
      diagnostics: [{
        code: "USAGE",
        severity: "error",
        message:
          `Cannot use the rows ${first} to ${last}: "${file}" has ${rows.length}`,
      }],
    };
  }
  return { rows: rowsBetween(rows, [first, last]), diagnostics };
}
