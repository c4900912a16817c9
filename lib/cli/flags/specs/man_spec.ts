import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace man`. */
export const spec: CommandSpec = {
  name: "man",
  description:
    "Prints the manual page of Brace: all commands and flags, as man reads it.",
  usage: "",
  positionals: 0,
  groups: [],
  examples: [
    { line: "brace man", note: "to write to man1/brace.1 below $MANPATH" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = () => ({ kind: "man" });
