import {
  type Option,
  type OptionKind,
  type OptionValues,
  UNSET,
} from "./option_kinds.ts";
import { OPTION_GROUPS } from "./option_table.ts";
import type { Origin } from "../../core/source/origin.ts";

type Groups = typeof OPTION_GROUPS;
/** A heading of the table. */
export type GroupName = keyof Groups;
type Table = Together<Groups[GroupName]>;
type Together<T> = (T extends unknown ? (_: T) => void : never) extends
  (_: infer A) => void ? A
  : never;

/** The name of an option, as a run has it. */
export type OptionName = keyof Table;

/** Every option, in the order of help. */
export const OPTIONS = Object.assign(
  {},
  ...Object.values(OPTION_GROUPS),
) as Readonly<Record<OptionName, Option>>;

/** The names of all. */
export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[];

type Kind<N extends OptionName> = Table[N]["kind"];
type Default<N extends OptionName> = Table[N] extends
  { readonly default: infer D } ? D
  : Kind<N> extends keyof typeof UNSET ? (typeof UNSET)[Kind<N>]
  : undefined;
/** The names of options that always have a value. */
type WithDefault = {
  [N in OptionName]: undefined extends Default<N> ? never : N;
}[OptionName];
type ValueOf<N extends OptionName, As extends "run" | "program"> =
  | (Table[N] extends { readonly words: readonly (infer W)[] } ? W
    : OptionValues[Kind<N>][As])
  | (Table[N] extends { readonly default: infer D } ? D : never);

/** All options of the table, and the paths to run. */
export type AllOptions =
  & {
    /** Collections, folders or request files, as given; empty: the current folder. */
    readonly paths: readonly string[];
  }
  & { readonly [N in WithDefault]: ValueOf<N, "run"> }
  & { readonly [N in Exclude<OptionName, WithDefault>]?: ValueOf<N, "run"> };

type TerminalName = {
  [N in OptionName]: Table[N] extends { readonly terminal: true } ? N : never;
}[OptionName];

/**
 * What is to be run and how, as data: the command line and programs fill it in,
 * and a run reads nothing else. {@linkcode RUN_DEFAULTS} holds what applies where
 * nothing is given.
 */
export interface RunOptions extends Omit<AllOptions, TerminalName> {
  /** Where a file gives options, by their names; absent: none does. */
  readonly origins?: ReadonlyMap<string, Origin>;
}

/** What programs may give of the table, by their names. */
export type ProgramOptions = {
  readonly [
    N in Exclude<OptionName, TerminalName> as Table[N] extends
      { readonly program: infer P extends string } ? P : N
  ]?: ValueOf<N, "program">;
};

/** The source of options: a command line or a program. */
export interface OptionSource {
  readonly paths: readonly string[];
  /**
   * The value of an option, as a run has it; undefined where nobody gives it.
   *
   * @throws {UsageError} The option cannot have it.
   */
  read(name: OptionName): unknown;
  /** The error for options that do not go together. */
  refuse(conflict: Conflict): Error;
}

/** Options that do not go together. */
export interface Conflict {
  readonly one: OptionName;
  readonly how: "with" | "without";
  readonly other: OptionName;
  readonly why: string;
}

/**
 * Makes the options of a run from what is given, and the defaults.
 *
 * @throws {UsageError} An option cannot have its value, or options exclude each other.
 */
export function makeOptions(source: OptionSource): AllOptions {
  const given = new Map<OptionName, unknown>();
  for (const name of OPTION_NAMES) {
    const value = source.read(name);
    if (value !== undefined) given.set(name, value);
  }
  // `false` says what is the default.
  const isOn = (name: OptionName) => (given.get(name) ?? false) !== false;
  const options = {
    ...ALL_DEFAULTS,
    ...Object.fromEntries(given),
    paths: source.paths,
  };
  const conflict = contradictionOf(isOn) ?? unsaved(options) ??
    withoutData(options);
  if (conflict) throw source.refuse(conflict);
  return options;
}

/** Options that contradict each other. */
const CONTRADICTIONS = OPTION_NAMES.flatMap((one) =>
  (OPTIONS[one].contradicts ?? []).map((other) =>
    [one, other as OptionName] as const
  )
);

/** The first two options that are on and contradict each other. */
export function contradictionOf(
  isOn: (name: OptionName) => boolean,
): Conflict | undefined {
  const two = CONTRADICTIONS.find((pair) => pair.every(isOn));
  return two && {
    one: two[0],
    how: "with",
    other: two[1],
    why: "they contradict each other",
  };
}

/** The options that an option contradicts. */
export function contradicted(name: OptionName): OptionName[] {
  return CONTRADICTIONS.filter((pair) => pair.includes(name)).flat()
    .filter((one) => one !== name);
}

/** Why a run cannot take some rows. */
function withoutData({ rows, data }: RunOptions): Conflict | undefined {
  if (rows === undefined || data !== undefined) return undefined;
  return {
    one: "rows",
    how: "without",
    other: "data",
    why: "there are no rows",
  };
}

/** Why a run cannot save its environment. */
function unsaved(
  { saveEnv, env, jobs, shard }: RunOptions,
): Conflict | undefined {
  if (!saveEnv) return undefined;
  if (env.length === 0) {
    return {
      one: "saveEnv",
      how: "without",
      other: "env",
      why: "no environment is selected that could be saved",
    };
  }
  if (!isApart({ jobs, shard })) return undefined;
  return {
    one: "saveEnv",
    how: "with",
    other: shard ? "shard" : "jobs",
    why: "groups that run apart do not share variables",
  };
}

/** Whether groups of requests run apart from each other, whatever the machine. */
export function isApart(
  { jobs, shard }: Pick<RunOptions, "jobs" | "shard">,
): boolean {
  return jobs !== 1 || shard !== undefined;
}

/** The defaults, those of a terminal included. */
export const ALL_DEFAULTS = Object.fromEntries([
  ["paths", []],
  ...OPTION_NAMES.map((name) => {
    const { kind, default: value } = OPTIONS[name];
    const unset: { readonly [K in OptionKind]?: unknown } = UNSET;
    return [name, value ?? unset[kind]] as const;
  }).filter(([, value]) => value !== undefined),
]) as unknown as AllOptions;

/** The defaults of a run. */
export const RUN_DEFAULTS: RunOptions = ALL_DEFAULTS;
