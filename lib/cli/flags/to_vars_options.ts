import type { VarsOptions } from "../vars/options.ts";
import type { FlagValues } from "./flag_values.ts";
import { FORMATS } from "./formats.ts";
import { toColor } from "./to_color.ts";

/**
 * What `brace vars` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong.
 */
export function toVarsOptions(flags: FlagValues): VarsOptions {
  const [name] = flags.positionals;
  const request = flags.text("request");
  const env = flags.text("env");
  const globalEnv = flags.text("global-env");
  const color = toColor(flags);
  return {
    ...(name !== undefined && { name }),
    paths: request === undefined ? [] : [request],
    environments: env === undefined ? [] : [env],
    vars: flags.pairs("var"),
    envVars: flags.pairs("env-var"),
    ...(globalEnv !== undefined && { globalEnv }),
    format: flags.choiceOrFirst("format", FORMATS),
    ...(color !== undefined && { color }),
  };
}
