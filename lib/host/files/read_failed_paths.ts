import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";
import { readText } from "./read_text.ts";

/** Reads which requests did not pass in the run that a JSON report is of. */
export function readFailedPaths(
  file: string,
): { paths?: ReadonlySet<string>; diagnostics: Diagnostic[] } {
  let report: unknown;
  try {
    report = JSON.parse(readText(file));
  } catch (error) {
    return {
      diagnostics: [
        error instanceof SyntaxError
          ? noReport(file)
          : describeFileError("read", file, error),
      ],
    };
  }
  const { requests } = (report ?? {}) as { requests?: unknown };
  if (!Array.isArray(requests)) return { diagnostics: [noReport(file)] };
  const paths = new Set<string>();
  for (const request of requests) {
    const { path, status } = (request ?? {}) as Record<string, unknown>;
    if (typeof path !== "string") return { diagnostics: [noReport(file)] };
    if (status !== "passed") paths.add(path);
  }
  return { paths, diagnostics: [] };
}

function noReport(file: string): Diagnostic {
  return {
    code: "INVALID_FIELD",
    severity: "error",
    message:
      `Cannot read "${file}": it is not a JSON report of Brace's (--reporter json=FILE writes one)`,
    location: { file },
  };
}
