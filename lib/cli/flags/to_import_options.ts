import { IMPORT_KINDS } from "../../tools/convert/types.ts";
import type { ImportCommandOptions } from "../import/options.ts";
import { usageError } from "../usage_error.ts";
import type { FlagValues } from "./flag_values.ts";
import { FORMATS } from "./formats.ts";

/**
 * What `brace import` is asked to do.
 *
 * @throws {UsageError} Nothing is named, or a flag's value is wrong.
 */
export function toImportOptions(flags: FlagValues): ImportCommandOptions {
  const [source] = flags.positionals;
  if (source === undefined) {
    throw usageError(
      'Cannot import: name a file, a folder or a URL, "brace import FILE" ("-" is standard input)',
      { command: "import" },
    );
  }
  const output = flags.text("output");
  if (flags.has("update") && output === undefined) {
    throw usageError(
      'Cannot use "--update" without "--output": name the folder that is to be updated',
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
    allowNet: flags.listOrAll("allow-net"),
  };
}
