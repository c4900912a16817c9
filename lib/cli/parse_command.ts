import { nearest } from "../source/nearest.ts";
import { type Command, COMMAND_NAMES } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { parseFlags } from "./flags/parse_flags.ts";
import { TOPIC_NAMES } from "./topic/topics.ts";
import { usageError } from "./usage_error.ts";

/**
 * Reads a command line: the program's arguments become a command as data.
 *
 * @throws {UsageError} when it is wrong.
 */
export async function parseCommand(
  args: readonly string[],
): Promise<Command> {
  const [first, ...rest] = args;
  if (first === undefined || first === "help") {
    return helpFor(rest[0]);
  }
  const name = COMMAND_NAMES.find((name) => name === first);
  if (name === undefined) throw unknownCommand(first);
  const { spec, toCommand } = await COMMANDS[name].load();
  const flags = await parseFlags(spec, rest);
  if (flags.has("help")) return { kind: "help", topic: name };
  return toCommand(flags);
}

/** `brace help WORD`: the flags of a command, or a page of the documentation. */
function helpFor(word: string | undefined): Command {
  if (word === undefined) return { kind: "help" };
  const command = COMMAND_NAMES.find((name) => name === word);
  if (command !== undefined) return { kind: "help", topic: command };
  const name = TOPIC_NAMES.find((topic) => topic === word);
  if (name !== undefined) return { kind: "topic", name };
  const near = nearest(word, [...COMMAND_NAMES, ...TOPIC_NAMES]);
  throw usageError(
    `Cannot help with "${word}": neither a command nor a topic${
      near === undefined ? "" : ` (did you mean "brace help ${near}"?)`
    }`,
    near === undefined ? {} : { suggestion: near },
  );
}

function unknownCommand(name: string): Error {
  if (name.startsWith("-")) {
    const near = nearest(name, ["--help", "--version"]);
    if (near !== undefined) {
      return usageError(
        `Cannot use "${name}": there is no such flag (did you mean "${near}"?)`,
        { suggestion: near },
      );
    }
    return usageError(
      `Cannot use "${name}": flags follow a command, "brace run ${name}"`,
    );
  }
  if (/[/\\.]/.test(name)) {
    return usageError(
      `Cannot use "${name}": not a command (did you mean "brace run ${name}"?)`,
    );
  }
  if (TOPIC_NAMES.some((topic) => topic === name)) {
    return usageError(
      `Cannot use "${name}": not a command (did you mean "brace help ${name}"?)`,
    );
  }
  const near = nearest(name, COMMAND_NAMES);
  const hint = near === undefined
    ? ` (a collection is run with "brace run ${name}")`
    : ` (did you mean "brace ${near}"?)`;
  return usageError(`Cannot use "${name}": not a command${hint}`, {
    ...(near === undefined ? {} : { suggestion: near }),
  });
}
