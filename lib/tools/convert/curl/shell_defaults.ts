import { expressionsIn } from "../../../core/template/expressions_in.ts";
import { expansionAt, type ShellExpansion } from "./shell_expansion.ts";
import { assignmentOf } from "./shell_variables.ts";
import type { ShellCommand } from "./split_command.ts";

/** A command in which the shell's defaults have come into an assignment. */
export interface DefaultedCommand extends ShellCommand {
  /** The first word as it is written, where a default has come into it. */
  readonly written?: string;
}

/** A default as a template, and what the shell fills into it. */
interface Default {
  readonly value: string;
  readonly expansions: readonly ShellExpansion[];
}

/** `${NAME:-default}`, `${NAME:=default}` and `${1-default}`, whose default has no quotes of its own. */
const DEFAULT = /^\$\{(\w+):?[-=]("?)([^"'`\\]*)\2\}$/;
/** What stands in front of a command's name, or around an assignment. */
const SETS = /^(?:export|local|readonly|declare|typeset|[A-Za-z_]\w*=.*)$/s;
const ASSIGNED = /^([A-Za-z_]\w*)=/;

/**
 * Commands with the defaults of their variables: those of the assigned variable
 * itself, those of `: ${NAME:=default}`, and those that each use of a variable has.
 */
export function withShellDefaults(
  commands: readonly ShellCommand[],
): DefaultedCommand[] {
  const known = new Map<string, string>();
  const filled = commands.flatMap(assignments).map((command) => {
    const one = keptAssignment(command, known) ?? filledAssignment(command);
    const [name, value] = assignmentOf(one) ?? [];
    if (name !== undefined) {
      if (one.expansions?.length) known.delete(name);
      else known.set(name, value!);
    }
    return one;
  });
  return [...usedDefaults(filled), ...filled];
}

/** The assignments that `: ${A:=a} ${B:=b}` makes; any other command is itself. */
function assignments(command: ShellCommand): ShellCommand[] {
  const { words: [first, ...words], expansions = [] } = command;
  if (first !== ":" || words.length === 0) return [command];
  const made = words.flatMap((word) => {
    const found = expansions.find((one) => word === `{{${one.name}}}`);
    return found && DEFAULT.test(found.text)
      ? [{
        ...command,
        words: [`${found.name}=${word}`],
        expansions: [found],
        written: found.text,
      }]
      : [];
  });
  return made.length === words.length ? made : [command];
}

/** A command that gives a variable its own default where it has a value, which it keeps; undefined for all others. */
function keptAssignment(
  command: DefaultedCommand,
  known: ReadonlyMap<string, string>,
): DefaultedCommand | undefined {
  const { words, expansions: [one] = [], written } = command;
  const before = words[0] === "export" ? ["export"] : [];
  const [only = "", more] = words.slice(before.length);
  const [, name = ""] = ASSIGNED.exec(only) ?? [];
  const value = known.get(name);
  if (
    value === undefined || more !== undefined || one?.name !== name ||
    only !== `${name}={{${name}}}` || defaultOf(one) === undefined
  ) {
    return undefined;
  }
  // With a colon, the default also stands for an empty value.
  return value === "" && /^\$\{\w+:/.test(one.text) ? undefined : {
    ...command,
    written: written ?? (before[0] ?? `${name}=${one.text}`),
    words: [...before, `${name}=${value}`],
    expansions: [],
  };
}

/** A command that gives a variable its own default, or that of an argument. */
function filledAssignment(command: DefaultedCommand): DefaultedCommand {
  const { words, expansions = [] } = command;
  const [name] = words.flatMap((word) => ASSIGNED.exec(word)?.[1] ?? []);
  if (name === undefined) return command;
  const isMeant = ({ name: own, text }: ShellExpansion) =>
    own === name || /^\$\{\d/.test(text);
  const defaults = expansions.map((one) =>
    isMeant(one) ? defaultOf(one) : undefined
  );
  if (defaults.every((one) => one === undefined)) return command;
  const fill = (word: string, by: (index: number) => string) =>
    expansions.reduce(
      (word, one, index) =>
        defaults[index] === undefined
          ? word
          : word.replace(`{{${one.name}}}`, () => by(index)),
      word,
    );
  const [first] = words;
  return {
    ...command,
    written: command.written ?? fill(first, (index) => expansions[index].text),
    words: words.map((word) => fill(word, (index) => defaults[index]!.value)),
    expansions: expansions.flatMap((one, index) =>
      defaults[index]?.expansions ?? [one]
    ),
  };
}

/** Assignments of the defaults of variables that nothing sets, where each use has the same. */
function usedDefaults(commands: readonly DefaultedCommand[]): ShellCommand[] {
  const set = new Set(commands.flatMap(({ words }) => {
    const end = words.findIndex((word) => !SETS.test(word));
    return words.slice(0, end === -1 ? words.length : end)
      .flatMap((word) => ASSIGNED.exec(word)?.[1] ?? []);
  }));
  const found = new Map<string, (Default & { line: number }) | undefined>();
  for (const { expansions = [], line } of commands) {
    for (const one of expansions) {
      const standard = set.has(one.name) ? undefined : defaultOf(one);
      const isSame = !found.has(one.name) ||
        found.get(one.name)?.value === standard?.value;
      found.set(
        one.name,
        isSame && standard ? { ...standard, line } : undefined,
      );
    }
  }
  return [...found].flatMap(([name, standard]) =>
    standard === undefined ? [] : [{
      words: [`${name}=${standard.value}`],
      line: standard.line,
      expansions: standard.expansions,
    }]
  );
}

function defaultOf({ name, text }: ShellExpansion): Default | undefined {
  const [, , , standard] = DEFAULT.exec(text) ?? [];
  if (standard === undefined) return undefined;
  let value = "";
  const expansions: ShellExpansion[] = [];
  for (let at = 0; at < standard.length;) {
    const found = expansionAt(standard, at, "posix");
    if (found !== undefined) expansions.push(found);
    value += found === undefined ? standard[at] : `{{${found.name}}}`;
    at += found?.text.length ?? 1;
  }
  const isPlain = expansions.every((one) => /^\$\{?\w+\}?$/.test(one.text));
  return isPlain && !expressionsIn(value).includes(name) &&
      !value.includes("$")
    ? { value, expansions }
    : undefined;
}
