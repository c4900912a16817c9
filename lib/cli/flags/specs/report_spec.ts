import { REPORT_KINDS } from "../../../tools/report/kinds.ts";
import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { toReportOptions } from "../to_report_options.ts";
import { oneOf } from "../one_of.ts";

/** The command line of `brace report`. */
export const spec: CommandSpec = {
  name: "report",
  description:
    "Writes other reports of JSON reports; several, such as those of a CI matrix,\nbecome one.",
  usage: "FILES… --reporter KIND=FILE…",
  positionals: Infinity,
  groups: [{
    title: "Output",
    flags: [{
      name: "reporter",
      value: "KIND=FILE",
      help: `What to write: ${
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
      note: "one report of a matrix",
    },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "report",
  options: toReportOptions(flags),
});
