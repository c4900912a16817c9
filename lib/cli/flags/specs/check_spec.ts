import { CHECK_FORMATS } from "../../command.ts";
import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { COLOR_FLAGS, runFlag } from "../run_flags.ts";
import { toCheckOptions } from "../to_check_options.ts";

/** The command line of `brace check`. */
export const spec: CommandSpec = {
  name: "check",
  description:
    "Loads a collection, or the given folders and request files of one, and reports\nwhat would stand in the way of a run: with every environment, or with the given\nones, and with the values that brace.yaml gives a run. Sends nothing. Exit\ncodes: 0 no error, 1 an error (strictly: a warning, too), 2 usage, or a file\nthat cannot be read.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [{
    title: "Values",
    flags: [
      runFlag("env", {
        help:
          "Check with this environment only, with several of them together as a run",
      }),
      runFlag("envFiles"),
      runFlag("secretsFile"),
      runFlag("globalEnv"),
      runFlag("vars"),
      runFlag("envVars", {
        help: "Replace a variable of the environments; repeatable",
      }),
      runFlag("data", {
        help: "Know the names in this CSV or JSON file of rows",
      }),
      runFlag("profile"),
      runFlag("allowEnv"),
      runFlag("allowRead"),
    ],
  }, {
    title: "Findings",
    flags: [
      { name: "strict", help: "Fail on warnings, too" },
      {
        name: "fix",
        help:
          "Fix what needs no question: quotes around a placeholder in JSON, a misspelt name or key with one candidate",
      },
      { name: "diff", help: "With --fix: only show what it would change" },
    ],
  }, {
    title: "Output",
    flags: [
      {
        name: "format",
        value: CHECK_FORMATS.join("|"),
        default: CHECK_FORMATS[0],
        help: "For people, programs, code scanning, annotations",
      },
      ...COLOR_FLAGS,
    ],
  }],
  examples: [
    { line: "brace check", note: "the collection of the current folder" },
    { line: "brace check users --env local", note: "a part, one environment" },
    { line: "brace check --strict --format github", note: "for CI" },
    { line: "brace check --fix --diff", note: "what could be fixed" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => {
  // What is wrong with it is told before a file is read.
  toCheckOptions(flags);
  return { kind: "check", flags };
};
