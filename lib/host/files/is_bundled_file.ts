import { isBundledText } from "../../core/collection/is_bundled.ts";
import { readText } from "./read_text.ts";

/**
 * True for a file that holds a whole collection.
 *
 * @throws {Error} It cannot be read.
 */
export function isBundledFile(path: string): boolean {
  return /\.(?:ya?ml|json)$/.test(path) && isBundledText(readText(path));
}
