import type { Diagnostic } from "../source/diagnostic.ts";

/** Prints diagnostics of the command line itself: they point into no file. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  for (const { severity, message, notes = [] } of diagnostics) {
    console.error(`${severity}: ${message}`);
    for (const note of notes) console.error(`  ${note}`);
  }
}
