import { readCollectionFiles } from "../../host/files/read_collection_files.ts";
import type { CollectionTexts } from "../../host/files/read_collection_files.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { usageError } from "../usage_error.ts";

/**
 * The texts of the collection to export. A path that is typed means nothing but
 * the collection: who names a part of it does not want the rest in the files.
 *
 * @throws {DiagnosticError} It cannot be read, or the path is of a part.
 */
export function wholeCollection(path: string): CollectionTexts {
  const texts = readCollectionFiles(path);
  if (texts.files === undefined) throw new CollectionError(texts.diagnostics);
  if (texts.path !== "" && path !== ".") {
    const main = texts.shown(texts.main);
    const root = main.slice(0, -texts.main.length - 1) || ".";
    throw usageError(
      `Cannot export "${path}": it is a part of a collection, and an export contains the whole (name the collection: "${root}")`,
      { command: "export" },
    );
  }
  return texts;
}
