import { detectKind, harsIn, isPostmanPart } from "./detect_kind.ts";
import { parseJsonFile } from "./json.ts";
import type { ImportKind, ImportNote, ImportSource } from "./types.ts";

/** Files that have a format by their content; what looks like curl may be any text, but for a script. */
const TOLD_APART = /\.(?:json|ya?ml|http|rest|bru|sh)$/i;
const SCRIPT = /\.sh$/i;

/** Names the files of a folder that the import of another format reads. */
export function otherFormats(
  { files, main, others }: ImportSource,
  kind: ImportKind,
): ImportNote[] {
  if (main !== undefined) return [];
  const found = [...files].flatMap(([file, text]): ImportNote[] => {
    if (!TOLD_APART.test(file)) return [];
    const own = detectKind({
      name: file,
      main: file,
      files: new Map([[file, text]]),
    });
    const isOther = own !== undefined && own !== kind &&
      (own !== "curl" || SCRIPT.test(file)) &&
      (own !== "postman" || isPostmanPart(parseJsonFile(file, text).value));
    return isOther ? [leftOut(file, own)] : [];
  });
  return [...found, ...harsIn(others).map((file) => leftOut(file, "har"))];
}

function leftOut(file: string, kind: ImportKind): ImportNote {
  return {
    kind: "person",
    message:
      `Left out of the import, as it is of another format (${kind}): import it alone`,
    source: { file },
  };
}
