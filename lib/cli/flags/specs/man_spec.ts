import type { CommandSpec } from "../flag.ts";

/** The command line of `brace man`. */
export const MAN_SPEC: CommandSpec = {
  name: "man",
  summary: "Print the manual page",
  description:
    "Prints the manual page of Brace: all commands and flags, as man reads it.",
  usage: "",
  positionals: 0,
  groups: [],
  examples: [
    { line: "brace man", note: "to write to man1/brace.1 below $MANPATH" },
  ],
};
