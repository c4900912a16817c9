import {
  type ShellCommand,
  shellOf,
  splitCommands,
  UnclosedQuoteError,
} from "./split_command.ts";

/** A command of curl's. */
export interface CurlCommand extends ShellCommand {
  /** The words behind `curl`; undefined for another command. */
  readonly args: readonly string[] | undefined;
}

/**
 * The commands of a text in order, those behind a pipe or a redirection on the
 * same line included where they are curl's.
 *
 * @throws {UnclosedQuoteError} A quote has no end.
 */
export function* commandsIn(text: string): Generator<CurlCommand> {
  const shell = shellOf(text);
  for (const command of splitCommands(text, shell)) {
    yield { ...command, args: argsOf(command) };
    for (let { rest } = command; rest !== undefined;) {
      let inside: ShellCommand[];
      try {
        inside = splitCommands(rest.replace(/^[|<>&\s]+/, ""), shell);
      } catch (error) {
        // What the shell does behind a pipe may go on over several lines.
        if (!(error instanceof UnclosedQuoteError)) throw error;
        break;
      }
      for (const one of inside) {
        const args = argsOf(one);
        if (args) yield { ...one, line: command.line, args };
      }
      rest = inside.at(-1)?.rest;
    }
  }
}

function argsOf({ words }: ShellCommand): readonly string[] | undefined {
  const at = words.findIndex((word) =>
    /^(?:.*[/\\])?curl(?:\.exe)?$/i.test(word)
  );
  return at === -1 ? undefined : words.slice(at + 1);
}
