import {
  checkFiles,
  type CollectionFiles,
} from "../../core/collection/collection_files.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";

/**
 * Adds line and column to diagnostics that point into the texts of a
 * collection: those of `readCollection`, `checkCollection`, and of the errors
 * that rendering throws. One that points elsewhere stays as it is. What knows
 * where a key stands is loaded with the first such diagnostic.
 *
 * @param texts The texts, as `readCollection` got them.
 *
 * @example
 * ```ts
 * import { locateDiagnostics, readCollection } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const texts = { root: "", files: new Map([["shop.yml", "info:\n  nam: Shop\nitems: []"]]) };
 * const { diagnostics } = readCollection(texts);
 * const [{ location }] = await locateDiagnostics(diagnostics, texts);
 * assertEquals([location?.file, location?.line, location?.column], ["shop.yml", 2, 3]);
 * ```
 */
export async function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  texts: CollectionFiles,
): Promise<Diagnostic[]> {
  checkFiles(texts);
  const { files, filePrefix = "" } = texts;
  if (diagnostics.length === 0) return [];
  const { locate, YamlFiles } = await import("./locate.ts");
  const text = (file: string) =>
    file.startsWith(filePrefix)
      ? files.get(file.slice(filePrefix.length))
      : undefined;
  return await locate(diagnostics, new YamlFiles(text));
}
