import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace explain`. */
export const spec: CommandSpec = {
  name: "explain",
  description:
    "Explains a diagnostic's code: its meaning, the way out, an example. Without a\ncode, lists all of them.",
  usage: "[CODE]",
  positionals: 1,
  groups: [],
  examples: [
    { line: "brace explain UNDEFINED_VARIABLE", note: "one code" },
    { line: "brace explain", note: "all codes" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "explain",
  code: flags.positionals[0],
});
