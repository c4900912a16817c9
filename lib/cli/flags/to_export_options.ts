import { EXPORT_KINDS, type ExportOptions } from "../export/options.ts";
import { usageError } from "../usage_error.ts";
import type { FlagValues } from "./flag_values.ts";
import { FORMATS } from "./formats.ts";

/**
 * What `brace export` is asked to do.
 *
 * @throws {UsageError} The format is missing or unknown.
 */
export function toExportOptions(flags: FlagValues): ExportOptions {
  const [word, path = "."] = flags.positionals;
  const kind = EXPORT_KINDS.find((one) => one === word);
  if (kind === undefined) {
    throw usageError(
      word === undefined
        ? 'Cannot export: name the format, "brace export postman" or "brace export bru"'
        : `Cannot export to "${word}": known are ${EXPORT_KINDS.join(", ")}`,
      { command: "export" },
    );
  }
  const output = flags.text("output");
  return {
    kind,
    path,
    ...(output !== undefined && { output }),
    force: flags.has("force"),
    format: flags.choiceOrFirst("format", FORMATS),
    withSecrets: flags.has("with-secrets"),
  };
}
