import type { ReportKind } from "../../tools/report/kinds.ts";

/** One `--reporter KIND=FILE`. */
export interface ReporterOption {
  /** The kind of the report. */
  readonly kind: ReportKind;
  /** Path as given, relative to the current folder; `-` is standard output; absent: where the console report stands. */
  readonly file?: string;
}

/** Names that the system has for standard output. */
const STDOUT = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/** Whether a path names standard output, which is written to and never opened anew. */
export function isStdout(path: string): boolean {
  return STDOUT.includes(path);
}

/** Whether reports go to standard output; what a person reads goes to standard error then. */
export function useStdout(reporters: readonly ReporterOption[]): boolean {
  return reporters.some(({ file }) => file === "-");
}

/** The paths of the files that reports go to. */
export function filesOf(reporters: readonly ReporterOption[]): string[] {
  return reporters.flatMap(({ file }) =>
    file === undefined || file === "-" ? [] : file
  );
}
