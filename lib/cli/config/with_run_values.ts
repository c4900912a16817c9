import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { FlagValues } from "../flags/flag_values.ts";
import { configured } from "./configured.ts";

/** The flags of a run that give values. */
const VALUES = [
  "env-file",
  "secrets-file",
  "global-env",
  "var",
  "env-var",
  "data",
] as const;

/** The flags of a check, with what a run would be given besides. */
export interface CheckFlags {
  readonly flags: FlagValues;
  /** Environments that a run selects together, and none of them alone. */
  readonly together?: readonly string[];
  /** What is wrong with `brace.yaml`. */
  readonly configured?: readonly Diagnostic[];
}

/**
 * Adds the values that `brace.yaml` gives a run of the same collection. Of its
 * environments a check takes those of a chosen profile; without one it looks at
 * every environment, since other runs select others.
 *
 * @throws {UsageError} The profile is not there.
 */
export async function withRunValues(flags: FlagValues): Promise<CheckFlags> {
  let run: FlagValues;
  try {
    run = await configured(flags);
  } catch (error) {
    if (!(error instanceof CollectionError)) throw error;
    return { flags, configured: error.diagnostics };
  }
  const values = new Map(flags.values);
  const names = flags.has("profile") ? [...VALUES, "env"] : VALUES;
  for (const name of names) {
    const given = run.values.get(name);
    if (given !== undefined) values.set(name, given);
  }
  const environments = run.all("env");
  return {
    flags: new FlagValues(
      flags.command,
      flags.positionals,
      values,
      run.origins,
    ),
    ...(!values.has("env") && environments.length > 1 &&
      { together: environments }),
  };
}
