import { formatOf } from "../../core/collection/format.ts";
import { relative } from "../../host/path.ts";
import type { ImportNote } from "../../tools/convert/types.ts";
import type { ExportOptions } from "../command.ts";
import { configuredGlobals } from "../config/with_globals.ts";

/** The file of a collection's environment that `brace.yaml` makes global, and what an export says of it. */
export async function exportedGlobals(
  { files, main, root }: {
    files: ReadonlyMap<string, string>;
    main: string;
    root: string;
  },
  kind: ExportOptions["kind"],
): Promise<{ globals?: string; notes: readonly ImportNote[] }> {
  const named = await configuredGlobals(root);
  if (named === undefined) return { notes: [] };
  const globals = relative(root, named).replaceAll("\\", "/");
  const isWritten = formatOf(main).environments.test(globals) &&
    files.has(globals);
  if (!isWritten) {
    return {
      notes: [{
        kind: "person",
        message:
          `The global variables of "${globals}" are left out, as the file is not in environments: enter them in ${
            kind === "bru" ? "Bruno" : "Postman"
          }`,
      }],
    };
  }
  return { globals, notes: [] };
}
