import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { toColor } from "../to_color.ts";
import { COLOR_FLAGS } from "../run_flags.ts";

/** The command line of `brace fmt`. */
export const spec: CommandSpec = {
  name: "fmt",
  description:
    "Writes the YAML files of a collection in one style: keys in Bruno's order,\nplaceholders in quotes, bodies and scripts as blocks, JSON bodies indented.\nComments stay, and what the files say. Files of Bruno's own format (.bru) are\nleft alone.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [{
    title: "Output",
    flags: [
      {
        name: "check",
        help:
          "Write nothing; list what would change, and fail (1) if there is any",
      },
      ...COLOR_FLAGS,
    ],
  }],
  examples: [
    { line: "brace fmt", note: "the collection of the current folder" },
    { line: "brace fmt users", note: "a part of it" },
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
