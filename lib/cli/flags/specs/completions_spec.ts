import type { CommandSpec } from "../flag.ts";

/** The command line of `brace completions`. */
export const COMPLETIONS_SPEC: CommandSpec = {
  name: "completions",
  summary: "Print completions for a shell",
  label: "completions SHELL",
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
