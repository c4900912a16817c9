import {
  type DataFormat,
  readRows,
  type RowsReading,
} from "../../plan/read_rows.ts";
import { describeFileError } from "./describe_file_error.ts";
import { fileBytes, isPiped } from "./file_bytes.ts";
import { decodeText } from "./read_text.ts";

/** Reads the rows of `--data`; what is piped has no name that would say what it holds. */
export function readDataFile(file: string): RowsReading {
  let text: string;
  try {
    text = decodeText(fileBytes(file));
  } catch (error) {
    return { rows: [], diagnostics: [describeFileError("read", file, error)] };
  }
  return readRows(text, file, isPiped(file) ? formatOf(text) : undefined);
}

/** JSON rows are a list, or objects a line each; a line of names is not likely to begin like one. */
function formatOf(text: string): DataFormat {
  const [first] = /[[{]/y.exec(text.trimStart()) ?? [];
  return first === "[" ? "json" : first === "{" ? "ndjson" : "csv";
}
