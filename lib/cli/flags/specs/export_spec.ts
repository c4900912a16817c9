import type { CommandSpec } from "../flag.ts";

/** The command line of `brace export`. */
export const EXPORT_SPEC: CommandSpec = {
  name: "export",
  summary: "Write a collection for Postman or Bruno",
  description:
    "Writes a collection in another client's format: for Postman a file, or a\nfolder with its environments too; for Bruno a folder of .bru files.",
  usage: "postman|bru [collection] [flags]",
  positionals: 2,
  groups: [{
    title: "Export",
    flags: [
      {
        name: "output",
        short: "o",
        value: "PATH",
        help: "File or folder to write (default: standard output)",
      },
      { name: "force", help: "Replace files that are there" },
    ],
  }],
  examples: [
    { line: "brace export postman api -o api.json", note: "for Postman" },
    { line: "brace export bru api -o old-format", note: "for Bruno 1 and 2" },
  ],
};
