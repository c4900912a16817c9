import type { ReportKind } from "../../report/kinds.ts";

/** One `--reporter KIND=FILE`. */
export interface ReporterOption {
  /** What is written. */
  readonly kind: ReportKind;
  /** Path as given, relative to the current folder; `-` is standard output; absent: where the console report stands. */
  readonly file?: string;
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
