import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { toColor } from "../to_color.ts";
import { COLOR_FLAGS } from "../run_flags.ts";

/** The command line of `brace fmt`. */
export const spec: CommandSpec = {
  name: "fmt",
  description:
    "Writes the YAML files of a collection in one style: keys in Bruno's order,\nquotes around placeholders, bodies and scripts as blocks, indented JSON bodies.\nKeeps comments and the meaning of the files. Does not change .bru files.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [{
    title: "Output",
    flags: [
      {
        name: "check",
        help:
          "List the files that would change, without writing, and exit with 1 if there are any",
      },
      ...COLOR_FLAGS,
    ],
  }],
  examples: [
    { line: "brace fmt", note: "the collection of the current folder" },
    { line: "brace fmt users", note: "part of it" },
    { line: "brace fmt --check", note: "in CI" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "fmt",
  options: {
    paths: flags.positionals,
    check: flags.has("check"),
    color: toColor(flags),
  },
});
