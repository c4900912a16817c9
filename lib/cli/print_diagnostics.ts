import { writeError } from "../host/terminal/write_output.ts";
import type { Diagnostic } from "../core/source/diagnostic.ts";
import { formatDiagnostic } from "../core/source/format_diagnostic.ts";
import { WIDTH } from "../host/terminal/width.ts";

/** Prints diagnostics of the command line itself, and of the file with its defaults. */
export async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
): Promise<void> {
  if (diagnostics.some(({ location }) => location !== undefined)) {
    return await printLocated(diagnostics);
  }
  for (const diagnostic of diagnostics) {
    writeError(`${formatDiagnostic(diagnostic, { wrap: WIDTH })}\n`);
  }
}

async function printLocated(diagnostics: readonly Diagnostic[]): Promise<void> {
  const { plainOutput } = await import("./run/output.ts");
  await plainOutput().diagnostics(diagnostics);
}
