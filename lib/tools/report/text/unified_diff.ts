import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { maskedFile } from "../../../core/secrets/masked_file.ts";
import type { Masker } from "../../../core/secrets/masker.ts";

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

/** {@linkcode unifiedDiff} of a collection's file for people, who also read the lines around a change. */
export function maskedDiff(
  file: string,
  { before, after }: { readonly before: string; readonly after: string },
  masker: Masker,
): string {
  return unifiedDiff(
    file,
    maskedFile(before, masker),
    maskedFile(after, masker),
  );
}
