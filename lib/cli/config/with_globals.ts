import { DiagnosticError } from "../../core/source/errors.ts";
import { FlagValues } from "../flags/flag_values.ts";
import { configured } from "./configured.ts";

/** Options of a command that reads global variables. */
interface WithGlobals {
  readonly globalEnv?: string;
}

/** Adds the file of global variables that `brace.yaml` names: they are those of each command. */
export async function withGlobals<O extends WithGlobals>(
  path: string | undefined,
  options: O,
): Promise<O> {
  const globalEnv = options.globalEnv ?? await configuredGlobals(path ?? ".");
  return globalEnv === undefined ? options : { ...options, globalEnv };
}

/** The file of global variables that a collection's `brace.yaml` names; undefined also where that cannot be read. */
export async function configuredGlobals(
  path: string,
): Promise<string | undefined> {
  try {
    const flags = await configured(new FlagValues("run", [path], new Map()));
    return flags.text("global-env");
  } catch (error) {
    if (error instanceof DiagnosticError) return undefined;
    throw error;
  }
}
