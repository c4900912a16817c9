import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { FORMATS, TEXT_OR_JSON } from "../flag.ts";
import { COLOR_FLAGS, runFlags } from "../run_flags.ts";
import { toRunCommandOptions } from "../to_run_options.ts";

/** The command line of `brace list`. */
export const spec: CommandSpec = {
  name: "list",
  description:
    "Lists the requests in the order of a run, with method, path, name, URL and tags,\nand the environments. Sends nothing.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [runFlags("Selection"), {
    title: "Output",
    flags: [
      TEXT_OR_JSON,
      ...COLOR_FLAGS,
    ],
  }],
  examples: [
    { line: "brace list", note: "the collection of the current folder" },
    { line: "brace list 'users/**' --tags smoke", note: "part of it" },
    { line: "brace list --format json", note: "for programs" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "list",
  options: {
    ...toRunCommandOptions(flags),
    format: flags.choiceOrFirst("format", FORMATS),
  },
});
