import type { OptionKind, OptionValues } from "../../host/run/option_kinds.ts";
import {
  ALL_DEFAULTS,
  type AllOptions,
  makeOptions,
  type OptionName,
  OPTIONS,
} from "../../host/run/options.ts";
import type { Option } from "../../host/run/option_kinds.ts";
import type { Verbosity } from "../../tools/report/console/context.ts";
import type { Shard } from "../../core/plan/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { UsageError } from "../../core/source/errors.ts";
import { type RunCommandOptions, toCommandOptions } from "../run/options.ts";
import type { FlagValues } from "./flag_values.ts";
import { flagName } from "./run_flags.ts";
import { toOutput, toReporters } from "./to_reporters.ts";

/**
 * Turns the flags of `run`, or the part of them that `render` has, into
 * options.
 *
 * @throws {UsageError} for a value that its flag cannot have.
 */
export function toRunCommandOptions(flags: FlagValues): RunCommandOptions {
  const options = toCommandOptions(makeOptions({
    paths: flags.positionals,
    read: (name) => readFlag(flags, name),
    refuse({ one, how, other, why }) {
      const two = [flagName(one), flagName(other)];
      return flags.refuse(
        two.find((name) => flags.origins.has(name)) ?? two[0],
        `Cannot use "--${two[0]}" ${how} "--${two[1]}": ${why}`,
      );
    },
  }));
  const timeout = "wait-timeout";
  // A brace.yaml may have it for the runs that wait.
  if (
    flags.has(timeout) && !flags.origins.has(timeout) && !flags.has("wait-for")
  ) {
    throw flags.refuse(
      timeout,
      `Cannot use "--${timeout}" without "--wait-for": the run waits for nothing`,
    );
  }
  const { console } = toReporters(flags);
  if (options.quiet && console !== undefined) {
    const quiet = flags.has("quiet") ? "quiet" : "silent";
    throw flags.refuse(
      "reporter",
      `Cannot use "--reporter ${console}" with "--${quiet}": nothing is printed`,
    );
  }
  return { ...options, ...console !== undefined && { console } };
}

/**
 * The options that a command shares with `run`.
 *
 * @throws {UsageError} for a value that its flag cannot have.
 */
export function readOptions<const N extends OptionName>(
  flags: FlagValues,
  names: readonly N[],
): Pick<AllOptions, N> {
  return Object.fromEntries(
    names.map((name) => [name, readFlag(flags, name) ?? ALL_DEFAULTS[name]])
      .filter(([, value]) => value !== undefined),
  );
}

/** What a flag gives; undefined where nobody gives it. */
function readFlag(flags: FlagValues, name: OptionName): unknown {
  const flag = flagName(name);
  if (!flags.has(flag)) return undefined;
  return READERS[OPTIONS[name].kind](flags, flag, OPTIONS[name]);
}

/** What is wrong with the values that a flag is given. */
export function flagProblems(
  flags: FlagValues,
  name: OptionName,
): readonly Diagnostic[] {
  try {
    readFlag(flags, name);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.diagnostics;
  }
}

/** What is counted, by the word for it in help. */
const UNITS = new Map([["MS", "milliseconds"], ["MIB", "MiB"]]);

/** Reads the values of a flag that is there. */
const READERS: {
  readonly [K in OptionKind]: (
    flags: FlagValues,
    flag: string,
    option: Option,
  ) => OptionValues[K]["run"] | undefined;
} = {
  switch: () => true,
  count: (flags, flag, { least, value = "" }) =>
    flags.integer(flag, { least, unit: UNITS.get(value) }),
  jobs: (flags, flag, { least }) =>
    flags.text(flag) === "auto" ? "auto" : flags.integer(flag, { least }),
  text: (flags, flag) => flags.text(flag),
  output: toOutput,
  texts: (flags, flag) => flags.all(flag),
  list: (flags, flag) => flags.list(flag),
  listOrAll: (flags, flag) => flags.listOrAll(flag),
  pairs: (flags, flag, { value }) => flags.pairs(flag, value),
  prompts: (flags, flag, { value }) => toAnswers(flags.pairs(flag, value)),
  choice: (flags, flag, { words = [] }) => flags.choice(flag, words),
  time: (flags, flag) => flags.time(flag),
  rows: toRows,
  shard: toShard,
  reporters: (flags) => toReporters(flags).reporters,
  verbosity: toVerbosity,
};

/**
 * Answers by question. A question may hold a `=` itself, so each `=` may end
 * it; what is split at its first one counts most.
 */
function toAnswers(
  pairs: readonly (readonly [question: string, answer: string])[],
): Map<string, string> {
  const answers = new Map<string, string>();
  for (const [question, answer] of pairs) {
    const parts = answer.split("=");
    for (let end = 1; end < parts.length; end++) {
      answers.set(
        [question, ...parts.slice(0, end)].join("="),
        parts.slice(end).join("="),
      );
    }
  }
  for (const [question, answer] of pairs) answers.set(question, answer);
  return answers;
}

/** `--rows 3` or `--rows 10-20`, both included. */
function toRows(
  flags: FlagValues,
  flag: string,
): readonly [first: number, last: number] {
  const text = flags.text(flag)!;
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const rows = [Number(first), Number(last)] as const;
  if (first === undefined || rows[0] < 1 || rows[1] < rows[0]) {
    throw flags.refuse(
      flag,
      `Cannot use "--${flag} ${text}": write a row or two, counted from 1, "--${flag} 10-20"`,
    );
  }
  return rows;
}

/** `--shard 2/4`. */
function toShard(flags: FlagValues, flag: string): Shard {
  const text = flags.text(flag)!;
  const [, index, count] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(
    Number,
  );
  if (!(index >= 1 && index <= count)) {
    throw flags.refuse(
      flag,
      `Cannot use "--${flag} ${text}": write which one, counted from 1, and how many, "--${flag} 2/4"`,
    );
  }
  return { index, count };
}

/** Given twice, the wider one counts. */
function toVerbosity(flags: FlagValues, flag: string): Verbosity {
  const values = flags.all(flag);
  for (const value of values) {
    if (value !== "") flags.oneOf(flag, value, ["failed"]);
  }
  return values.includes("") ? "all" : "failed";
}
