/**
 * Reads a text file, which has to be UTF-8: characters of another encoding
 * would be lost without a word.
 *
 * @throws What Deno's file API throws; `InvalidData` for bytes that are no UTF-8.
 */
export function readText(path: string): string {
  const text = Deno.readTextFileSync(path);
  // Deno puts this for what it cannot decode; a file may hold it, too.
  if (text.includes("\ufffd") && !isUtf8(Deno.readFileSync(path))) {
    throw new Deno.errors.InvalidData();
  }
  return text;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
