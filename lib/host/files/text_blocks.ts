import { joinBytes } from "./join_bytes.ts";
import { decodeText } from "./read_text.ts";

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
export function* textBlocks(
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
