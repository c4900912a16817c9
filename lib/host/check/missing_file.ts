import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import type { Origin } from "../../core/source/origin.ts";
import { type FileAccess, findBodyFile } from "../http/content/body_file.ts";

/** What stands in the way of sending a file; a warning where a run can be permitted to. */
export function missingFile(
  path: string,
  { access, at }: { readonly access: FileAccess; readonly at: Origin },
): Diagnostic | undefined {
  try {
    findBodyFile(path, { access, at });
    return undefined;
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [diagnostic] = error.diagnostics;
    return diagnostic.code === "PERMISSION"
      ? { ...diagnostic, severity: "warning" }
      : diagnostic;
  }
}
