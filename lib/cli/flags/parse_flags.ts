import { nearest } from "../../source/nearest.ts";
import { usageError } from "../usage_error.ts";
import type { CommandSpec, Flag } from "./flag.ts";
import { flagsOf, flagSyntax } from "./flag.ts";
import { FlagValues } from "./flag_values.ts";

/**
 * Splits a command's arguments into positionals and flag values by its table.
 * `--flag=value` and `--flag value` are the same; `--` ends the flags.
 *
 * @throws {UsageError} for an unknown flag, a missing value, a value that a
 * switch does not take, or too many positionals.
 */
export function parseFlags(
  spec: CommandSpec,
  args: readonly string[],
): FlagValues {
  const flags = flagsOf(spec);
  const positionals: string[] = [];
  const values = new Map<string, string[]>();
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === "--") {
      positionals.push(...args.slice(i + 1));
      break;
    }
    if (arg === "-" || !arg.startsWith("-")) {
      positionals.push(arg);
      continue;
    }
    const equals = arg.indexOf("=");
    const written = equals < 0 ? arg : arg.slice(0, equals);
    const inline = equals < 0 ? undefined : arg.slice(equals + 1);
    const flag = findFlag(flags, written);
    if (flag === undefined) throw unknownFlag(spec, flags, written);
    const list = values.get(flag.name) ?? [];
    values.set(flag.name, list);
    if (flag.value === undefined) {
      if (inline !== undefined) {
        throw usageError(
          `Cannot use "${arg}": "${written}" takes no value`,
          { command: spec.name },
        );
      }
      list.push("");
    } else if (flag.optional && inline === undefined) {
      list.push("");
    } else {
      const value = inline ?? (isValue(args[i + 1]) ? args[++i] : "");
      if (value === "") {
        throw usageError(
          `Cannot use "${written}": it needs a value, "${flagSyntax(flag)}"`,
          { command: spec.name },
        );
      }
      list.push(value);
    }
  }
  if (positionals.length > spec.positionals) {
    throw usageError(
      `Cannot use "${
        positionals[spec.positionals]
      }": "brace ${spec.name}" takes ${count(spec.positionals)}`,
      { command: spec.name },
    );
  }
  return new FlagValues(spec.name, positionals, values);
}

/** A negative number is a value, anything else with a dash is the next flag. */
function isValue(arg: string | undefined): boolean {
  return arg !== undefined && (!/^-./.test(arg) || /^-\d/.test(arg));
}

function findFlag(flags: readonly Flag[], written: string): Flag | undefined {
  return flags.find((flag) =>
    written === `--${flag.name}` ||
    flag.short !== undefined && written === `-${flag.short}`
  );
}

function unknownFlag(
  spec: CommandSpec,
  flags: readonly Flag[],
  written: string,
): Error {
  const bare = written.replace(/^-+/, "");
  const names = flags.map((flag) => flag.name);
  // With one dash, or three, it is the right name too.
  const name = names.includes(bare) ? bare : nearest(bare, names);
  const hint = name === undefined ? "" : ` (did you mean "--${name}"?)`;
  return usageError(
    `Cannot use "${written}": "brace ${spec.name}" has no such flag${hint}`,
    {
      command: spec.name,
      ...(name === undefined ? {} : { suggestion: `--${name}` }),
    },
  );
}

function count(positionals: number): string {
  return positionals === 0 ? "no path" : "one path";
}
