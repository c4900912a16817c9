import type { Diagnostic } from "../../core/source/diagnostic.ts";

/** A file whose content is not what it is taken for. */
export function cannotImport(file: string, why: string): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot import "${file}": ${why}`,
    location: { file },
  };
}
