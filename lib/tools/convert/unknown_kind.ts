import { YAML_FORMAT } from "../../core/collection/format.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { IMPORT_KINDS, type ImportSource } from "./types.ts";

/** Says of a source that no importer knows it, or that it needs none. */
export function unknownKind(source: ImportSource): Diagnostic {
  const { name, main } = source;
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: isNative(source)
      ? `Cannot import "${name}": it is a Brace collection already (run it as it is: brace run)`
      : `Cannot import "${name}": its content is not one of ${
        IMPORT_KINDS.join(", ")
      } (if it is one, say so with --from KIND)`,
    ...(main !== undefined && { location: { file: main } }),
  };
}

/** Whether a source is what an import would write. */
function isNative({ files, main }: ImportSource): boolean {
  return main === undefined
    ? YAML_FORMAT.mains.some((name) => files.has(name))
    : /^opencollection[ \t]*:/m.test(files.get(main) ?? "");
}
