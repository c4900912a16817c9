import { curlArguments } from "./curl_flags.ts";
import type { QuotingShell } from "./shell_expansion.ts";
import { type WordedCommand, wordedCommands } from "./shell_words.ts";
import {
  type ShellCommand,
  splitCommands,
  UnclosedQuoteError,
} from "./split_command.ts";
import { textsByShell } from "./texts_by_shell.ts";

/** A program whose commands are read, and the words behind its name. */
export interface Program {
  readonly name: "curl" | "grpcurl" | "websocat" | "wscat";
  /** How the command names it, such as `curl.exe`. */
  readonly word: string;
  readonly args: readonly string[];
}

/** A command and the program that it calls. */
export interface ScriptCommand extends WordedCommand {
  /** Undefined for another program. */
  readonly program: Program | undefined;
  readonly shell: QuotingShell;
  /** The commands before it whose output it uses. */
  readonly outputs?: readonly ScriptCommand[];
}

/**
 * The commands of a text in order, those behind a pipe or a redirection on the
 * same line included where they are of a program that is read.
 *
 * @param posix Lines, from 0, that are for a POSIX shell.
 * @throws {UnclosedQuoteError} A quote has no end.
 */
export function commandsIn(
  text: string,
  posix?: ReadonlySet<number>,
): ScriptCommand[] {
  const all = textsByShell(text, posix).map(({ shell, text }) => [
    ...commandsOf(text, shell),
  ]);
  return all.length === 1 ? all[0] : all.flat().sort((a, b) => a.line - b.line);
}

function* commandsOf(
  text: string,
  shell: QuotingShell,
): Generator<ScriptCommand> {
  for (const command of wordedCommands(text, shell)) {
    const outputs = [...outputsOf(command, shell)];
    yield* outputs;
    const behind: ScriptCommand[] = [];
    const echoed = echoedBy(command);
    for (let { rest } = command; rest !== undefined;) {
      let inside: ShellCommand[];
      try {
        inside = splitCommands(rest.replace(/^[|<>&\s]+/, ""), shell, {
          expands: true,
        });
      } catch (error) {
        // What the shell does behind a pipe may go on over several lines.
        if (!(error instanceof UnclosedQuoteError)) throw error;
        break;
      }
      for (const one of inside) {
        const program = programOf(one);
        if (program === undefined) continue;
        const isNext = rest === command.rest && one === inside[0];
        behind.push({
          ...one,
          line: command.line,
          program,
          shell,
          ...(isNext && echoed !== undefined && {
            input: echoed,
            expansions: [
              ...command.expansions ?? [],
              ...one.expansions ?? [],
            ],
          }),
        });
      }
      rest = inside.at(-1)?.rest;
    }
    const [next] = behind;
    const isInput = next?.input !== undefined && takesInput(next.program);
    if (!isInput) {
      yield { ...command, program: programOf(command), shell, outputs };
    }
    yield* behind;
  }
}

/** The commands whose output a command uses, where they are of a program that is read. */
function* outputsOf(
  { expansions = [], line }: ShellCommand,
  shell: QuotingShell,
): Generator<ScriptCommand> {
  for (const { command } of expansions) {
    if (command === undefined) continue;
    for (const one of splitCommands(command, shell, { expands: true })) {
      yield* outputsOf({ ...one, line }, shell);
      const program = programOf(one);
      if (program !== undefined) yield { ...one, line, program, shell };
    }
  }
}

/** Whether a program sends what is piped into it: curl does where a flag says so. */
function takesInput(program: Program | undefined): boolean {
  return program?.name !== "curl" ||
    curlArguments(program.args).given.some(({ name, value }) =>
      name !== "url" && /^(?:[\w-]*@-|-)$/.test(value)
    );
}

/** The text that `echo`, `printf` or `cat <<EOF` writes into a pipe. */
function echoedBy(
  { words, rest, input }: ShellCommand,
): string | undefined {
  const [name, ...texts] = words;
  if (!rest?.startsWith("|")) return undefined;
  if (name === "cat" && texts.every((word) => word === "-")) return input;
  if (!/^(?:echo|printf)$/.test(name ?? "")) {
    return undefined;
  }
  return texts.filter((word) => !/^-[neE]+$/.test(word)).join(" ")
    .replaceAll("\\n", "\n").trim();
}

function programOf({ words }: ShellCommand): Program | undefined {
  for (const [index, word] of words.entries()) {
    const [, name] =
      /^(?:.*[/\\])?(curl|grpcurl|websocat|wscat)(?:\.exe)?$/i.exec(word) ?? [];
    if (name === undefined) continue;
    return {
      name: name.toLowerCase() as Program["name"],
      word,
      args: words.slice(index + 1),
    };
  }
  return undefined;
}
