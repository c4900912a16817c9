import { detectKind, isPostmanPart } from "./detect_kind.ts";
import { parseJsonFile } from "./json.ts";
import type { ImportKind, ImportNote, ImportSource } from "./types.ts";

/** Files that have a format by their content; what looks like curl may be any script or text. */
const TOLD_APART = /\.(?:json|ya?ml|har|http|rest|bru)$/i;

/** Names the files of a folder that the import of another format reads. */
export function otherFormats(
  { files, main }: ImportSource,
  kind: ImportKind,
): ImportNote[] {
  if (main !== undefined) return [];
  return [...files].flatMap(([file, text]): ImportNote[] => {
    if (!TOLD_APART.test(file)) return [];
    const own = detectKind({
      name: file,
      main: file,
      files: new Map([[file, text]]),
    });
    const isOther = own !== undefined && own !== kind && own !== "curl" &&
      (own !== "postman" || isPostmanPart(parseJsonFile(file, text).value));
    return isOther
      ? [{
        kind: "person",
        message:
          `Left out of the import, as it is of another format (${own}): import it alone`,
        source: { file },
      }]
      : [];
  });
}
