import { withSlashes } from "../../host/files/load/shown_path.ts";
import { join } from "../../host/path.ts";
import { shellPath } from "../../host/terminal/shell_word.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { UpdateCounts } from "../../tools/convert/update/types.ts";
import type { ReportNote } from "./report.ts";
import { shortList } from "./short_list.ts";

/** Refuses a collection that an update would only mix with the document. */
export function notImported(folder: string, main: string): Diagnostic {
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot write to "${folder}": none of its files came from an OpenAPI document (choose a new folder with --output, and leave out --update)`,
    location: { file: withSlashes(join(folder, main)) },
  };
}

/** Refuses a folder around what a document updates, which would become another collection. */
export function aroundOthers(
  folder: string,
  meant: readonly string[],
): Diagnostic {
  const [first, ...others] = meant.map((path) => withSlashes(path)).sort();
  return {
    code: "WRITE",
    severity: "error",
    message: `Cannot write to "${folder}": it is not a collection, and ${
      others.length > 0
        ? `those below it came from OpenAPI documents: ${
          shortList([first, ...others])
        } (give the folder of one with --output)`
        : `the one below it came from an OpenAPI document (update that one with --output ${
          shellPath(first)
        })`
    }`,
  };
}

/** Whether the document has no operation of a collection that has some. */
export function isOther({ changed, open, kept, gone }: UpdateCounts): boolean {
  return gone > 0 && changed + open + kept === 0;
}

/** Refuses a document that would replace the collection rather than update it, and says what may have cost it its operations. */
export function otherDocument(
  folder: string,
  main: string | undefined,
  document: {
    /** Whether it has no operations at all. */
    readonly isEmpty: boolean;
    readonly notes: readonly Pick<ReportNote, "message" | "isMistake">[];
  },
): Diagnostic {
  const mistakes = document.notes.filter(({ isMistake }) => isMistake)
    .map(({ message }) => message);
  return {
    code: "WRITE",
    severity: "error",
    message: `Cannot write to "${folder}": the document has no ${
      document.isEmpty ? "operations" : "operation that its requests came from"
    } (if it is the right document, add --force)`,
    ...(main !== undefined && {
      location: { file: withSlashes(join(folder, main)) },
    }),
    ...(mistakes.length > 0 && { notes: mistakes }),
  };
}
