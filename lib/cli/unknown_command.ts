import { nearest } from "../core/source/nearest.ts";
import { COMMAND_NAMES } from "./command.ts";
import { TOPIC_NAMES } from "./topic/topics.ts";
import { usageError } from "./usage_error.ts";

/** The error for a first word that is no command: what was meant by it. */
export function unknownCommand(name: string): Error {
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
