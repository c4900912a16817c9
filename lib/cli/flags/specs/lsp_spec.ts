import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";

/** The command line of `brace lsp`. */
export const spec: CommandSpec = {
  name: "lsp",
  description:
    "Serves an editor with the language server protocol on standard input and\noutput: problems while you type, completion, hover, definitions, references,\nrename, fixes, formatting. Reads files only. How editors start it is in\ndocs/editors.md.",
  usage: "[flags]",
  positionals: 0,
  groups: [{
    title: "Connection",
    flags: [
      { name: "stdio", help: "Use standard input and output, as always" },
    ],
  }],
  examples: [
    { line: "brace lsp", note: "what an editor runs" },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = () => ({ kind: "lsp" });
