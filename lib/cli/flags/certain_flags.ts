import { type CommandSpec, flagsOf } from "./flag.ts";
import { FlagValues } from "./flag_values.ts";
import { isValue, readArgument } from "./parse_flags.ts";

/**
 * What is beyond doubt in a command line that {@linkcode parseFlags} refuses:
 * known flags with their values, and the words that are no flag's. A word
 * behind an unknown flag may be its value.
 */
export function certainFlags(
  spec: CommandSpec,
  args: readonly string[],
): FlagValues {
  const flags = flagsOf(spec);
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === "--") {
      positionals.push(...args.slice(i + 1));
      break;
    }
    const { flag, inline } = readArgument(flags, arg);
    const takesNext = inline === undefined && isValue(args[i + 1]);
    if (flag === undefined) {
      if (isValue(arg)) positionals.push(arg);
      else if (takesNext) i++;
      continue;
    }
    const needsValue = flag.value !== undefined && !flag.optional;
    const value = inline ?? (needsValue && takesNext ? args[++i] : "");
    const isRight = needsValue
      ? value !== ""
      : inline === undefined || flag.optional;
    if (isRight) values.set(flag.name, [...values.get(flag.name) ?? [], value]);
  }
  return new FlagValues(spec.name, positionals, values);
}
