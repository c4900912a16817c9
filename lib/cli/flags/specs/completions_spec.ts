import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { toCompleted } from "../to_completed.ts";

/** The command line of `brace completions`. */
export const spec: CommandSpec = {
  name: "completions",
  description:
    "Prints what a shell needs to complete commands, flags, their values,\nenvironments and the paths of requests. (It asks for the last two with\nbrace completions environments|paths WORD, which reads next to nothing.)",
  usage: "bash|zsh|fish|powershell",
  positionals: 2,
  groups: [],
  examples: [
    { line: "brace completions bash", note: "to source in ~/.bashrc" },
    { line: "brace completions zsh", note: "to write to a folder of $fpath" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "completions",
  wanted: toCompleted(flags),
});
