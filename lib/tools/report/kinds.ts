/** What `--reporter KIND` prints while a run goes on. */
export const CONSOLE_KINDS = ["pretty", "compact", "dots", "failures"] as const;

/** What `--reporter KIND=FILE` writes: each has a writer in `writers.ts`. */
export const REPORT_KINDS = [
  "json",
  "ndjson",
  "junit",
  "tap",
  "github",
  "markdown",
  "har",
  "html",
] as const;

/** A report on the console. */
export type ConsoleKind = typeof CONSOLE_KINDS[number];

/** A report in a file. */
export type ReportKind = typeof REPORT_KINDS[number];
