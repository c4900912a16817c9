import type { Shard } from "../../core/plan/types.ts";
import type { Value } from "../../core/scope/value/value.ts";
import type { Verbosity } from "../../tools/report/console/context.ts";
import type { ReporterOption } from "../reports/reporter_option.ts";

/** What the value of an option is, by kind: to a run, and as a program gives it. */
export interface OptionValues {
  switch: { run: boolean; program: boolean };
  count: { run: number; program: number };
  jobs: { run: number | "auto"; program: number | "auto" };
  text: { run: string; program: string };
  /** A file to write, or `-`. */
  output: { run: string; program: string };
  /** Every value that is given, as it is. */
  texts: { run: readonly string[]; program: string | readonly string[] };
  /** Split at commas on the command line. */
  list: { run: readonly string[]; program: readonly string[] };
  listOrAll: {
    run: true | readonly string[];
    program: true | readonly string[];
  };
  pairs: {
    run: readonly (readonly [name: string, value: Value])[];
    program: Readonly<Record<string, unknown>>;
  };
  prompts: {
    run: ReadonlyMap<string, string>;
    program: Readonly<Record<string, string>>;
  };
  /** One of the option's `words`. */
  choice: { run: string; program: string };
  /** A run counts milliseconds since the epoch. */
  time: { run: number; program: Date };
  rows: {
    run: readonly [first: number, last: number];
    program: readonly [first: number, last: number];
  };
  shard: { run: Shard; program: readonly [index: number, count: number] };
  reporters: {
    run: readonly ReporterOption[];
    program: readonly ReporterOption[];
  };
  verbosity: { run: Verbosity; program: never };
}

/** What the value of an option is. */
export type OptionKind = keyof OptionValues;

/** What an option of some kind is where nothing is given; one of another kind is absent then. */
export const UNSET = {
  switch: false,
  texts: [],
  list: [],
  listOrAll: [],
  pairs: [],
  prompts: new Map<string, string>(),
  reporters: [],
} as const satisfies { [K in OptionKind]?: OptionValues[K]["run"] };

/** An option of a run, in the table of all. */
export interface Option {
  readonly kind: OptionKind;
  /** One line for help. */
  readonly help: string;
  /** What help calls the value; a switch has none. */
  readonly value?: string;
  /** One letter, for `-e`. */
  readonly short?: string;
  /** The flag's name; absent: the option's, with dashes. */
  readonly flag?: string;
  /** What programs call it; absent: the same. */
  readonly program?: string;
  /** Only the command line has it. */
  readonly terminal?: true;
  /** What applies where nothing is given; absent: what its kind says. */
  readonly default?: boolean | number | string;
  /** What help gives for the default, where it is not that. */
  readonly shown?: string;
  /** Of a count: the least; absent: 0. */
  readonly least?: number;
  /** Of a choice. */
  readonly words?: readonly string[];
  /** Whether its value names a file, and what becomes of that. */
  readonly file?: "read" | "written";
  /** Why a `brace.yaml` may not give it: it is for the command line alone, or widens what a run may touch. */
  readonly yaml?: "typed" | "widens";
  /** Options that it cannot stand beside. */
  readonly contradicts?: readonly string[];
}
