import type { Diagnostic } from "../../source/diagnostic.ts";

/** Masks the texts of a diagnostic; places and codes stay. */
export function maskDiagnostic(
  diagnostic: Diagnostic,
  mask: (text: string) => string,
): Diagnostic {
  const { message, expression, trail, suggestion, notes } = diagnostic;
  return {
    ...diagnostic,
    message: mask(message),
    ...expression === undefined ? {} : { expression: mask(expression) },
    ...trail === undefined ? {} : { trail: trail.map(mask) },
    ...suggestion === undefined ? {} : { suggestion: mask(suggestion) },
    ...notes === undefined ? {} : { notes: notes.map(mask) },
  };
}
