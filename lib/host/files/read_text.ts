/**
 * Reads a text file, which has to be UTF-8: characters of another encoding
 * would be lost without a word.
 *
 * @throws What Deno's file API throws; `InvalidData` for bytes that are no
 * UTF-8, with the line of the first as its message.
 */
export function readText(path: string): string {
  const text = Deno.readTextFileSync(path);
  // Deno puts this for what it cannot decode; a file may hold it, too.
  if (text.includes("\ufffd")) {
    const bytes = Deno.readFileSync(path);
    if (!isUtf8(bytes)) {
      throw new Deno.errors.InvalidData(`line ${badLine(bytes)}`);
    }
  }
  return text;
}

/** The first line, from 1, that is not UTF-8. */
function badLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0;; line++) {
    const end = bytes.indexOf(0x0a, start);
    const part = bytes.subarray(start, end === -1 ? undefined : end);
    if (end === -1 || !isUtf8(part)) return line;
    start = end + 1;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
