import type { FlagValues } from "./flag_values.ts";

/** `--color`, `--no-color`; undefined where a terminal decides. */
export function toColor(flags: FlagValues): boolean | undefined {
  return flags.has("color") ? true : flags.has("no-color") ? false : undefined;
}
