/**
 * One flag of a command, as data: parsing, help and the nearest-name
 * suggestions all read this and nothing else.
 */
export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  /** One letter, for `-e`. */
  readonly short?: string;
  /** What help calls the value; absent: the flag is a switch. */
  readonly value?: string;
  /** The value may be left out; given, it follows a `=`. */
  readonly optional?: true;
  /** What applies where nothing is given, where that is a value; help says so. */
  readonly default?: string;
  /** One line for help. */
  readonly help: string;
}

/** Flags that help shows under one heading. */
export interface FlagGroup {
  readonly title: string;
  readonly flags: readonly Flag[];
}

/** The command line of one command, as data. */
export interface CommandSpec {
  readonly name: string;
  /** What it does, for the top of its help. */
  readonly description: string;
  /** What follows the command's name: `[paths…] [flags]`. */
  readonly usage: string;
  /** How many positional arguments it takes at most. */
  readonly positionals: number;
  /** The flag that a positional too many was most likely meant for: `-o`. */
  readonly excess?: string;
  /** Formats that may be written before what is named, though they need not be. */
  readonly formats?: readonly string[];
  /** The `brace.yaml` of the collection gives it flags, too. */
  readonly isConfigured?: true;
  readonly groups: readonly FlagGroup[];
  readonly examples: readonly Example[];
}

/** A command line that help shows, and what it is for. */
export interface Example {
  readonly line: string;
  readonly note: string;
}

/** Every command has it. */
export const HELP_FLAG: Flag = {
  name: "help",
  short: "h",
  help: "Show this help",
};

/** All flags of a command, in the order of help. */
export function flagsOf(spec: CommandSpec): Flag[] {
  return [...spec.groups.flatMap((group) => group.flags), HELP_FLAG];
}

/** What help says of a flag. */
export function flagHelp({ help, default: value }: Flag): string {
  return value === undefined ? help : `${help} (default: ${value})`;
}

/** How a flag is written: `--env NAME`, `--allow-net[=HOST,…]`. */
export function flagSyntax(flag: Flag): string {
  if (flag.value === undefined) return `--${flag.name}`;
  if (flag.optional) return `--${flag.name}[=${flag.value}]`;
  return `--${flag.name} ${flag.value}`;
}

/** The output formats of commands that programs can read as well; the first is the default. */
export const FORMATS = ["text", "json"] as const;

/** One of them. */
export type Format = typeof FORMATS[number];

/** What commands print that programs read, too. */
export const TEXT_OR_JSON: Flag = {
  name: "format",
  value: FORMATS.join("|"),
  default: FORMATS[0],
  help: "Print text for people, or JSON for programs",
};
