import type { CommandSpec } from "../flag.ts";
import {
  type CommandLine,
  EXPORT_KINDS,
  type ExportOptions,
  type ToCommand,
} from "../../command.ts";
import { didYouMean, nearest } from "../../../core/source/nearest.ts";
import { WRITTEN_FORMS } from "../../../tools/convert/as/types.ts";
import { shellPath } from "../../../host/terminal/shell_word.ts";
import { usageError } from "../../usage_error.ts";
import type { FlagValues } from "../flag_values.ts";
import { FORMATS } from "../flag.ts";

/** What the command takes. */
const spec: CommandSpec = {
  name: "export",
  description:
    "Writes a collection in the format of another client: for Postman a file, or a\nfolder if you include environments; for Bruno a folder of .bru files. For\nArtillery, writes a project that puts load on your API with the collection.\n\nTo print requests as curl commands or as code, use brace render --as.",
  usage: "postman|bru|artillery [collection] [flags]",
  positionals: 2,
  groups: [{
    title: "Export",
    flags: [
      {
        name: "output",
        short: "o",
        value: "PATH",
        help: "Write to this file or folder (default: standard output)",
      },
      {
        name: "env",
        value: "NAME",
        help: "For artillery: run with this environment (can be repeated)",
      },
      { name: "force", help: "Overwrite existing files" },
      {
        name: "with-secrets",
        help: "Write the values of secrets into the files, in clear text",
      },
      {
        name: "format",
        value: FORMATS.join("|"),
        default: FORMATS[0],
        help:
          "Print the report for people, or as JSON with all counts and notes",
      },
    ],
  }],
  examples: [
    { line: "brace export postman api -o api.json", note: "for Postman" },
    { line: "brace export bru api -o old-format", note: "for Bruno" },
    {
      line: "brace export artillery api -o load --env staging",
      note: "a load test",
    },
  ],
};

/** What it asks for. */
const toCommand: ToCommand = (flags) => ({
  kind: "export",
  options: toExportOptions(flags),
});

/**
 * What `brace export` is asked to do.
 *
 * @throws {UsageError} The format is missing or unknown.
 */
function toExportOptions(flags: FlagValues): ExportOptions {
  const [word, path = "."] = flags.positionals;
  const kind = EXPORT_KINDS.find((one) => one === word);
  if (kind === undefined) {
    const near = word === undefined
      ? undefined
      : /^bruno$/i.test(word)
      ? "bru"
      : nearest(word, EXPORT_KINDS);
    if (/^(?:open-?collection|ya?ml)$/i.test(word ?? "")) {
      throw usageError(
        `Cannot export to "${word}": Brace's own format is what an import writes (write brace import ${
          shellPath(path)
        } --output FOLDER)`,
        { command: "export" },
      );
    }
    if (WRITTEN_FORMS.some((form) => form === word)) {
      throw usageError(
        `Cannot export to "${word}": brace render writes requests in this form (write brace render ${
          shellPath(path)
        } --as ${word})`,
        { command: "export" },
      );
    }
    throw usageError(
      word === undefined
        ? 'Cannot export: name the format, "brace export postman", "brace export bru" or "brace export artillery"'
        : near === undefined && flags.positionals.length === 1
        ? `Cannot export "${word}": the format comes first, brace export ${
          EXPORT_KINDS[0]
        } ${shellPath(word)} (use one of ${EXPORT_KINDS.join(", ")})`
        : `Cannot export to "${word}": use one of ${EXPORT_KINDS.join(", ")}${
          didYouMean(near)
        }`,
      { command: "export" },
    );
  }
  const output = flags.folder("output");
  const env = flags.all("env");
  if (env.length > 0 && kind !== "artillery") {
    throw usageError(
      `Cannot use "--env" with "export ${kind}": an export contains all environments`,
      { command: "export" },
    );
  }
  return {
    kind,
    path,
    ...(output !== undefined && { output }),
    force: flags.has("force"),
    format: flags.choiceOrFirst("format", FORMATS),
    withSecrets: flags.has("with-secrets"),
    env,
  };
}

/** The command line of `brace export`. */
export const exportSpec: CommandLine = { spec, toCommand };
