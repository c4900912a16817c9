import { expressionsIn } from "../../../core/template/expressions_in.ts";
import type { ShellExpansion } from "./shell_expansion.ts";
import type { ShellCommand } from "./split_command.ts";

/** `NAME=value`, `export NAME=value`, cmd's `set NAME=value` and PowerShell's `$name = "value"`, where the value is known. */
export function assignmentOf(
  { words, rest, expansions = [] }: ShellCommand,
): [name: string, value: string] | undefined {
  const [first = "", ...others] = words;
  if (rest !== undefined) return undefined;
  const [, assigned] = /^\{\{(\w+)\}\}$/.exec(first) ?? [];
  if (assigned !== undefined && others[0] === "=" && others.length === 2) {
    return [assigned, others[1]];
  }
  if (expansions.some(({ command }) => command !== undefined)) return undefined;
  const [only, more] = /^(?:export|set)$/i.test(first) ? others : words;
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(only ?? "") ?? [];
  if (name === undefined || more !== undefined) return undefined;
  return [name, value];
}

/** The value of a variable, and what the shell fills into it. */
export interface Assigned {
  readonly value: string;
  readonly expansions: readonly ShellExpansion[];
}

/** The shell variables that commands of a text use and that it gives one value. */
export function assignmentsIn(
  commands: readonly ShellCommand[],
): Map<string, Assigned> {
  const found = new Map<string, Assigned>();
  const several = new Set<string>();
  const used = new Set<string>();
  for (const command of commands) {
    const [name, value = ""] = assignmentOf(command) ?? [];
    if (name !== undefined) {
      const isOther = found.has(name) && found.get(name)?.value !== value;
      // Without a default, nothing says what `NAME=$NAME` begins with.
      if (isOther || value.includes(`{{${name}}}`)) several.add(name);
      const expansions = (command.expansions ?? []).filter((one) =>
        value.includes(`{{${one.name}}}`)
      );
      found.set(name, { value, expansions });
    }
    for (const one of command.expansions ?? []) {
      if (one.name !== name) used.add(one.name);
    }
  }
  for (const name of several) found.delete(name);
  for (const name of found.keys()) if (!used.has(name)) found.delete(name);
  return found;
}

/** The variables that are one of several URLs, where another URL is certain: they may stand for flags. */
export function doubtfulUrls(
  { expansions = [] }: ShellCommand,
  { urls, assigned }: {
    urls: readonly (string | undefined)[];
    assigned: ReadonlyMap<string, Assigned>;
  },
): ShellExpansion[] {
  const isOnce = (name: string) =>
    expansions.filter((one) => one.name === name).length === 1;
  const doubtful = expansions.filter(({ name, command }) =>
    command === undefined && !assigned.has(name) &&
    urls.includes(`{{${name}}}`) && isOnce(name)
  );
  const isCertain = urls.some((url) =>
    !doubtful.some(({ name }) => url === `{{${name}}}`)
  );
  return isCertain ? doubtful : [];
}

/** What has to be said of a request whose URL may stand for flags. */
export function doubtfulUrl({ name, text }: ShellExpansion): string {
  return `"${text}" is a URL or flags, and its value is not known: give the variable ${name} the URL, or delete this request and write the flags into the others of the command`;
}

/** What has to be said of what the shell fills into the requests of a command and nothing here gives. */
export function filledIn(
  { expansions = [] }: ShellCommand,
  { assigned, except, written }: {
    assigned: ReadonlyMap<string, Assigned>;
    except: readonly ShellExpansion[];
    /** What is made of the command: a flag that is left out needs no value. */
    written: unknown;
  },
): string | undefined {
  const text = JSON.stringify(written);
  const all = new Map(
    expansions.filter((one) =>
      !except.includes(one) && text.includes(`{{${one.name}}}`)
    ).map(({ name, text }) => [name, text]),
  );
  // A value that the file gives may need others, which come behind it.
  for (const [name] of all) {
    for (const one of assigned.get(name)?.expansions ?? []) {
      if (!all.has(one.name)) all.set(one.name, one.text);
    }
  }
  const names = new Map([...all].filter(([name]) => !assigned.has(name)));
  if (names.size === 0) return undefined;
  const texts = [...names.values()].map((text) => `"${text}"`).join(", ");
  const [first] = names.keys();
  return `The shell fills in ${texts}: give ${
    names.size === 1 ? "the variable" : "the variables"
  } ${
    [...names.keys()].join(", ")
  } a value, with --var ${first}=VALUE or in the collection`;
}

/** What has to be said of braces that the command itself has: a template such as `{{host}}`, or text of the body. */
export function bracesIn(
  program: string,
  { words, input = "", expansions = [] }: ShellCommand,
): string | undefined {
  const filled = new Set(expansions.map(({ name }) => name));
  const own = new Set(
    [...words, input].flatMap(expressionsIn).filter((one) => !filled.has(one)),
  );
  if (own.size === 0) return undefined;
  const texts = [...own].map((one) => `{{${one}}}`).join(", ");
  return `Brace replaces ${texts}, which ${program} sends as it is: give it a value, or write {{'{{'}} for the braces "{{" of a text`;
}
