import { withRunValues } from "../config/with_run_values.ts";
import type { FlagValues } from "../flags/flag_values.ts";
import { toCheckOptions } from "../flags/to_check_options.ts";
import { checkCommand } from "./check_command.ts";

/**
 * `brace check` with the values that the collection's `brace.yaml` gives a run.
 *
 * @throws {DiagnosticError} What is typed or in the file is wrong.
 */
export async function configuredCheck(typed: FlagValues): Promise<number> {
  const { flags, ...more } = await withRunValues(typed);
  return await checkCommand({ ...toCheckOptions(flags), ...more });
}
