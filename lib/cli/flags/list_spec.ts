import type { CommandSpec } from "./flag.ts";
import { SELECTION_FLAGS } from "./selection_flags.ts";

/** The command line of `brace list`. */
export const LIST_SPEC: CommandSpec = {
  name: "list",
  summary: "List requests, with method, URL and tags",
  description:
    "Lists requests in the order of a run: method, path, name, URL, tags; and the\nenvironments. Sends nothing.",
  usage: "[paths…] [flags]",
  positionals: Infinity,
  groups: [SELECTION_FLAGS, {
    title: "Output",
    flags: [
      {
        name: "format",
        value: "text|json",
        help: "For people, or for programs (default: text)",
      },
      { name: "color", help: "Use colours, on a terminal or not" },
      { name: "no-color", help: "Use no colours" },
    ],
  }],
  examples: [
    { line: "brace list", note: "the collection of the current folder" },
    { line: "brace list 'users/**' --tags smoke", note: "a part of it" },
    { line: "brace list --format json", note: "for programs" },
  ],
};
