import { CHECK_FORMATS, type CheckCommandOptions } from "../command.ts";
import { usageError } from "../usage_error.ts";
import type { FlagValues } from "./flag_values.ts";
import { refuseContradictions } from "./run_flags.ts";
import { readOptions } from "./to_run_options.ts";

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
  const { env, ...shared } = readOptions(flags, [
    "env",
    "vars",
    "envVars",
    "globalEnv",
    "data",
    "envFiles",
    "secretsFile",
    "allowEnv",
    "allowRead",
    "allowNet",
    "trustScripts",
  ]);
  const color = toColor(flags);
  return {
    paths: flags.positionals,
    environments: env,
    ...shared,
    format: flags.choiceOrFirst("format", CHECK_FORMATS),
    strict: flags.has("strict"),
    verbose: flags.has("verbose"),
    fix: flags.has("fix"),
    diff: flags.has("diff"),
    ...(color !== undefined && { color }),
  };
}

/** `--color`, `--no-color`; undefined where a terminal decides. */
export function toColor(flags: FlagValues): boolean | undefined {
  return flags.has("color") ? true : flags.has("no-color") ? false : undefined;
}
