import { DiagnosticError } from "../../core/source/errors.ts";
import type { GlobalsFile } from "../../host/files/env_files_of.ts";
import { FlagValues } from "../flags/flag_values.ts";
import { configured, originsOf } from "./configured.ts";

/** Adds the file of global variables that `brace.yaml` names: they are those of each command. */
export async function withGlobals<O extends GlobalsFile>(
  path: string | undefined,
  options: O,
): Promise<O> {
  return options.globalEnv === undefined
    ? { ...options, ...await placedGlobals(path ?? ".") }
    : options;
}

/** The file of global variables that a collection's `brace.yaml` names; undefined also where that cannot be read. */
export async function configuredGlobals(
  path: string,
): Promise<string | undefined> {
  const { globalEnv } = await placedGlobals(path);
  return globalEnv;
}

/** {@linkcode configuredGlobals}, with the place that names it. */
export async function placedGlobals(path: string): Promise<GlobalsFile> {
  try {
    const flags = await configured(new FlagValues("run", [path], new Map()));
    const globalEnv = flags.text("global-env");
    if (globalEnv === undefined) return {};
    const at = originsOf(flags).get("globalEnv");
    // Its other options are those of a run alone.
    return { globalEnv, ...at && { origins: new Map([["globalEnv", at]]) } };
  } catch (error) {
    if (error instanceof DiagnosticError) return {};
    throw error;
  }
}
