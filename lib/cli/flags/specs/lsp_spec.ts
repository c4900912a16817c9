import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace lsp`. */
export const spec: CommandSpec = {
  name: "lsp",
  description:
    "Starts a language server on standard input and output for your editor: problems\nas you type, completion, hover, definitions, references, rename, fixes,\nformatting. Only reads files. To set up your editor, see docs/editors.md.",
  usage: "[flags]",
  positionals: 0,
  groups: [{
    title: "Connection",
    flags: [
      { name: "stdio", help: "Use standard input and output (always on)" },
    ],
  }],
  examples: [
    { line: "brace lsp", note: "the command for your editor" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = () => ({ kind: "lsp" });
