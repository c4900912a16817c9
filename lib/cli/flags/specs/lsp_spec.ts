import type { CommandSpec } from "../flag.ts";

/** The command line of `brace lsp`. */
export const LSP_SPEC: CommandSpec = {
  name: "lsp",
  summary: "Serve an editor: problems, completion, rename (LSP)",
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
