import type { ToCommand } from "../command_line.ts";
import type { CommandSpec } from "../flag.ts";
import { toImportOptions } from "../to_import_options.ts";

/** The command line of `brace import`. */
export const spec: CommandSpec = {
  name: "import",
  description:
    "Writes a collection from what you have: Bruno's .bru files, Postman's\ncollections and environments, OpenAPI documents, Insomnia's exports, curl\ncommands, .http files, HAR files. The format is found by the content.",
  usage: "FILE|FOLDER|URL|CURL-COMMAND|- [flags]",
  positionals: 1,
  groups: [{
    title: "Import",
    flags: [
      {
        name: "output",
        short: "o",
        value: "DIR",
        help: "Folder to write (default: the name of the collection)",
      },
      {
        name: "from",
        value: "KIND",
        help:
          "The format, where the content does not show it (bru, postman, openapi, …)",
      },
      { name: "force", help: "Replace files that are there" },
      {
        name: "with-secrets",
        help: "Write the values of secrets to .env, for you alone",
      },
      {
        name: "with-tests",
        help: "OpenAPI: test each response against its schema",
      },
      {
        name: "update",
        help:
          "OpenAPI: bring the collection in DIR up to date; what was edited stays",
      },
      {
        name: "format",
        value: "FORMAT",
        help: "The report: text (default) or json, with all counts and notes",
      },
      {
        name: "allow-net",
        value: "HOST,…",
        optional: true,
        help: "Hosts that redirects and references may lead to",
      },
    ],
  }],
  examples: [
    { line: "brace import old-collection -o api", note: "a folder of .bru" },
    {
      line: "brace import shop.postman_collection.json",
      note: "an export of Postman",
    },
    {
      line: "brace import https://api.example.com/openapi.json -o api",
      note: "an OpenAPI document",
    },
    {
      line: `brace import "curl -d a=1 https://api.example.com/echo"`,
      note: "a curl command, in quotes",
    },
    {
      line: "brace import - -o api",
      note: "the same from standard input",
    },
  ],
};

/** What it asks for. */
export const toCommand: ToCommand = (flags) => ({
  kind: "import",
  options: toImportOptions(flags),
});
