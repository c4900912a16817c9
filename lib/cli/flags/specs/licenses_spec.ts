import type { CommandSpec } from "../flag.ts";

/** The command line of `brace licenses`. */
export const LICENSES_SPEC: CommandSpec = {
  name: "licenses",
  summary: "Print the licences of Brace and of what it contains",
  description:
    "Prints the licences of Brace and of every package that it contains.",
  usage: "",
  positionals: 0,
  groups: [],
  examples: [{ line: "brace licenses", note: "all of them" }],
};
