import type { CommandSpec } from "./flag.ts";
import { SELECTION_FLAGS, VALUE_FLAGS } from "./selection_flags.ts";

/** The command line of `brace render`. */
export const RENDER_SPEC: CommandSpec = {
  name: "render",
  description:
    "Prints requests as they would go out, secrets masked, and sends nothing. No\nscript runs: variables that scripts set are given with --var.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [SELECTION_FLAGS, VALUE_FLAGS, {
    title: "Output",
    flags: [
      { name: "color", help: "Use colours, on a terminal or not" },
      { name: "no-color", help: "Use no colours" },
    ],
  }],
  examples: [
    {
      line: "brace render users/create.yml --env local",
      note: "one request",
    },
    {
      line: "brace render users/read.yml --var userId=7",
      note: "with a variable that a script would set",
    },
  ],
};
