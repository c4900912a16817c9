import { WRITTEN_FORMS } from "../../tools/convert/as/types.ts";
import type { RenderOptions } from "../render/options.ts";
import { usageError } from "../usage_error.ts";
import type { FlagValues } from "./flag_values.ts";
import { FORMATS } from "./formats.ts";
import { toRunOptions } from "./to_run_options.ts";

/**
 * What `brace render` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong, or flags exclude each other.
 */
export function toRenderOptions(flags: FlagValues): RenderOptions {
  const as = flags.choice("as", WRITTEN_FORMS);
  if (as !== undefined && (flags.has("provenance") || flags.has("format"))) {
    throw usageError(
      'Cannot use "--as" with "--provenance" or "--format": it is a form of its own',
      { command: flags.command },
    );
  }
  if (flags.has("reveal") && as === undefined) {
    throw usageError(
      'Cannot use "--reveal" without "--as": it is for what is used elsewhere',
      {
        command: flags.command,
      },
    );
  }
  return {
    ...toRunOptions(flags),
    provenance: flags.has("provenance"),
    format: flags.choiceOrFirst("format", FORMATS),
    ...(as !== undefined && { as }),
    reveal: flags.has("reveal"),
  };
}
