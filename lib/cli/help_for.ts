import { nearest } from "../core/source/nearest.ts";
import { type Command, COMMAND_NAMES } from "./command.ts";
import { TOPIC_NAMES } from "./topic/topics.ts";
import { usageError } from "./usage_error.ts";

/**
 * `brace help WORD`: the flags of a command, or a page of the documentation.
 *
 * @throws {UsageError} There is neither.
 */
export function helpFor(word: string | undefined): Command {
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
