import { VERSION } from "../../../core/source/version.ts";

/** The version in the line that editors read the schema from. */
const WRITTEN_BY = /^# yaml-language-server: .*\/brace\/(\d[^/\s]*)\//m;

/**
 * What happened to the import of an edited file. The hash of a file that
 * another version wrote may differ although the document is the same.
 */
export function changedThere(text: string): string {
  const [, version = VERSION] = WRITTEN_BY.exec(text) ?? [];
  const changed = "changed in the document";
  return version === VERSION
    ? changed
    : `${changed}, or Brace ${VERSION} writes it differently than ${version} did`;
}
