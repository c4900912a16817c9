import { snapshot } from "../../core/scope/value/snapshot.ts";
import { UsageError } from "../../core/source/errors.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { countProblem } from "../sleep.ts";
import type {
  DocumentedOptions,
  Has,
  RunCollectionOptions,
} from "./collection_options.ts";
import type { Option, OptionKind, OptionValues } from "./option_kinds.ts";
import {
  makeOptions,
  OPTION_NAMES,
  type OptionName,
  OPTIONS,
  type ProgramOptions,
  type RunOptions,
} from "./options.ts";

/** Options of programs that are not in the table. */
type Apart = Pick<RunCollectionOptions, "paths" | "signal">;

/** What they give; does not compile where the table lacks an option of theirs. */
type Given = Has<Required<ProgramOptions & Apart>, DocumentedOptions>;

/** Options by the names that programs have for them. */
const BY_PROGRAM: ReadonlyMap<string, OptionName> = new Map(
  OPTION_NAMES.filter((name) => !OPTIONS[name].terminal)
    .map((name) => [programName(name), name]),
);
const APART: readonly string[] = ["paths", "signal"] satisfies (keyof Apart)[];
const KNOWN: ReadonlySet<string> = new Set([...APART, ...BY_PROGRAM.keys()]);

/** Names that programs have for options, by those of their flags and of the command line: `env`, `env-var`. */
const BY_FLAG: ReadonlyMap<string, string> = new Map(
  [...BY_PROGRAM].flatMap(([called, name]) =>
    [name, OPTIONS[name].flag ?? name].map((flag) => [folded(flag), called])
  ),
);

/** Without what differs between `envVar`, `env-var` and `--env-var`. */
function folded(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

/**
 * Turns the options of a program into those of a run. Its paths are for whoever
 * has the collection.
 *
 * @throws {UsageError} For an option that is not there, and for a value that an option cannot have.
 * @throws {TypeError} For a value that no variable can have.
 */
export function toRunOptions(options: RunCollectionOptions): RunOptions {
  const given = options as Readonly<Partial<Record<keyof Given, unknown>>>;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || KNOWN.has(name)) continue;
    const near = BY_FLAG.get(folded(name)) ?? nearest(name, KNOWN);
    throw wrong(`"${name}"`, `there is no such option${didYouMean(near)}`);
  }
  return makeOptions({
    paths: [],
    read(name) {
      const { terminal, kind } = OPTIONS[name];
      if (terminal) return undefined;
      const called = programName(name);
      const value = given[called as keyof Given];
      if (value === undefined) return undefined;
      const read = READERS[kind] as Reader<unknown, unknown>;
      return read(value, called, OPTIONS[name]);
    },
    refuse: ({ one, how, other, why }) =>
      wrong(`"${programName(one)}" ${how} "${programName(other)}"`, why),
  });
}

function programName(name: OptionName): string {
  return OPTIONS[name].program ?? name;
}

type Reader<From, To> = (value: From, name: string, option: Option) => To;

/** Makes of a program's value what a run has, and checks it. */
const READERS: {
  readonly [K in OptionKind]: Reader<
    OptionValues[K]["program"],
    OptionValues[K]["run"]
  >;
} = {
  switch: same,
  count(value, name, { least }) {
    const problem = countProblem(value, least);
    if (problem !== undefined) throw wrong(`"${name}: ${value}"`, problem);
    return value;
  },
  jobs: (value, name, option) =>
    value === "auto" ? value : READERS.count(value, name, option),
  text: same,
  output(value, name) {
    if (value !== "-") return value;
    throw wrong(`"${name}: -"`, "a program has the response itself");
  },
  texts: (value) => [value].flat(),
  list: same,
  listOrAll: same,
  pairs: (value) =>
    Object.entries(value)
      .map(([name, one]) => [name, snapshot(one, name)] as const),
  prompts: (value) => new Map(Object.entries(value)),
  choice(value, name, { words = [] }) {
    if (words.includes(value)) return value;
    throw wrong(`"${name}: ${value}"`, `not one of ${words.join(", ")}`);
  },
  time(value, name) {
    const time = value.getTime();
    if (Number.isNaN(time)) throw wrong(`"${name}"`, "the date is invalid");
    return time;
  },
  rows(value, name) {
    const [first, last] = value;
    if (Number.isSafeInteger(first) && first >= 1 && last >= first) {
      return value;
    }
    throw wrong(`"${name}: [${value}]"`, "give two rows, counted from 1");
  },
  shard(value, name) {
    const [index, count] = value;
    if (value.every(Number.isSafeInteger) && index >= 1 && index <= count) {
      return { index, count };
    }
    throw wrong(
      `"${name}: [${value}]"`,
      "give which one, counted from 1, and how many",
    );
  },
  reporters: same,
  verbosity: same,
};

function same<T>(value: T): T {
  return value;
}

function wrong(what: string, why: string): UsageError {
  return new UsageError([{
    code: "USAGE",
    severity: "error",
    message: `Cannot use ${what}: ${why}`,
  }]);
}
