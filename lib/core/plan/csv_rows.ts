import { parse } from "@std/csv/parse";
import {
  parseTypedValue,
  type TypedValueType,
  VALUE_TYPES,
} from "../collection/read/read_value.ts";
import type { Value } from "../scope/value/value.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import type { DataRow } from "./types.ts";

/** The longest record, in characters: a forgotten quote must not swallow a whole file. */
const MAX_RECORD = 64 * 1024 * 1024;

/** A column: its name, and the kind of its values. */
interface Column {
  readonly name: string;
  readonly type?: TypedValueType;
}

/**
 * The rows of CSV (RFC 4180) whose first line has the names. Values are text,
 * unless a name says another kind: `age:number`; a semicolon or a tab between
 * the fields is found out, and said.
 *
 * @param blocks The text in parts of whole lines.
 * @throws {TypeError} It is malformed; with a place in the message where one is known.
 */
export function* csvRows(
  blocks: Iterable<string>,
  { file, said }: { readonly file: string; readonly said: Diagnostic[] },
): Generator<DataRow> {
  let separator: string | undefined;
  let columns: readonly Column[] | undefined;
  let row = 0;
  for (const { text, line } of wholeRecords(blocks)) {
    if (separator === undefined) {
      separator = separatorOf(text);
      if (separator !== ",") said.push(otherSeparator(file, separator));
    }
    for (const [at, fields] of parseAt(text, line, separator).entries()) {
      const place = () => `line ${line + lineOfRow(at, text)}, column 1: `;
      if (columns === undefined) columns = columnsOf(fields, place);
      else yield toRow(fields, columns, { row: ++row, place });
    }
  }
}

/** Parts that end where a record does: behind an even number of quotes. */
function* wholeRecords(
  blocks: Iterable<string>,
): Generator<{ readonly text: string; readonly line: number }> {
  let line = 0;
  let pending: string[] = [];
  let quotes = 0;
  let length = 0;
  const taken = () => {
    const text = pending.join("");
    // A byte order mark is no part of the first name.
    const record = {
      text: line === 0 ? text.replace(/^\uFEFF/, "") : text,
      line,
    };
    line += countOf("\n", text);
    pending = [];
    quotes = length = 0;
    return record;
  };
  for (const block of blocks) {
    pending.push(block);
    quotes += countOf('"', block);
    length += block.length;
    if (quotes % 2 === 0 || length > MAX_RECORD) yield taken();
  }
  if (pending.length > 0) yield taken();
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = -1; (at = text.indexOf(character, at + 1)) !== -1;) count++;
  return count;
}

/** The library counts records, from the start of what it is given, and calls them lines. */
function parseAt(text: string, line: number, separator: string): string[][] {
  try {
    return parse(withBreaks(text), { separator });
  } catch (error) {
    const { message } = error as Error;
    const [, record, there] = /line (\d+);.* line (\d+)/.exec(message) ?? [];
    const at = line + lineOf(Number(record), text) + Number(there) -
      Number(record);
    throw new TypeError(message.replace(/^.* line \d+/, `line ${at}`));
  }
}

/** The library takes `\r` off the end of a line, also inside of quotes: there it gets another. */
function withBreaks(text: string): string {
  return text.includes("\r\n")
    ? text.replace(/"[^"]*"/g, (quoted) => quoted.replaceAll("\r\n", "\r\r\n"))
    : text;
}

/** The line in which a record begins. Both are counted from 1, and empty lines count as records. */
function lineOf(record: number, text: string): number {
  for (const { line } of recordsIn(text)) if (--record <= 0) return line;
  return 1;
}

/** The line (from 1) in which a row (from 0) begins. Empty lines do not count as rows. */
function lineOfRow(row: number, text: string): number {
  for (const { line, isEmpty } of recordsIn(text)) {
    if (!isEmpty && --row < 0) return line;
  }
  return 1;
}

/** The lines in which records begin. */
function* recordsIn(
  text: string,
): Generator<{ readonly line: number; readonly isEmpty: boolean }> {
  let line = 1;
  let isQuoted = false;
  let isNext = true;
  for (let at = 0; at < text.length; at++) {
    if (isNext) yield { line, isEmpty: /\r?\n/y.test(text.slice(at, at + 2)) };
    if (text[at] === '"') isQuoted = !isQuoted;
    if (text[at] === "\n") line++;
    isNext = !isQuoted && text[at] === "\n";
  }
}

/** The separator of the first line: a comma if the line has one. */
function separatorOf(text: string): string {
  const [line] = text.split(/\r?\n/, 1);
  const plain = line.replace(/"[^"]*"/g, "");
  if (plain.includes(",")) return ",";
  return /[;\t]/.exec(plain)?.[0] ?? ",";
}

function otherSeparator(file: string, separator: string): Diagnostic {
  const shown = separator === "\t" ? "a tab" : `"${separator}"`;
  return {
    code: "INVALID_FIELD",
    severity: "warning",
    message:
      `Read "${file}" with ${shown} as the separator of fields: its first line has no comma`,
    location: { file },
  };
}

function columnsOf(
  header: readonly string[],
  place: () => string,
): Column[] {
  const columns = header.map(columnOf);
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new TypeError(
      `${place()}the name "${twice}" occurs twice in the header`,
    );
  }
  return columns;
}

/** `age:number` is the name "age" and a kind, where the word is one of a kind's. */
function columnOf(text: string): Column {
  const written = text.trim();
  const [, name, word] = /^(.+):(\w+)$/.exec(written) ?? [];
  const type = VALUE_TYPES.find((one) => one === word);
  return type === undefined ? { name: written } : { name: name.trim(), type };
}

/** A row, counted from 1, and the words that say where it is. */
interface Place {
  readonly row: number;
  readonly place: () => string;
}

function toRow(
  fields: readonly string[],
  columns: readonly Column[],
  where: Place,
): DataRow {
  if (fields.length !== columns.length) {
    const found = `${fields.length} field${fields.length === 1 ? "" : "s"}`;
    throw new TypeError(
      `${where.place()}row ${where.row} has ${found} instead of ${columns.length}`,
    );
  }
  return Object.fromEntries(
    columns.map((column, at) => [
      column.name,
      fieldValue(fields[at], column, where),
    ]),
  );
}

/** Null stands for an empty field in a column that has a kind. */
function fieldValue(
  text: string,
  { name, type }: Column,
  { row, place }: Place,
): Value {
  if (type === undefined || type === "string") return text;
  if (text.trim() === "") return null;
  const value = parseTypedValue(type, text);
  if (typeof value === "string") {
    throw new TypeError(
      `${place()}"${name}" in row ${row} is not a valid ${type}: "${
        text.slice(0, 40)
      }"`,
    );
  }
  return value;
}
