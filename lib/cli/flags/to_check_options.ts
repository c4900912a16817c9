import { CHECK_FORMATS, type CheckCommandOptions } from "../check/options.ts";
import { usageError } from "../usage_error.ts";
import { refuseContradictions } from "./contradictions.ts";
import type { FlagValues } from "./flag_values.ts";
import { toColor } from "./to_color.ts";

/**
 * What `brace check` is asked to do.
 *
 * @throws {UsageError} A flag's value is wrong, or flags exclude each other.
 */
export function toCheckOptions(flags: FlagValues): CheckCommandOptions {
  refuseContradictions(flags);
  if (flags.has("diff") && !flags.has("fix")) {
    throw usageError(
      'Cannot use "--diff" without "--fix": it shows what that would change',
      { command: flags.command },
    );
  }
  const color = toColor(flags);
  const globalEnv = flags.text("global-env");
  const data = flags.text("data");
  const secretsFile = flags.text("secrets-file");
  return {
    paths: flags.positionals,
    environments: flags.all("env"),
    vars: flags.pairs("var"),
    envVars: flags.pairs("env-var"),
    ...(globalEnv !== undefined && { globalEnv }),
    ...(data !== undefined && { data }),
    envFiles: flags.all("env-file"),
    ...(secretsFile !== undefined && { secretsFile }),
    allowEnv: flags.listOrAll("allow-env"),
    allowRead: flags.list("allow-read"),
    format: flags.choiceOrFirst("format", CHECK_FORMATS),
    strict: flags.has("strict"),
    fix: flags.has("fix"),
    diff: flags.has("diff"),
    ...(color !== undefined && { color }),
  };
}
