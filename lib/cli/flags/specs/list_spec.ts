import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { FORMATS } from "../formats.ts";
import { toRunOptions } from "../to_run_options.ts";
import { SELECTION_FLAGS } from "./selection_flags.ts";
import { COLOR_FLAGS, TEXT_OR_JSON } from "./shared_flags.ts";

/** The command line of `brace list`. */
export const spec: CommandSpec = {
  name: "list",
  description:
    "Lists requests in the order of a run: method, path, name, URL, tags; and the\nenvironments. Sends nothing.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [SELECTION_FLAGS, {
    title: "Output",
    flags: [
      TEXT_OR_JSON,
      ...COLOR_FLAGS,
    ],
  }],
  examples: [
    { line: "brace list", note: "the collection of the current folder" },
    { line: "brace list 'users/**' --tags smoke", note: "a part of it" },
    { line: "brace list --format json", note: "for programs" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "list",
  options: {
    ...toRunOptions(flags),
    format: flags.choiceOrFirst("format", FORMATS),
  },
});
