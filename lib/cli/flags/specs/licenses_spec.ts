import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace licenses`. */
export const spec: CommandSpec = {
  name: "licenses",
  description:
    "Prints the licences of Brace and of every package that it contains.",
  usage: "",
  positionals: 0,
  groups: [],
  examples: [{ line: "brace licenses", note: "all of them" }],
};

/** What it asks for. */
export const toCommand: ToCommand = () => ({ kind: "licenses" });
