import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";

/** Saves one thing after the other, whatever becomes of those before; tells what failed. */
export async function saveAll(
  savers: readonly (() => Promise<void>)[],
): Promise<Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const save of savers) {
    try {
      await save();
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      diagnostics.push(...error.diagnostics);
    }
  }
  return diagnostics;
}
