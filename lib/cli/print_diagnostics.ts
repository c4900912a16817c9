import { writeError } from "../host/terminal/write_output.ts";
import { loadingCode } from "../core/run/exit_code.ts";
import type { Diagnostic } from "../core/source/diagnostic.ts";
import { formatDiagnostic } from "../core/source/format_diagnostic.ts";
import { proseWidth } from "../host/terminal/width.ts";
import { inFlags } from "../tools/report/text/flag_words.ts";

/** Prints diagnostics of the command line itself, and of the file with its defaults; gives their exit code. */
export async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
): Promise<number> {
  if (diagnostics.some(({ location }) => location !== undefined)) {
    await printLocated(diagnostics);
  } else {
    for (const diagnostic of diagnostics) printProblem(diagnostic);
  }
  return loadingCode(diagnostics);
}

/** Prints what is wrong, with its line where it is in one of these files. */
export function printProblem(
  problem: Diagnostic,
  files: ReadonlyMap<string, string> = new Map(),
): void {
  const shown = formatDiagnostic(inFlags(problem), {
    source: (file) => file === undefined ? undefined : files.get(file),
    wrap: proseWidth(Deno.stderr),
  });
  writeError(`${shown}\n`);
}

async function printLocated(diagnostics: readonly Diagnostic[]): Promise<void> {
  const { plainOutput } = await import("./run/output.ts");
  await plainOutput().diagnostics(diagnostics);
}
