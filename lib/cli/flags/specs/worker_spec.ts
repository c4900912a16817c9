import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace worker`. */
export const spec: CommandSpec = {
  name: "worker",
  description:
    "Runs a collection as virtual users for a load generator, which starts this\ncommand and talks to it over standard input and output. docs/load.md describes\nboth the load generator and the messages.",
  usage: "",
  positionals: 0,
  groups: [],
  examples: [
    { line: "brace worker", note: "as artillery-engine-brace starts it" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = () => ({ kind: "worker" });
