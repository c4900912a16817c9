import { MAX_FILE_LENGTH } from "../../core/collection/yaml/parse_yaml.ts";
import { requireFile } from "./file_bytes.ts";
import { isBundledText } from "../../core/collection/is_bundled.ts";

/**
 * Reads a text file of a collection, which has to be UTF-8: characters of
 * another encoding would be lost without a word.
 *
 * @throws What {@linkcode requireFile} throws; `RangeError` for one that is too
 * large; `InvalidData` for bytes that are not UTF-8, with the line of the first
 * as its message.
 */
export function readText(path: string): string {
  // A character has at most three bytes for each of its UTF-16 units.
  if (requireFile(path).size > MAX_FILE_LENGTH * 3) {
    throw new RangeError("it is larger than 10 MiB");
  }
  const text = Deno.readTextFileSync(path);
  // Deno puts this for what it cannot decode, by design; a file may hold it, too.
  return text.includes("\ufffd") ? decodeText(Deno.readFileSync(path)) : text;
}

/** What can be decoded of a file that {@linkcode readText} may refuse for its bytes; undefined: it cannot be read. */
export function readDecodable(path: string): string | undefined {
  try {
    requireFile(path);
    // Deno puts U+FFFD for what it cannot decode.
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Bytes as text; a byte order mark stays.
 *
 * @throws {Deno.errors.InvalidData} As {@linkcode readText}.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes);
  if (text === undefined) {
    throw new Deno.errors.InvalidData(`line ${badLine(bytes)}`);
  }
  return text;
}

/** The first line, from 1, that is not UTF-8. */
function badLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0;; line++) {
    const end = bytes.indexOf(0x0a, start);
    const part = bytes.subarray(start, end === -1 ? undefined : end);
    if (end === -1 || decoded(part) === undefined) return line;
    start = end + 1;
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * True for a file that holds a whole collection.
 *
 * @throws {Error} It cannot be read.
 */
export function isBundledFile(path: string): boolean {
  return /\.(?:ya?ml|json)$/.test(path) && isBundledText(readText(path));
}
