import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** Lines around a change, as `diff -u` shows them. */
const CONTEXT = 3;

/**
 * What changes in a file, as `git apply` takes it; "" for nothing. Line ends are
 * those of the file.
 *
 * @param file Path relative to where the patch is to be applied, with `/`.
 */
export function unifiedDiff(
  file: string,
  before: string,
  after: string,
): string {
  if (before === after) return "";
  return createTwoFilesPatch(
    `a/${file}`,
    `b/${file}`,
    before,
    after,
    undefined,
    undefined,
    { context: CONTEXT, headerOptions: FILE_HEADERS_ONLY },
  );
}
