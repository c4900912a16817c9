import type { Option } from "../../host/run/option_kinds.ts";
import { OPTION_GROUPS } from "../../host/run/option_table.ts";
import {
  contradictionOf,
  type GroupName,
  OPTION_NAMES,
  type OptionName,
  OPTIONS,
} from "../../host/run/options.ts";
import type { Flag, FlagGroup } from "./flag.ts";
import type { FlagValues } from "./flag_values.ts";

/** The options of a run by the names of their flags. */
export const BY_FLAG: ReadonlyMap<string, OptionName> = new Map(
  OPTION_NAMES.map((name) => [flagName(name), name]),
);

/** The name of an option's flag, without the dashes. */
export function flagName(name: OptionName): string {
  return OPTIONS[name].flag ??
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Whether a flag takes a list that a `brace.yaml` can give, so that an empty one clears it. */
export function canBeEmpty(flag: string): boolean {
  const name = BY_FLAG.get(flag);
  if (name === undefined) return false;
  const { kind, yaml }: Option = OPTIONS[name];
  return yaml === undefined &&
    ["texts", "list", "pairs", "prompts", "reporters"].includes(kind);
}

/** The flag of an option, with what another command says of it. */
export function runFlag(name: OptionName, own: Partial<Flag> = {}): Flag {
  const option: Option = OPTIONS[name];
  const { kind, short, value, help } = option;
  const shown = defaultOf(option);
  return {
    name: flagName(name),
    ...(short !== undefined && { short }),
    ...(value !== undefined && { value }),
    ...(["listOrAll", "verbosity"].includes(kind) && { optional: true }),
    ...(shown !== undefined && { default: shown }),
    help,
    ...own,
  };
}

/** The flags below a heading of the table. */
export function runFlags(title: GroupName): FlagGroup {
  const names = Object.keys(OPTION_GROUPS[title]) as OptionName[];
  return { title, flags: names.map((name) => runFlag(name)) };
}

/** What help gives for the default: of a switch or a list that says nothing. */
function defaultOf(
  { kind, shown, default: value }: Option,
): string | undefined {
  if (shown !== undefined) return shown;
  return ["count", "jobs", "choice"].includes(kind) && value !== undefined
    ? String(value)
    : undefined;
}

/** Flags of every command that prints in colours. */
export const COLOR_FLAGS: readonly Flag[] = [
  runFlag("color"),
  runFlag("noColor"),
];

/**
 * Refuses two flags that contradict each other.
 *
 * @throws {UsageError} They are given.
 */
export function refuseContradictions(flags: FlagValues): void {
  const two = contradictionOf((name) => flags.has(flagName(name)));
  if (two === undefined) return;
  const [one, other] = [flagName(two.one), flagName(two.other)];
  throw flags.refuse(
    one,
    `Cannot use "--${one}" with "--${other}": ${two.why}`,
  );
}
