import type { Diagnostic } from "../../source/diagnostic.ts";
import type { Masker } from "../mask.ts";
import { maskDiagnostic } from "../mask/mask_diagnostic.ts";
import { defined } from "./defined.ts";
import type { CollectedDiagnostic } from "./types.ts";

/** A diagnostic as reports show it. */
export function collectDiagnostic(
  diagnostic: Diagnostic,
  masker: Masker,
): CollectedDiagnostic {
  const masked = maskDiagnostic(diagnostic, (text) => masker.maskText(text));
  const { file, line, column, yamlPath, place } = masked.location ?? {};
  return defined({
    code: masked.code,
    severity: masked.severity,
    message: masked.message,
    location: masked.location &&
      defined({ file, line, column, yamlPath, place }),
    expression: masked.expression,
    trail: masked.trail,
    scopesSearched: masked.scopesSearched,
    suggestion: masked.suggestion,
    notes: masked.notes,
  });
}
