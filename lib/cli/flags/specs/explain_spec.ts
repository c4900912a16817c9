import type { CommandSpec } from "../flag.ts";

/** The command line of `brace explain`. */
export const EXPLAIN_SPEC: CommandSpec = {
  name: "explain",
  summary: "Explain a code of an error or warning",
  label: "explain CODE",
  description:
    "Prints a page on a code: what it is, what to do, an example. Without one it\nlists the codes.",
  usage: "[CODE]",
  positionals: 1,
  groups: [],
  examples: [
    { line: "brace explain UNDEFINED_VARIABLE", note: "one code" },
    { line: "brace explain", note: "all codes" },
  ],
};
