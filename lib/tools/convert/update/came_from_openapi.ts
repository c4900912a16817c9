import type { ImportedFiles } from "../to_files.ts";
import { markOf } from "../yaml.ts";
import { fileMarks, MAIN } from "./file_marks.ts";
import { hasAddressOf } from "./files_by_operation.ts";
import { isYaml } from "./lacking_variables.ts";

/**
 * Whether files of a collection came from a document of OpenAPI: one of them
 * has a mark, or is that of an operation by its path, method and URL, as imports
 * of old versions wrote no marks.
 */
export function cameFromOpenapi(
  existing: ReadonlyMap<string, string>,
  { requests }: Pick<ImportedFiles, "requests">,
): boolean {
  const isMarked = ([path, text]: readonly [path: string, text: string]) =>
    isYaml(path) &&
    (markOf(text) !== undefined || path === MAIN && fileMarks(text).size > 0);
  return existing.entries().some(isMarked) ||
    requests.some(({ path, request }) => {
      const text = existing.get(path);
      return text !== undefined && hasAddressOf(request, text);
    });
}
