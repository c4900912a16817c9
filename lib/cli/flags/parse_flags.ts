import { unknownFlag } from "./unknown_flag.ts";
import { parseArgs } from "@std/cli/parse-args";
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
  const withValue = flags.filter((flag) => flag.value !== undefined);
  let unknown: string | undefined;
  const { _: paths, "--": rest = [], ...parsed } = parseArgs(
    unambiguous(spec, flags, args),
    {
      "--": true,
      boolean: flags.filter((flag) => flag.value === undefined)
        .map((flag) => flag.name),
      string: ["_", ...withValue.map((flag) => flag.name)],
      collect: withValue.map((flag) => flag.name),
      unknown: (arg, key) => {
        if (key !== undefined) unknown ??= arg.replace(/=.*/s, "");
      },
    },
  );
  if (unknown !== undefined) {
    throw unknownFlag(spec, unknown);
  }
  const values = new Map<string, string[]>();
  for (const { name } of flags) {
    const given = parsed[name] as boolean | string[] | undefined;
    if (Array.isArray(given)) {
      if (given.length > 0) values.set(name, given);
    } else if (given) values.set(name, [""]);
  }
  const positionals = [...paths, ...rest] as string[];
  if (positionals.length > spec.positionals) {
    throw usageError(
      `Cannot use "${
        positionals[spec.positionals]
      }": too many words for "brace ${spec.name} ${spec.usage}"`,
      { command: spec.name },
    );
  }
  return new FlagValues(spec.name, positionals, values);
}

/**
 * The same arguments with a value for each flag, by its long name: parseArgs
 * takes the next argument for the value of a flag that needs none, and none
 * that begins with a dash.
 */
function unambiguous(
  spec: CommandSpec,
  flags: readonly Flag[],
  args: readonly string[],
): string[] {
  const out: string[] = [];
  // With a value parseArgs would drop their "no-"; last, nothing follows them.
  const negated: string[] = [];
  let i = 0;
  for (; i < args.length && args[i] !== "--"; i++) {
    const arg = args[i];
    const equals = arg.indexOf("=");
    const written = equals < 0 ? arg : arg.slice(0, equals);
    const flag = findFlag(flags, written);
    if (flag === undefined) {
      out.push(arg);
      continue;
    }
    const name = `--${flag.name}`;
    const inline = equals < 0 ? undefined : arg.slice(equals + 1);
    if (flag.value === undefined) {
      if (inline !== undefined) {
        throw usageError(
          `Cannot use "${arg}": "${written}" takes no value`,
          { command: spec.name },
        );
      }
      if (flag.name.startsWith("no-")) negated.push(name);
      else out.push(`${name}=true`);
    } else if (flag.optional && inline === undefined) {
      out.push(`${name}=`);
    } else {
      const value = inline ?? (isValue(args[i + 1]) ? args[++i] : "");
      if (value === "") {
        throw usageError(
          `Cannot use "${written}": it needs a value, "${flagSyntax(flag)}"`,
          { command: spec.name },
        );
      }
      out.push(`${name}=${value}`);
    }
  }
  return [...out, ...negated, ...args.slice(i)];
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
