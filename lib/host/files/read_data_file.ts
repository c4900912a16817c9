import { readRows, type RowsReading } from "../../plan/read_rows.ts";
import { describeFileError } from "./describe_file_error.ts";
import { readText } from "./read_text.ts";

/** Reads the rows of `--data`. */
export function readDataFile(file: string): RowsReading {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    return { rows: [], diagnostics: [describeFileError("read", file, error)] };
  }
  return readRows(text, file);
}
