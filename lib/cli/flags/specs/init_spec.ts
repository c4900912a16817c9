import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace init`. */
export const spec: CommandSpec = {
  name: "init",
  description:
    "Writes a small, commented collection for the API of brace demo --serve. Never\noverwrites a file.",
  usage: "[folder]",
  positionals: 1,
  groups: [],
  examples: [
    { line: "brace init my-api", note: "a new folder" },
    { line: "brace init", note: "the current folder" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "init",
  options: { folder: flags.positionals[0] ?? "." },
});
