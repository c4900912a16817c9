import { snapshot } from "../../core/scope/value/snapshot.ts";
import { UsageError } from "../../core/source/errors.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { typeOf } from "../../core/source/type_of.ts";
import { REPORT_KINDS, type ReportKind } from "../../tools/report/kinds.ts";
import type { ReporterOption } from "../reports/reporter_option.ts";
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
  refuseUnknown(options);
  const given = options as Readonly<Partial<Record<keyof Given, unknown>>>;
  return makeOptions({
    paths: [],
    read(name) {
      if (OPTIONS[name].terminal) return undefined;
      return readOption(name, given[programName(name) as keyof Given]);
    },
    refuse: ({ one, how, other, why }) =>
      wrong(`"${programName(one)}" ${how} "${programName(other)}"`, why),
  });
}

/**
 * Refuses what JavaScript lets a program give: nobody would see a misspelt
 * option or a value of another type until a run goes wrong, or at all.
 *
 * @param more Names that this call has besides the options of a run.
 * @throws {UsageError} For an option that is not there, and for a value that an option cannot have.
 * @throws {TypeError} For a value that no variable can have.
 */
export function checkProgramOptions(
  options: RunCollectionOptions,
  more: readonly string[] = [],
): void {
  refuseUnknown(options, more);
  for (const [called, name] of BY_PROGRAM) {
    readOption(name, options[called as keyof RunCollectionOptions]);
  }
  const { paths, signal } = options;
  if (paths !== undefined) READERS.list(paths, "paths", OPTIONS.tags);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw wrong('"signal"', `it is ${typeOf(signal)}, not an AbortSignal`);
  }
}

function refuseUnknown(
  options: RunCollectionOptions,
  more: readonly string[] = [],
): void {
  if (!isPlainObject(options)) {
    throw wrong("the options", `they are ${typeOf(options)}, not an object`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || KNOWN.has(name) || more.includes(name)) continue;
    const near = BY_FLAG.get(folded(name)) ??
      nearest(name, [...KNOWN, ...more]);
    throw wrong(`"${name}"`, `there is no such option${didYouMean(near)}`);
  }
}

function readOption(name: OptionName, value: unknown): unknown {
  if (value === undefined) return undefined;
  const option = OPTIONS[name];
  const read = READERS[option.kind] as Reader<unknown>;
  return read(value, programName(name), option);
}

function programName(name: OptionName): string {
  return OPTIONS[name].program ?? name;
}

type Reader<To> = (value: unknown, name: string, option: Option) => To;

/** Makes of a program's value what a run has, and checks it. */
const READERS: {
  readonly [K in OptionKind]: Reader<OptionValues[K]["run"]>;
} = {
  switch(value, name) {
    if (typeof value === "boolean") return value;
    throw wrongType(name, value, "true or false");
  },
  count(value, name, { least }) {
    if (typeof value !== "number") throw wrongType(name, value, "a number");
    const problem = countProblem(value, least);
    if (problem !== undefined) throw wrong(`"${name}: ${value}"`, problem);
    return value;
  },
  jobs(value, name, option) {
    if (value === "auto") return value;
    if (typeof value === "number") return READERS.count(value, name, option);
    throw wrongType(name, value, 'a number or "auto"');
  },
  text: asText,
  output(value, name) {
    if (value !== "-") return asText(value, name);
    throw wrong(`"${name}: -"`, "a program has the response itself");
  },
  texts(value, name) {
    if (typeof value === "string") return [value];
    if (Array.isArray(value)) return asTexts(value, name);
    throw wrongType(name, value, "text or a list of texts");
  },
  list: asTexts,
  listOrAll(value, name, { default: unset }) {
    // `false` says what is the default.
    if (value === true || (value === false && unset === false)) {
      return value as true;
    }
    return asTexts(value, name);
  },
  pairs: (value, name) =>
    Object.entries(asMapping(value, name))
      .map(([key, one]) => [key, snapshot(one, key)] as const),
  prompts: (value, name) =>
    new Map(
      Object.entries(asMapping(value, name))
        .map(([key, one]) => [key, asText(one, `${name}.${key}`)]),
    ),
  choice(value, name, { words = [] }) {
    const text = asText(value, name);
    if (words.includes(text)) return text;
    throw wrong(`"${name}: ${text}"`, `not one of ${words.join(", ")}`);
  },
  time(value, name) {
    if (!(value instanceof Date)) throw wrongType(name, value, "a Date");
    const time = value.getTime();
    if (Number.isNaN(time)) throw wrong(`"${name}"`, "the date is invalid");
    return time;
  },
  rows(value, name) {
    const [first, last] = asTwo(value, name);
    if (
      Number.isSafeInteger(first) && Number.isSafeInteger(last) &&
      first >= 1 && last >= first
    ) {
      return [first, last];
    }
    throw wrong(`"${name}: [${value}]"`, "give two rows, counted from 1");
  },
  shard(value, name) {
    const [index, count] = asTwo(value, name);
    if (
      Number.isSafeInteger(index) && Number.isSafeInteger(count) &&
      index >= 1 && index <= count
    ) {
      return { index, count };
    }
    throw wrong(
      `"${name}: [${value}]"`,
      "give which one, counted from 1, and how many",
    );
  },
  reporters(value, name) {
    if (!Array.isArray(value)) throw wrongType(name, value, "a list");
    return value.map((one, index) => asReporter(one, `${name}[${index}]`));
  },
  // Programs have none.
  verbosity: (value) => value as OptionValues["verbosity"]["run"],
};

function asText(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  throw wrongType(name, value, "text");
}

function asTexts(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value)) throw wrongType(name, value, "a list of texts");
  return value.map((one, index) => asText(one, `${name}[${index}]`));
}

function asMapping(
  value: unknown,
  name: string,
): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return value;
  throw wrongType(name, value, "an object with names and values");
}

function asTwo(value: unknown, name: string): readonly [number, number] {
  if (Array.isArray(value)) return value as unknown as [number, number];
  throw wrongType(name, value, "a list of two numbers");
}

function asReporter(value: unknown, name: string): ReporterOption {
  if (!isPlainObject(value)) {
    throw wrongType(name, value, "an object with kind and file");
  }
  const { kind, file } = value;
  const known: readonly unknown[] = REPORT_KINDS;
  if (!known.includes(kind)) {
    const near = typeof kind === "string"
      ? nearest(kind, REPORT_KINDS)
      : undefined;
    throw wrong(
      `"${name}.kind"`,
      near === undefined
        ? `it is not one of ${REPORT_KINDS.join(", ")}`
        : `there is no such report${didYouMean(near)}`,
    );
  }
  if (file === undefined) {
    throw wrong(`"${name}"`, 'it names no file (write "-" to print it)');
  }
  return { kind: kind as ReportKind, file: asText(file, `${name}.file`) };
}

function wrongType(name: string, value: unknown, right: string): UsageError {
  return wrong(`"${name}"`, `it is ${typeOf(value)}, not ${right}`);
}

function wrong(what: string, why: string): UsageError {
  return new UsageError([{
    code: "USAGE",
    severity: "error",
    message: `Cannot use ${what}: ${why}`,
  }]);
}
