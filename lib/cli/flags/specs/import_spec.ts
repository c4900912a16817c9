import type { CommandSpec } from "../flag.ts";
import { IMPORT_KINDS } from "../../../tools/convert/types.ts";
import type {
  CommandLine,
  ImportCommandOptions,
  ToCommand,
} from "../../command.ts";
import { usageError } from "../../usage_error.ts";
import { isPath } from "../../../host/files/is_file.ts";
import type { FlagValues } from "../flag_values.ts";
import { FORMATS } from "../flag.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "import",
  description:
    "Writes a collection from Bruno's .bru files and exports, Postman collections and\nenvironments (exports, or the folders of Postman 12), OpenAPI documents,\nInsomnia exports, .http files, HAR files, or commands of curl, grpcurl, websocat\nand wscat. Recognises the format by its content.",
  usage: "FILE|FOLDER|URL|COMMAND|- [flags]",
  positionals: 1,
  excess: "-o",
  formats: [...IMPORT_KINDS, "bruno", "swagger"],
  groups: [{
    title: "Import",
    flags: [
      {
        name: "output",
        short: "o",
        value: "DIR",
        help: "Write to this folder (default: the name of the collection)",
      },
      {
        name: "from",
        value: "KIND",
        help:
          "Set the format if the content does not show it (bru, postman, openapi, …)",
      },
      {
        name: "force",
        help:
          "Overwrite existing files; with --update, accept a document that has none of the collection's operations",
      },
      {
        name: "with-secrets",
        help: "Write the values of secrets to .env, readable only by you",
      },
      {
        name: "with-tests",
        help: "OpenAPI: test each response against its schema",
      },
      {
        name: "update",
        help:
          "OpenAPI: update the collection in DIR and keep the files that you edited",
      },
      {
        name: "keep",
        value: "PATH",
        help:
          "With --update: keep this file or folder until the document changes again",
      },
      {
        name: "take",
        value: "PATH",
        help:
          "With --update: replace this edited file by the document's version",
      },
      {
        name: "format",
        value: FORMATS.join("|"),
        default: FORMATS[0],
        help:
          "Print the report for people, or as JSON with all counts and notes",
      },
      {
        name: "allow-net",
        value: "HOST,…",
        optional: true,
        help: "Allow redirects and references to these hosts, or to all",
      },
    ],
  }],
  examples: [
    { line: "brace import old-collection -o api", note: "a folder of .bru" },
    {
      line: "brace import shop.postman_collection.json",
      note: "a Postman export",
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
const toCommand: ToCommand = (flags) => ({
  kind: "import",
  options: toImportOptions(flags),
});

/**
 * What `brace import` is asked to do.
 *
 * @throws {UsageError} Nothing is named, or a flag's value is wrong.
 */
function toImportOptions(flags: FlagValues): ImportCommandOptions {
  const [source] = flags.positionals;
  if (source === undefined) {
    throw usageError(
      'Cannot import: name a file, a folder or a URL, "brace import FILE" ("-" is standard input)',
      { command: "import" },
    );
  }
  if (spec.formats?.includes(source) && !isPath(source)) {
    throw usageError(
      `Cannot import "${source}": it is a format, not a file (pass the file, folder or URL, Brace detects the format: "brace import FILE|FOLDER|URL")`,
      { command: "import" },
    );
  }
  const output = flags.folder("output");
  if (flags.has("update") && output === undefined) {
    throw usageError(
      'Cannot use "--update" without "--output": name the folder to update',
      { command: "import" },
    );
  }
  for (const name of ["keep", "take"]) {
    if (!flags.has(name) || flags.has("update")) continue;
    throw usageError(
      `Cannot use "--${name}" without "--update": an import alone keeps no edits`,
      { command: "import" },
    );
  }
  const from = flags.choice("from", IMPORT_KINDS);
  return {
    source,
    ...(output !== undefined && { output }),
    ...(from !== undefined && { from }),
    force: flags.has("force"),
    format: flags.choiceOrFirst("format", FORMATS),
    withSecrets: flags.has("with-secrets"),
    withTests: flags.has("with-tests"),
    update: flags.has("update"),
    keep: flags.all("keep"),
    take: flags.all("take"),
    allowNet: flags.listOrAll("allow-net"),
  };
}

/** The command line of `brace import`. */
export const importSpec: CommandLine = { spec, toCommand };
