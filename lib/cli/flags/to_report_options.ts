import type { ReportOptions } from "../report/options.ts";
import { usageError } from "../usage_error.ts";
import type { FlagValues } from "./flag_values.ts";
import { toReporters } from "./to_reporters.ts";

/**
 * Turns the flags of `report` into options.
 *
 * @throws {UsageError} when something is missing or wrong.
 */
export function toReportOptions(flags: FlagValues): ReportOptions {
  const { command, positionals: files } = flags;
  const { reporters, console } = toReporters(flags);
  if (console !== undefined) {
    throw usageError(
      `Cannot use "--reporter ${console}": nothing runs, write "--reporter KIND=FILE"`,
      { command },
    );
  }
  if (files.length === 0) {
    throw usageError("Cannot report: no JSON report is given", { command });
  }
  if (reporters.length === 0) {
    throw usageError(
      'Cannot report: nothing says what to write, add "--reporter KIND=FILE"',
      { command },
    );
  }
  return { files, reporters };
}
