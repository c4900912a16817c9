import { REPORT_KINDS } from "../../../tools/report/kinds.ts";
import type { CommandSpec } from "../flag.ts";
import { oneOf } from "../../../host/run/option_table.ts";
import type { CommandLine, ReportOptions, ToCommand } from "../../command.ts";
import { usageError } from "../../usage_error.ts";
import type { FlagValues } from "../flag_values.ts";
import { toReporters } from "../to_reporters.ts";

/**
 * Turns the flags of `report` into options.
 *
 * @throws {UsageError} when something is missing or wrong.
 */
function toReportOptions(flags: FlagValues): ReportOptions {
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

/** What the command takes. */
const spec: CommandSpec = {
  name: "report",
  description:
    "Turns a JSON report into other reports. Merges several, such as those of a CI\nmatrix.",
  usage: "FILES… --reporter KIND=FILE…",
  positionals: Infinity,
  groups: [{
    title: "Output",
    flags: [{
      name: "reporter",
      value: "KIND=FILE",
      help: `Write this report: ${
        oneOf(REPORT_KINDS)
      } (-: standard output); repeatable`,
    }],
  }],
  examples: [
    {
      line: "brace report run.json --reporter html=run.html",
      note: "another kind",
    },
    {
      line: "brace report shard-*.json --reporter junit=all.xml",
      note: "merge the reports of a matrix",
    },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "report",
  options: toReportOptions(flags),
});

/** The command line of `brace report`. */
export const reportSpec: CommandLine = { spec, toCommand };
