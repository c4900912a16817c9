import { readRows, type RowsReading } from "../../plan/read_rows.ts";
import { describeFileError } from "./describe_file_error.ts";

/** Reads the rows of `--data`. */
export async function readDataFile(file: string): Promise<RowsReading> {
  let text: string;
  try {
    text = await Deno.readTextFile(file);
  } catch (error) {
    return { rows: [], diagnostics: [describeFileError("read", file, error)] };
  }
  return readRows(text, file);
}
