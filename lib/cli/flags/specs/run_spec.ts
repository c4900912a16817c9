import { RUN_DEFAULTS } from "../../../host/run/options.ts";
import { CONSOLE_KINDS, REPORT_KINDS } from "../../../tools/report/kinds.ts";
import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { oneOf } from "../one_of.ts";
import { NETWORK_FLAGS } from "./network_flags.ts";
import { SELECTION_FLAGS, VALUE_FLAGS } from "./selection_flags.ts";
import { COLOR_FLAGS, PROFILE } from "./shared_flags.ts";

/** The command line of `brace run`. */
export const spec: CommandSpec = {
  name: "run",
  description:
    "Runs a collection, or the given folders and request files of one: sends each\nrequest, then checks its assertions and tests.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [
    SELECTION_FLAGS,
    VALUE_FLAGS,
    {
      title: "Order",
      flags: [
        { name: "bail", help: "Stop after the first request that fails" },
        {
          name: "data",
          value: "FILE",
          help:
            "Run once for each row of this CSV, NDJSON, JSON or YAML file (-: standard input)",
        },
        {
          name: "rows",
          value: "A-B",
          help: "Only these rows of the data, counted from 1, both included",
        },
        {
          name: "iterations",
          value: "N",
          help: "Run this many times; not with --data",
          default: String(RUN_DEFAULTS.iterations),
        },
        {
          name: "jobs",
          value: "N|auto",
          help:
            "Run iterations, or else top-level folders, side by side; auto: as many as cores",
          default: String(RUN_DEFAULTS.jobs),
        },
        {
          name: "shard",
          value: "K/N",
          help: "Run only the K-th of N parts, for a matrix in CI",
        },
        {
          name: "reruns",
          value: "N",
          help:
            "Run again at the end, this many times at most, the iterations (or top-level folders) in which something failed",
        },
        {
          name: "fail-on-flaky",
          help: "Fail when something passed only as it ran again",
        },
        {
          name: "slow",
          value: "MS",
          help: "Mark requests that take longer",
        },
        {
          name: "delay",
          value: "MS",
          help: "Pause between two requests, iterations included",
          default: String(RUN_DEFAULTS.delay),
        },
        {
          name: "watch",
          help: "Run again whenever a file of it changes, until Ctrl-C",
        },
        {
          name: "allow-empty",
          help: "Pass when nothing was there to run",
        },
        {
          name: "save-env",
          help: "Write changed environment variables back to their file",
        },
      ],
    },
    NETWORK_FLAGS,
    {
      title: "Configuration",
      flags: [
        PROFILE,
        {
          name: "show-config",
          help: "Print every flag's value and where it comes from; run nothing",
        },
      ],
    },
    {
      title: "Scripts",
      flags: [
        {
          name: "script-timeout",
          value: "MS",
          help: "Running time for one script",
          default: String(RUN_DEFAULTS.scriptTimeout),
        },
        {
          name: "script-memory",
          value: "MIB",
          help: "Memory for scripts",
          default: String(RUN_DEFAULTS.scriptMemory),
        },
        {
          name: "trust-scripts",
          help: "Run scripts in Deno itself, without the sandbox",
        },
      ],
    },
    {
      title: "Output",
      flags: [
        {
          name: "print-hosts",
          help: "Print the declared hosts and send nothing",
        },
        {
          name: "output",
          value: "FILE",
          help:
            "Write the content of the last request's response, as it is; - is standard output, and the report goes to standard error",
        },
        {
          name: "reporter",
          value: "KIND[=FILE]",
          help: `Print as ${
            oneOf(CONSOLE_KINDS)
          } (default: pretty on a terminal below 100 requests, otherwise compact), or with =FILE write ${
            oneOf(REPORT_KINDS)
          } (-: standard output); repeatable`,
          repeatable: true,
        },
        {
          name: "quiet",
          short: "q",
          help: "Print nothing of the run",
        },
        { name: "silent", help: "The same as --quiet" },
        {
          name: "verbose",
          short: "v",
          value: "failed",
          optional: true,
          help:
            "Show requests, responses and script consoles, of all or failed requests",
        },
        ...COLOR_FLAGS,
      ],
    },
  ],
  examples: [
    { line: "brace run", note: "the current folder" },
    {
      line: "brace run users/create.yml --env local",
      note: "one request, with an environment",
    },
    {
      line: "brace run . --var userId=7 --bail",
      note: "a value from outside; stop at the first failure",
    },
    {
      line: "brace run . --reporter junit=report.xml",
      note: "a report for CI",
    },
  ],
};

/** What it asks for; what brace.yaml says is still to be added. */
export const toCommand: ToCommand = (flags) => ({ kind: "run", flags });
