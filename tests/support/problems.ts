import type { Diagnostic } from "../../lib/core/source/diagnostic.ts";
import { problemsOf as problemsOfResult } from "../../lib/core/run/explain/failure_of.ts";
import type { RequestResult } from "../../lib/core/run/types.ts";
import { DiagnosticError } from "../../lib/core/source/errors.ts";
import { inFlags } from "../../lib/tools/report/text/flag_words.ts";

/** What is wrong, and where: `CODE 1:5`, or `CODE file path+offset` for a text of a file. */
export function problemsOf(run: () => unknown): string[] {
  try {
    run();
    return [];
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics.map(brief);
    throw error;
  }
}

/** A diagnostic as {@linkcode problemsOf} shows it. */
export function brief({ code, location = {} }: Diagnostic): string {
  const { file, yamlPath, offset, line, column } = location;
  return file === undefined
    ? `${code} ${line}:${column}`
    : `${code} ${file} ${yamlPath}+${offset}`;
}

/** Why a request did not pass: `CODE: message` each, as the command line words it. */
export function codesOf(result: RequestResult): string[] {
  return problemsOfResult(result).map(inFlags)
    .map(({ code, message }) => `${code}: ${message}`);
}
