import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace man`. */
export const spec: CommandSpec = {
  name: "man",
  description:
    "Prints the manual page of Brace, with all commands and flags, in the format of\nman.",
  usage: "",
  positionals: 0,
  groups: [],
  examples: [
    {
      line: "brace man",
      note: "save it as man1/brace.1 in a folder of $MANPATH",
    },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = () => ({ kind: "man" });
