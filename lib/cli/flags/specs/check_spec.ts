import {
  CHECK_FORMATS,
  type CommandLine,
  type ToCommand,
} from "../../command.ts";
import type { CommandSpec } from "../flag.ts";
import { COLOR_FLAGS, runFlag } from "../run_flags.ts";
import { toCheckOptions } from "../to_check_options.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "check",
  description:
    "Finds problems in a collection, or in some of its folders and request files,\nbefore a run does. Checks with every environment or with the given ones, and\nwith the values in brace.yaml. Sends nothing. Exit codes: 0 no errors, 1 an\nerror or (--strict) a warning, 2 wrong usage or an unreadable collection.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [{
    title: "Values",
    flags: [
      runFlag("env", {
        help:
          "Check with this environment only; repeatable, several combine as in a run",
      }),
      runFlag("envFiles"),
      runFlag("secretsFile"),
      runFlag("globalEnv"),
      runFlag("vars"),
      runFlag("envVars", {
        help: "Replace a variable of the environments; repeatable",
      }),
      runFlag("data", {
        help:
          "Read variable names from this CSV, NDJSON, JSON or YAML file of rows",
      }),
      runFlag("profile"),
      runFlag("allowEnv"),
      runFlag("allowRead"),
      runFlag("allowNet", {
        help:
          "Check for a run with the same flag, which allows these hosts, or all",
      }),
      runFlag("trustScripts", {
        help:
          "Check for a run with the same flag, whose scripts have all of Node",
      }),
    ],
  }, {
    title: "Findings",
    flags: [
      { name: "strict", help: "Also fail on warnings" },
      {
        name: "fix",
        help:
          "Add missing quotes around placeholders in JSON, and correct misspelled names of variables, keys, blocks of .bru files and words such as jsn where one candidate is the nearest",
      },
      {
        name: "diff",
        help: "With --fix: show the changes without writing them",
      },
    ],
  }, {
    title: "Output",
    flags: [
      {
        name: "format",
        value: CHECK_FORMATS.join("|"),
        default: CHECK_FORMATS[0],
        help:
          "Print for people, programs, code scanning (SARIF) or GitHub annotations",
      },
      {
        name: "verbose",
        short: "v",
        help: "Show every finding in full, equal ones too",
      },
      ...COLOR_FLAGS,
    ],
  }],
  examples: [
    { line: "brace check", note: "the collection of the current folder" },
    {
      line: "brace check users --env local",
      note: "part of it, with one environment",
    },
    { line: "brace check --strict --format github", note: "for CI" },
    { line: "brace check --fix --diff", note: "preview the fixes" },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => {
  // Reports problems of the flag before reading any file.
  toCheckOptions(flags);
  return { kind: "check", flags };
};

/** The command line of `brace check`. */
export const checkSpec: CommandLine = { spec, toCommand };
