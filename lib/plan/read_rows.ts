import { parse } from "@std/csv/parse";
import {
  parseTypedValue,
  type TypedValueType,
  VALUE_TYPES,
} from "../collection/read/parse_typed_value.ts";
import { readValue } from "../collection/read/read_value.ts";
import { YamlNode } from "../collection/yaml/node.ts";
import { parseYaml } from "../collection/yaml/parse_yaml.ts";
import type { Value } from "../scope/value.ts";
import { parseWrittenJson } from "../scope/parse_json.ts";
import { checkValue } from "../scope/snapshot.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { DataRow } from "./types.ts";

/** How the rows of data are written. */
export type DataFormat = "json" | "csv" | "yaml" | "ndjson";

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
  readonly rows: readonly DataRow[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the rows of a data-driven run: a JSON or YAML list of mappings, JSON
 * objects a line each (NDJSON), or CSV (RFC 4180) whose first line has the
 * names. Values of CSV are text, unless a name says another kind: `age:number`;
 * a semicolon or a tab between the fields is found out, and said. A file
 * without rows is an error, since nothing would run.
 *
 * @param file The file's name.
 * @param format Default: what the name's extension says.
 */
export function readRows(
  text: string,
  file: string,
  format: DataFormat | undefined = formatOf(file),
): RowsReading {
  try {
    const said: Diagnostic[] = [];
    const rows = readAs(text, format, { file, said });
    if (rows.length > 0) return { rows, diagnostics: said };
    if (said.some(({ severity }) => severity === "error")) {
      return { rows, diagnostics: said };
    }
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

function formatOf(file: string): DataFormat | undefined {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1].toLowerCase();
  return extension !== undefined && Object.hasOwn(EXTENSIONS, extension)
    ? EXTENSIONS[extension]
    : undefined;
}

function readAs(
  text: string,
  format: DataFormat | undefined,
  about: { file: string; said: Diagnostic[] },
): DataRow[] {
  switch (format) {
    case "json":
      return fromJson(parseWrittenJson(text.replace(/^\uFEFF/, "")));
    case "csv":
      return fromCsv(text, about);
    case "yaml":
      return fromYaml(text, about);
    case "ndjson":
      return fromLines(text);
    case undefined:
      throw new TypeError(
        "its name ends in none of .csv, .tsv, .json, .yml and .ndjson, which say what it holds",
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

/** A JSON object a line; empty lines are passed over. */
function fromLines(text: string): DataRow[] {
  const rows: DataRow[] = [];
  for (
    const [index, line] of text.replace(/^\uFEFF/, "").split("\n").entries()
  ) {
    if (line.trim() === "") continue;
    let row: unknown;
    try {
      row = parseWrittenJson(line);
    } catch {
      throw new TypeError(`line ${index + 1}, column 1: it is no JSON`);
    }
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      throw new TypeError(`line ${index + 1}, column 1: expected an object`);
    }
    checkValue(row, `line ${index + 1}`);
    rows.push(row as DataRow);
  }
  return rows;
}

function fromYaml(
  text: string,
  { file, said }: { file: string; said: Diagnostic[] },
): DataRow[] {
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

/** A column: its name, and the kind of its values. */
interface Column {
  readonly name: string;
  readonly type?: TypedValueType;
}

function fromCsv(
  text: string,
  { file, said }: { file: string; said: Diagnostic[] },
): DataRow[] {
  const separator = separatorOf(text);
  if (separator !== ",") {
    const shown = separator === "\t" ? "a tab" : `"${separator}"`;
    said.push({
      code: "INVALID_FIELD",
      severity: "warning",
      message: `Read "${file}" with ${shown} between the fields`,
      location: { file },
    });
  }
  const [header, ...lines] = parse(text, { separator });
  if (header === undefined) return [];
  const columns = header.map(columnOf);
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new TypeError(`the name "${twice}" occurs twice in the first line`);
  }
  return lines.map((line, index) => {
    if (line.length !== columns.length) {
      const found = `${line.length} field${line.length === 1 ? "" : "s"}`;
      throw new TypeError(
        `row ${index + 1} has ${found} instead of ${columns.length}`,
      );
    }
    return Object.fromEntries(
      columns.map((column, at) => [
        column.name,
        fieldValue(line[at], column, index + 1),
      ]),
    );
  });
}

/** What stands between the names of the first line: commas, unless there are none. */
function separatorOf(text: string): string {
  const [line] = text.replace(/^\uFEFF/, "").split(/\r?\n/, 1);
  const plain = line.replace(/"[^"]*"/g, "");
  if (plain.includes(",")) return ",";
  return /[;\t]/.exec(plain)?.[0] ?? ",";
}

/** `age:number` is the name "age" and a kind, where the word is one of a kind's. */
function columnOf(text: string): Column {
  const written = text.trim();
  const [, name, word] = /^(.+):(\w+)$/.exec(written) ?? [];
  const type = VALUE_TYPES.find((one) => one === word);
  return type === undefined ? { name: written } : { name: name.trim(), type };
}

/** An empty field of a kind is null. */
function fieldValue(text: string, { name, type }: Column, row: number): Value {
  if (type === undefined || type === "string") return text;
  if (text.trim() === "") return null;
  const value = parseTypedValue(type, text);
  if (typeof value === "string") {
    throw new TypeError(
      `"${name}" in row ${row} is no ${type}: "${text.slice(0, 40)}"`,
    );
  }
  return value;
}
