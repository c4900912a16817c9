import type { CommandSpec } from "../flag.ts";

/** The command line of `brace init`. */
export const INIT_SPEC: CommandSpec = {
  name: "init",
  summary: "Write a small collection to start from",
  description:
    "Writes a small commented collection that runs against the API of\nbrace demo --serve. Never overwrites a file.",
  usage: "[folder]",
  positionals: 1,
  groups: [],
  examples: [
    { line: "brace init my-api", note: "a new folder" },
    { line: "brace init", note: "the current folder" },
  ],
};
