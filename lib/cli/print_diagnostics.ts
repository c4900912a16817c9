import { writeError } from "../host/terminal/write_output.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { formatDiagnostic } from "../source/format_diagnostic.ts";

/** Columns of a line. */
const WIDTH = 80;

/** Prints diagnostics of the command line itself: they point into no file. */
export function printDiagnostics(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) {
    writeError(`${formatDiagnostic(diagnostic, { wrap: WIDTH })}\n`);
  }
}
