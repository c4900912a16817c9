import {
  checkedRows,
  type DataFormat,
  dataFormat,
  readRows,
  type RowsReading,
  type StreamedFormat,
  streamedRows,
} from "../../core/plan/read_rows.ts";
import type { DataRow, DataRows } from "../../core/plan/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import type { Origin } from "../../core/source/origin.ts";
import { describeFileError } from "./describe_file_error.ts";
import { fileBytes, isPiped, requireFile } from "./file_bytes.ts";
import { decodeText } from "./read_text.ts";
import { joinBytes } from "./file_bytes.ts";
import { namedAt } from "./with_nearest.ts";

/** JSON and YAML are read as a whole. */
const MAX_WHOLE = 64 * 1024 * 1024;

/**
 * Reads the rows of `--data`; what is piped has no name that would say what it
 * holds. CSV and NDJSON are read twice, so that of a million rows there is
 * never more than one: now they are counted and checked, and again as they are
 * gone through.
 *
 * @param file What messages call it.
 * @param at Where a file names it; absent: the command line does.
 */
export function readDataFile(
  path: string,
  file = path,
  at?: Origin,
): RowsReading {
  try {
    const format = isPiped(path) ? pipedFormat(path) : dataFormat(path);
    if (format === "csv" || format === "ndjson") {
      return readStreamed({ path, file }, format);
    }
    if (!isPiped(path) && requireFile(path).size > MAX_WHOLE) {
      throw new RangeError(
        "it is larger than 64 MiB (write CSV or NDJSON, which are read row by row)",
      );
    }
    return readRows(decodeText(fileBytes(path)), file, format);
  } catch (error) {
    const problem = describeFileError("read", file, error);
    const isMissing = error instanceof Deno.errors.NotFound;
    return {
      rows: [],
      diagnostics: [namedAt(problem, file, at, isMissing)],
    };
  }
}

/** JSON rows are a list, or objects a line each; a line of names is not likely to begin like one. */
function pipedFormat(file: string): DataFormat {
  const start = new TextDecoder().decode(fileBytes(file).subarray(0, 1_024));
  const [first] = /[[{]/y.exec(start.trimStart()) ?? [];
  return first === "[" ? "json" : first === "{" ? "ndjson" : "csv";
}

/** A file of rows. */
interface DataFile {
  readonly path: string;
  /** What messages call it. */
  readonly file: string;
}

function readStreamed(from: DataFile, format: StreamedFormat): RowsReading {
  const { file } = from;
  return checkedRows(file, (said) => {
    using source = openSource(from);
    const { state } = source;
    let count = 0;
    for (const _ of streamedRows(textBlocks(source), format, { file, said })) {
      count++;
    }
    return { rows: againRows(from, { format, state, count }), count };
  });
}

/** The rows of a file that was read before; one that has changed since is an error. */
function againRows(
  from: DataFile,
  { format, state, count }: {
    readonly format: StreamedFormat;
    readonly state: string;
    readonly count: number;
  },
): DataRows {
  const { file } = from;
  return {
    length: count,
    *[Symbol.iterator](): Generator<DataRow> {
      try {
        using source = openSource(from, state);
        const blocks = textBlocks(source);
        yield* streamedRows(blocks, format, { file, said: [] });
      } catch (error) {
        if (error instanceof CollectionError) throw error;
        throw error instanceof TypeError
          ? changed(file)
          : new CollectionError([describeFileError("read", file, error)]);
      }
    },
  };
}

/** What rows are read from. */
interface Source extends Disposable {
  /** Differs where the content does. */
  readonly state: string;
  readSync(into: Uint8Array): number | null;
}

/** @param expected The state that it has to be in, as long as it is read. */
function openSource({ path, file: name }: DataFile, expected?: string): Source {
  if (isPiped(path)) {
    const bytes = fileBytes(path);
    let at = 0;
    return {
      state: "",
      readSync(into) {
        if (at === bytes.length) return null;
        const part = bytes.subarray(at, at + into.length);
        into.set(part);
        at += part.length;
        return part.length;
      },
      [Symbol.dispose]() {},
    };
  }
  requireFile(path);
  const file = Deno.openSync(path);
  return {
    state: stateOf(file),
    readSync(into) {
      const count = file.readSync(into);
      if (expected !== undefined && stateOf(file) !== expected) {
        throw changed(name);
      }
      return count;
    },
    [Symbol.dispose]: () => file.close(),
  };
}

function stateOf(file: Deno.FsFile): string {
  const { size, mtime, ino } = file.statSync();
  return [size, mtime?.getTime(), ino].join(" ");
}

function changed(file: string): CollectionError {
  const diagnostic: Diagnostic = {
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot go on with the data in "${file}": it has changed since it was checked (run again)`,
    location: { file },
  };
  return new CollectionError([diagnostic]);
}

const BLOCK = 64 * 1024;
/** A line may have so many bytes. */
const MAX_LINE = 64 * 1024 * 1024;

/**
 * Reads UTF-8 text in blocks of whole lines; the last one may have no line
 * break at its end.
 *
 * @param source Gives bytes, null at the end.
 * @throws {Deno.errors.InvalidData} For bytes that are not UTF-8, with the line of the first as its message.
 * @throws {RangeError} A line is too long.
 */
function* textBlocks(
  source: { readSync(into: Uint8Array): number | null },
): Generator<string> {
  /** Of a line that has not ended. */
  let parts: Uint8Array[] = [];
  let length = 0;
  let lines = 0;
  const decoded = (bytes: Uint8Array[]): string => {
    const text = decodedAfter(lines, joinBytes(bytes));
    for (let at = -1; (at = text.indexOf("\n", at + 1)) !== -1;) lines++;
    return text;
  };
  for (;;) {
    const buffer = new Uint8Array(BLOCK);
    const count = source.readSync(buffer);
    if (count === null) break;
    const bytes = buffer.subarray(0, count);
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end > 0) {
      yield decoded([...parts, bytes.subarray(0, end)]);
      parts = [];
      length = 0;
    }
    parts.push(bytes.subarray(end));
    length += count - end;
    if (length > MAX_LINE) {
      throw new RangeError(`line ${lines + 1} is longer than 64 MiB`);
    }
  }
  if (length > 0) yield decoded(parts);
}

function decodedAfter(lines: number, bytes: Uint8Array): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (!(error instanceof Deno.errors.InvalidData)) throw error;
    const line = lines + Number(error.message.replace("line ", ""));
    throw new Deno.errors.InvalidData(`line ${line}`);
  }
}
