import { parseWrittenJson } from "../scope/value/parse_json.ts";
import { checkValue } from "../scope/value/snapshot.ts";
import type { DataRow } from "./types.ts";

/**
 * The rows of NDJSON: a JSON object a line; empty lines are passed over.
 *
 * @param blocks The text in parts of whole lines.
 * @throws {TypeError} It is malformed; with a place in the message where one is known.
 */
export function* ndjsonRows(blocks: Iterable<string>): Generator<DataRow> {
  let count = 0;
  for (const block of blocks) {
    const lines = block.split("\n");
    // Behind the last line break is the next block.
    if (lines.at(-1) === "") lines.pop();
    for (const line of lines) {
      const text = count++ === 0 ? line.replace(/^\uFEFF/, "") : line;
      if (text.trim() !== "") yield toRow(text, count);
    }
  }
}

function toRow(text: string, line: number): DataRow {
  let row: unknown;
  try {
    row = parseWrittenJson(text);
  } catch {
    throw new TypeError(`line ${line}, column 1: it is not JSON`);
  }
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    throw new TypeError(`line ${line}, column 1: expected an object`);
  }
  checkValue(row, `line ${line}`);
  return row as DataRow;
}
