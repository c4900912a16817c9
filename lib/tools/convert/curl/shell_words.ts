import { curlArguments } from "./curl_flags.ts";
import { type DefaultedCommand, withShellDefaults } from "./shell_defaults.ts";
import {
  closing,
  type QuotingShell,
  type ShellExpansion,
} from "./shell_expansion.ts";
import { assignmentOf, assignmentsIn } from "./shell_variables.ts";
import { type ShellCommand, splitCommands } from "./split_command.ts";

/** A command in which variables that stand for several words are these. */
export interface WordedCommand extends DefaultedCommand {
  /** Variables whose words are unknown, as they are written; they are left out. */
  readonly unknown?: readonly string[];
}

/** What a variable stands for. */
interface Words {
  readonly words: readonly string[];
  readonly expansions: readonly ShellExpansion[];
}

const ARRAY =
  /^[ \t]*(?:(?:export|local|readonly|declare|typeset)[ \t]+(?:-\w+[ \t]+)*)?(\w+)(\+?)=\(/gm;
const ALL = /^\$\{(\w+)\[[@*]\]\}$/;
/** `${A[@]+"${A[@]}"}` is `"${A[@]}"`, for old shells. */
const IF_SET = /\$\{(\w+)\[@\]:?\+"\$\{\1\[@\]\}"\}/g;
/** All arguments of a script or a function. */
const ARGUMENTS = /^\$[@*]$/;
/** Names of variables that hold flags. */
const LIKE_FLAGS = /(?:opt|option|arg|argument|flag|param|header)s?\d?$/i;
/** Flags whose value has parts, such as the name of a header: a placeholder for the whole of it would hide them. */
const IN_PARTS = new Set([
  "header",
  "user",
  "cookie",
  "form",
  "form-string",
  "data-urlencode",
  "url-query",
]);

/** The commands of a script; of another shell than a POSIX one, their words are as they are written. */
export function wordedCommands(
  written: string,
  shell: QuotingShell,
): WordedCommand[] {
  if (shell !== "posix") {
    return splitCommands(written, shell, { expands: true });
  }
  const { text, arrays } = arraysIn(written);
  const commands = withShellDefaults(
    splitCommands(text, "posix", { expands: true }),
  );
  const variables = variablesIn(commands);
  const used = new Set<string>();
  const worded = commands.map((command) =>
    wordedCommand(command, { arrays, ...variables, used })
  );
  const needed = new Set(
    worded.flatMap((command) => {
      const [own] = assignmentOf(command) ?? [];
      return (command.expansions ?? []).map(({ name }) => name)
        .filter((name) => name !== own);
    }),
  );
  // What such a variable is set to has come into the commands.
  return worded.filter((command) => {
    const [name = ""] = assignmentOf(command) ?? [];
    return !used.has(name) || needed.has(name);
  });
}

/** What has to be said of the words that are left out of a command's requests. */
export function leftOut({ unknown = [] }: WordedCommand): string[] {
  return unknown.map((text) =>
    `Left out "${text}", whose value is not known: write the flags that it stands for into the request`
  );
}

/** Takes the arrays that commands use out of a text, whose lines stay; undefined for one whose words are not certain. */
function arraysIn(
  written: string,
): { text: string; arrays: ReadonlyMap<string, Words | undefined> } {
  const arrays = new Map<string, Words | undefined>();
  const text = written.replace(
    IF_SET,
    (all, name: string) => `"\${${name}[@]}"`.padEnd(all.length),
  );
  const used = new Set(
    text.matchAll(/\$\{(\w+)\[[@*]\]/g).map(([, name]) => name),
  );
  let out = "";
  let done = 0;
  for (const { 0: all, 1: name, 2: adds, index } of text.matchAll(ARRAY)) {
    const from = index + all.length;
    if (index < done || !used.has(name)) continue;
    const end = closing(text, from);
    if (end === -1) continue;
    const inside = splitCommands(text.slice(from, end), "posix", {
      expands: true,
    });
    arrays.set(
      name,
      arrays.has(name) || adds !== "" ? undefined : {
        words: inside.flatMap(({ words }) => words),
        expansions: inside.flatMap(({ expansions = [] }) => expansions),
      },
    );
    out += text.slice(done, index) +
      text.slice(index, end + 1).replace(/[^\n]/g, " ");
    done = end + 1;
  }
  return { text: out + text.slice(done), arrays };
}

/** Variables of one value: what each is as one word, and those of flags, which the shell splits at blanks. Quotes in flags are characters, which nobody means: undefined. */
function variablesIn(
  commands: readonly ShellCommand[],
): { flags: Map<string, Words | undefined>; whole: Map<string, Words> } {
  const values = assignmentsIn(commands);
  const flags = new Map<string, Words | undefined>();
  const whole = new Map<string, Words>();
  for (const command of commands) {
    const [name, value = ""] = assignmentOf(command) ?? [];
    const assigned = name === undefined ? undefined : values.get(name);
    if (name === undefined || assigned?.value !== value) continue;
    const { expansions } = assigned;
    whole.set(name, { words: [value], expansions });
    if (!/^(?:\s*$|-|curl\s)/.test(value)) continue;
    const words = value.split(/\s+/).filter((word) => word !== "");
    if (!/["']/.test(value)) flags.set(name, { words, expansions });
    else if (value.startsWith("-")) flags.set(name, undefined);
  }
  return { flags, whole };
}

function wordedCommand(
  command: ShellCommand,
  { arrays, flags, whole, used }: {
    arrays: ReadonlyMap<string, Words | undefined>;
    flags: ReadonlyMap<string, Words | undefined>;
    whole: ReadonlyMap<string, Words>;
    used: Set<string>;
  },
): WordedCommand {
  const { words: written, expansions = [] } = command;
  const byWord = new Map(expansions.map((one) => [`{{${one.name}}}`, one]));
  const words = written.flatMap((word) => apart(word, byWord));
  const isMany = (word: string) =>
    ARGUMENTS.test(word) || ALL.test(byWord.get(word)?.text ?? "");
  const isFlags = (word: string) => {
    const { name } = byWord.get(word) ?? {};
    return name !== undefined && (flags.has(name) || LIKE_FLAGS.test(name));
  };
  const alone = valuesIn(words, (flag) => flag === "url");
  const inParts = valuesIn(words, (flag) => IN_PARTS.has(flag));
  const headers = valuesIn(words, (flag) => flag === "header");
  const hasUrl = alone.values().some((at) =>
    !isMany(words[at]) && !isFlags(words[at])
  );
  const unknown: string[] = [];
  const gone = new Set<ShellExpansion>();
  const added: ShellExpansion[] = [];
  const made = words.flatMap((word, at): readonly string[] => {
    const found = byWord.get(word);
    const array = ALL.exec(found?.text ?? "")?.[1];
    let to: Words | undefined;
    if (array !== undefined) to = arrays.get(array);
    else if (found !== undefined && inParts.has(at) && whole.has(found.name)) {
      to = whole.get(found.name);
      used.add(found.name);
    } else if (
      found !== undefined && headers.has(at) && found.command === undefined
    ) {
      // No header has a name that a variable would give, so none is asked for.
      gone.add(found);
      return [found.text];
    } else if (at > 0 && !alone.has(at)) return [word];
    else if (found !== undefined && flags.has(found.name)) {
      to = flags.get(found.name);
      used.add(found.name);
    } else if (!isMany(word) && !(at > 0 && hasUrl && isFlags(word))) {
      return [word];
    }
    if (found !== undefined) gone.add(found);
    if (to === undefined) unknown.push(found?.text ?? word);
    added.push(...to?.expansions ?? []);
    return to?.words ?? [];
  });
  if (gone.size === 0 && unknown.length === 0) return command;
  return {
    ...command,
    words: made,
    expansions: [...expansions.filter((one) => !gone.has(one)), ...added],
    ...(unknown.length > 0 && { unknown }),
  };
}

/** `-H$NAME` as the flag and its value, where the value of the flag has parts. */
function apart(
  word: string,
  byWord: ReadonlyMap<string, ShellExpansion>,
): string[] {
  const [, flag, value] = /^(-[a-zA-Z]+)(\{\{.+\}\})$/s.exec(word) ?? [];
  if (flag === undefined || !byWord.has(value)) return [word];
  const isOfFlag = curlArguments([flag, value]).given.some((one) =>
    IN_PARTS.has(one.name) && one.value === value
  );
  return isOfFlag ? [flag, value] : [word];
}

/** Where words of a command of curl stand that are values of flags; those of no flag are of `url`. */
function valuesIn(
  words: readonly string[],
  isMeant: (flag: string) => boolean,
): Set<number> {
  const curl = words.findIndex((word) =>
    /^(?:.*[/\\])?curl$|^\{\{\w+\}\}$/.test(word)
  );
  const marked = words.slice(curl + 1).map((word, index) =>
    word.startsWith("-") ? word : `${index}`
  );
  return new Set(
    curl === -1 ? [] : curlArguments(marked).given
      .filter(({ name }) => isMeant(name))
      .map(({ value }) => curl + 1 + Number(value)),
  );
}
