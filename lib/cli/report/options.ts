import type { ReporterOption } from "../../host/reports/reporter_option.ts";

/** What `brace report` was asked to do. */
export interface ReportOptions {
  /** JSON reports, as given. */
  readonly files: readonly string[];
  /** What is to be written of them. */
  readonly reporters: readonly ReporterOption[];
}
