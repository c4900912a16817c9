import { configured } from "../config/configured.ts";
import type { FlagValues } from "../flags/flag_values.ts";
import { toRunCommandOptions } from "../flags/to_run_options.ts";
import { runCommand } from "./run_command.ts";

/**
 * `brace run` with the defaults that the collection's `brace.yaml` has for it.
 *
 * @throws {DiagnosticError} What is typed or in the file is wrong.
 */
export async function configuredRun(typed: FlagValues): Promise<number> {
  const flags = await configured(typed);
  const options = toRunCommandOptions(flags);
  if (flags.has("show-config")) {
    const { showConfig } = await import("../config/show_config.ts");
    return await showConfig(flags);
  }
  return await runCommand(options);
}
