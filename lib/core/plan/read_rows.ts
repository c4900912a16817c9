import { readValue } from "../collection/read/read_value.ts";
import { YamlNode } from "../collection/yaml/node.ts";
import { parseYaml } from "../collection/yaml/parse_yaml.ts";
import { flawInJson } from "../render/flaw_in_json.ts";
import type { JsonFlaw } from "../render/json_scanner.ts";
import { CONFLICT_MARKER, conflictReason } from "../source/merge_conflict.ts";
import { parseWrittenJson } from "../scope/value/parse_json.ts";
import { checkValue } from "../scope/value/snapshot.ts";
import type { Value } from "../scope/value/value.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { lineColumn } from "../source/line_starts.ts";
import { csvRows } from "./csv_rows.ts";
import type { DataRow, DataRows } from "./types.ts";

/** How rows of data are written that are read one by one. */
export type StreamedFormat = "csv" | "ndjson";

/** How the rows of data are written. */
export type DataFormat = StreamedFormat | "json" | "yaml";

const EXTENSIONS: Readonly<Record<string, DataFormat>> = {
  json: "json",
  csv: "csv",
  tsv: "csv",
  yml: "yaml",
  yaml: "yaml",
  ndjson: "ndjson",
  jsonl: "ndjson",
};

/** Rows of data, or what is wrong with their file. */
export interface RowsReading {
  readonly rows: DataRows;
  readonly diagnostics: readonly Diagnostic[];
}

/** The file to read, and the receiver of diagnostics. */
interface About {
  readonly file: string;
  readonly said: Diagnostic[];
}

/**
 * Reads the rows of a data-driven run: a JSON or YAML list of mappings, JSON
 * objects a line each (NDJSON), or CSV. A file without rows is an error, since
 * nothing would run.
 *
 * @param file The file's name.
 * @param format Default: what the name's extension says.
 */
export function readRows(
  text: string,
  file: string,
  format: DataFormat | undefined = dataFormat(file),
): RowsReading {
  return checkedRows(file, (said) => {
    const rows = readAs(text, format, { file, said });
    return { rows, count: rows.length };
  });
}

/**
 * Goes through rows; without any, or with one that is malformed, what is wrong
 * with their file.
 *
 * @param read Reads them, and counts them.
 */
export function checkedRows(
  file: string,
  read: (said: Diagnostic[]) => { rows: DataRows; count: number },
): RowsReading {
  const said: Diagnostic[] = [];
  try {
    const { rows, count } = read(said);
    if (count > 0) return { rows, diagnostics: said };
    if (said.some(({ severity }) => severity === "error")) {
      return { rows: [], diagnostics: said };
    }
    throw new TypeError("it has no rows");
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) {
      throw error;
    }
    const { message, at } = withoutPlace(error.message);
    return {
      rows: [],
      diagnostics: [{
        code: "INVALID_FIELD",
        severity: "error",
        message: `Cannot read the data in "${file}": ${message}`,
        location: { file, ...at },
      }],
    };
  }
}

/** What the library says of quotes, with a way out. */
const CSV_WORDS: ReadonlyMap<string, string> = new Map([
  [
    'bare " in non-quoted-field',
    `a field with a quote in it needs quotes around it, and each quote in it twice ("6 ""inch""")`,
  ],
  [
    'extraneous or missing " in quoted-field',
    `a quote ends the field before its end, or is missing (write each quote in a quoted field twice: "6 ""inch""")`,
  ],
]);

/** What a reader says, and where: the CSV library puts the place into the text, and so do ours. */
function withoutPlace(
  message: string,
): { message: string; at?: { line: number; column: number } } {
  const place = /line (\d+),? column (\d+)/.exec(message);
  if (place === null) return { message };
  const own = message.replace(/^.*?line \d+, column \d+: /, "");
  return {
    message: CSV_WORDS.get(own) ?? own,
    at: { line: Number(place[1]), column: Number(place[2]) },
  };
}

/** What a file's name says of how its rows are written. */
export function dataFormat(file: string): DataFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase();
  return extension !== undefined && Object.hasOwn(EXTENSIONS, extension)
    ? EXTENSIONS[extension]
    : undefined;
}

/** The rows of a text that comes in blocks of whole lines, one by one. */
export function streamedRows(
  blocks: Iterable<string>,
  format: StreamedFormat,
  about: About,
): Generator<DataRow> {
  return format === "csv" ? csvRows(blocks, about) : ndjsonRows(blocks);
}

function readAs(
  text: string,
  format: DataFormat | undefined,
  about: About,
): readonly DataRow[] {
  switch (format) {
    case "json":
      return fromJson(parseJsonText(text.replace(/^\uFEFF/, "")));
    case "csv":
    case "ndjson":
      return [...streamedRows([text], format, about)];
    case "yaml":
      return fromYaml(text, about);
    case undefined:
      throw new TypeError(
        "its name must end in .csv, .tsv, .json, .yml or .ndjson",
      );
    default:
      return format satisfies never;
  }
}

function fromJson(value: unknown): DataRow[] {
  if (!Array.isArray(value)) {
    throw new TypeError("expected an array of objects");
  }
  return value.map((row, index) => {
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      throw new TypeError(`expected an object as row ${index + 1}`);
    }
    checkValue(row, `row ${index + 1}`);
    return row as DataRow;
  });
}

function fromYaml(text: string, { file, said }: About): DataRow[] {
  const { document, diagnostics } = parseYaml(file, text);
  said.push(...diagnostics);
  if (!document) return [];
  return YamlNode.root(document, said, new Set()).list().map((row, index) => {
    const value = readValue(row);
    if (!row.isMapping()) {
      throw new TypeError(`expected a mapping as row ${index + 1}`);
    }
    return value as DataRow;
  });
}

/**
 * The rows of NDJSON: a JSON object a line; empty lines are passed over.
 *
 * @param blocks The text in parts of whole lines.
 * @throws {TypeError} It is malformed; with a place in the message where one is known.
 */
function* ndjsonRows(blocks: Iterable<string>): Generator<DataRow> {
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
  const row = parseJsonText(text, line);
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    throw new TypeError(`line ${line}, column 1: expected an object`);
  }
  checkValue(row, `line ${line}`);
  return row as DataRow;
}

/** @param first The line that the text begins at. */
function parseJsonText(text: string, first = 1): Value {
  try {
    return parseWrittenJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const conflict = CONFLICT_MARKER.exec(text);
    const { offset, message } = conflict
      ? { offset: conflict.index, message: conflictReason(conflict[0]) }
      : notJson(text);
    const { line, column } = lineColumn(text, offset);
    throw new TypeError(
      `line ${first + line - 1}, column ${column}: ${message}`,
    );
  }
}

function notJson(text: string): JsonFlaw {
  const { offset, message } = flawInJson(text);
  return { offset, message: `it is not valid JSON: ${message}` };
}
