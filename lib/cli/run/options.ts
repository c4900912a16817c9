import { ALL_DEFAULTS, type AllOptions } from "../../host/run/options.ts";
import type { Origin } from "../../core/source/origin.ts";
import type { ConsoleKind } from "../../tools/report/kinds.ts";

/** What `brace run` was asked to do: the run, and what is to be seen of it. */
export interface RunCommandOptions extends
  Omit<
    AllOptions,
    "silent" | "color" | "noColor" | "profile" | "showConfig"
  > {
  /** `--reporter pretty|compact|dots|failures`; absent: pretty on a terminal for few requests, else compact. */
  readonly console?: ConsoleKind;
  /** `--color`/`--no-color`; absent: on a terminal without `NO_COLOR`. */
  readonly color?: boolean;
  /** Where a file gives options, by their names; absent: the command line gives all. */
  readonly origins?: ReadonlyMap<string, Origin>;
}

/** What several flags say is one option. */
export function toCommandOptions(
  { silent, color, noColor, profile: _, showConfig: _shown, ...options }:
    AllOptions,
): RunCommandOptions {
  return {
    ...options,
    quiet: options.quiet || silent,
    ...(color || noColor) && { color },
  };
}

/** What applies where the command line says nothing. */
export const COMMAND_DEFAULTS: RunCommandOptions = toCommandOptions(
  ALL_DEFAULTS,
);
