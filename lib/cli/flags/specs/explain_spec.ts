import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace explain`. */
export const spec: CommandSpec = {
  name: "explain",
  description:
    "Prints a page on a code: what it is, what to do, an example. Without one it\nlists the codes.",
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
