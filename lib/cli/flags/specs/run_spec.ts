import type { CommandLine, ToCommand } from "../../command.ts";
import type { CommandSpec } from "../flag.ts";
import { runFlags } from "../run_flags.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "run",
  description:
    "Runs a collection, or some of its folders and request files: sends each request,\nthen checks its assertions and tests.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  isConfigured: true,
  groups: [
    runFlags("Selection"),
    runFlags("Values"),
    runFlags("Order"),
    runFlags("Network"),
    runFlags("Configuration"),
    runFlags("Scripts"),
    runFlags("Output"),
  ],
  examples: [
    { line: "brace run", note: "the current folder" },
    {
      line: "brace run users/create.yml --env local",
      note: "one request, with an environment",
    },
    {
      line: "brace run . --var userId=7 --bail",
      note: "set a variable; stop at the first failure",
    },
    {
      line: "brace run . --reporter junit=report.xml",
      note: "a report for CI",
    },
  ],
};

/** What it asks for; what brace.yaml says is still to be added. */
const toCommand: ToCommand = (flags) => ({ kind: "run", flags });

/** The command line of `brace run`. */
export const runSpec: CommandLine = { spec, toCommand };
