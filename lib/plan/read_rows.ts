import { parse } from "@std/csv/parse";
import { parseJson } from "../scope/parse_json.ts";
import { snapshot } from "../scope/snapshot.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { DataRow } from "./types.ts";

/** Rows of data, or what is wrong with their file. */
export interface RowsReading {
  readonly rows: readonly DataRow[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the rows of a data-driven run: a JSON array of objects, or CSV whose
 * first line has the names. All values of CSV are text. A file without rows is
 * an error, since nothing would run.
 *
 * @param file The file's name: its extension says what it is.
 */
export function readRows(text: string, file: string): RowsReading {
  try {
    const rows = readAs(text, file);
    if (rows.length > 0) return { rows, diagnostics: [] };
    throw new TypeError("it has no rows");
  } catch (error) {
    const { message, at } = withoutPlace((error as Error).message);
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

/** What a parser says, and where: the CSV library and V8 put the place into the text. */
function withoutPlace(
  message: string,
): { message: string; at?: { line: number; column: number } } {
  const place = /line (\d+),? column (\d+)/.exec(message);
  if (place === null) return { message };
  return {
    message: message.replace(/^.*line \d+, column \d+: /, "")
      .replace(/ (?:in JSON )?at position \d+ \(.*\)$/, ""),
    at: { line: Number(place[1]), column: Number(place[2]) },
  };
}

function readAs(text: string, file: string): DataRow[] {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase();
  switch (extension) {
    case "json":
      return fromJson(parseJson(text.replace(/^\uFEFF/, "")));
    case "csv":
      return fromCsv(parse(text));
    default:
      throw new TypeError(
        "its name ends neither in .csv nor in .json, which says what it holds",
      );
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
    return snapshot(row, `row ${index + 1}`) as DataRow;
  });
}

function fromCsv([header, ...lines]: string[][]): DataRow[] {
  if (header === undefined) return [];
  const names = header.map((name) => name.trim());
  const separator = names.length === 1
    ? /[;\t]/.exec(names[0])?.[0]
    : undefined;
  if (separator !== undefined) {
    const shown = separator === "\t" ? "a tab" : `"${separator}"`;
    throw new TypeError(
      `the fields of its first line are separated by ${shown}, write commas`,
    );
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new TypeError(`the name "${twice}" occurs twice in the first line`);
  }
  return lines.map((line, index) => {
    if (line.length !== names.length) {
      const found = `${line.length} field${line.length === 1 ? "" : "s"}`;
      throw new TypeError(
        `row ${index + 1} has ${found} instead of ${names.length}`,
      );
    }
    return Object.fromEntries(names.map((name, at) => [name, line[at]]));
  });
}
