import { COMMAND_NAMES, type CommandName } from "../command.ts";
import { COMMANDS } from "../commands.ts";
import { type Flag, flagsOf } from "../flags/flag.ts";
import { TOPIC_NAMES } from "../topic/topics.ts";
import { SHELLS } from "./shells.ts";

/** A command as it is completed. */
export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly Flag[];
  /** The words that it takes; empty: paths, or nothing that is known. */
  readonly words: readonly string[];
  /** Whether it takes folders and requests of a collection. */
  readonly takesPaths: boolean;
}

/** Commands that take words of their own. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  completions: SHELLS,
  export: ["postman", "bru"],
};

/** All commands, from the table of the help; `help` has no flags. */
export async function completedCommands(): Promise<CompletedCommand[]> {
  return [
    ...await Promise.all(COMMAND_NAMES.map(completedCommand)),
    {
      name: "help",
      about: "Shows the flags of a command",
      flags: [],
      words: [...COMMAND_NAMES, ...TOPIC_NAMES],
      takesPaths: false,
    },
  ];
}

async function completedCommand(name: CommandName): Promise<CompletedCommand> {
  const { spec } = await COMMANDS[name].load();
  return {
    name,
    about: spec.description.replaceAll("\n", " ").split(/[.:;](?: |$)/, 1)[0],
    flags: flagsOf(spec),
    words: WORDS[name] ?? [],
    takesPaths: spec.usage.startsWith("[paths…]"),
  };
}

/** The words that a flag's value can be, where the help lists them; else none. */
export function valuesOf({ value = "" }: Flag): readonly string[] {
  return /^[a-z]+(?:\|[a-z]+)+$/.test(value) ? value.split("|") : [];
}

/** A flag as it is typed. */
export function long(flag: Flag): string {
  return `--${flag.name}`;
}
