import { unknownCommand } from "./unknown_command.ts";
import { helpFor } from "./help_for.ts";
import { type Command, COMMAND_NAMES } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { parseFlags } from "./flags/parse_flags.ts";

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
  if (name === undefined) {
    throw unknownCommand(first);
  }
  const { spec, toCommand } = await COMMANDS[name].load();
  const flags = parseFlags(spec, rest);
  if (flags.has("help")) return { kind: "help", topic: name };
  return toCommand(flags);
}
