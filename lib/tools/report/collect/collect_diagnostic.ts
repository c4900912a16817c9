import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import type { CollectedDiagnostic } from "./types.ts";

/** A diagnostic as reports show it. */
export function collectDiagnostic(
  diagnostic: Diagnostic,
  masker: Masker,
): CollectedDiagnostic {
  const masked = masker.maskDiagnostic(diagnostic);
  const { file, line, column, yamlPath, place } = masked.location ?? {};
  return defined({
    code: masked.code,
    severity: masked.severity === "error" ? "error" : "warning",
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

/** An object without the members that are undefined. */
export function defined<T extends object>(object: T): T {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as T;
}
