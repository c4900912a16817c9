import { isPath } from "../../host/files/is_file.ts";
import { parseArgs } from "@std/cli/parse-args";
import { usageError } from "../usage_error.ts";
import { type CommandSpec, type Flag, flagsOf, flagSyntax } from "./flag.ts";
import { FlagValues } from "./flag_values.ts";
import { canBeEmpty } from "./run_flags.ts";
import {
  denoFlag,
  foreignFlag,
  refuseForeignFile,
  refuseForeignWord,
} from "./foreign_flags.ts";
import { formatInstead, reportersInstead } from "./foreign_reporters.ts";
import { nearest } from "../../core/source/nearest.ts";
import { shellWord } from "../../host/terminal/shell_word.ts";

/**
 * Splits a command's arguments into positionals and flag values by its table.
 * `--flag=value` and `--flag value` are the same; `--` ends the flags.
 *
 * @throws {UsageError} for an unknown flag, a missing value, a value that a
 * switch does not take, or too many positionals.
 */
export function parseFlags(
  spec: CommandSpec,
  args: readonly string[],
): FlagValues {
  const flags = flagsOf(spec);
  const withValue = flags.filter((flag) => flag.value !== undefined);
  let unknown: string | undefined;
  const { _: paths, "--": rest = [], ...parsed } = parseArgs(
    unambiguous(spec, flags, args),
    {
      "--": true,
      boolean: flags.filter((flag) => flag.value === undefined)
        .map((flag) => flag.name),
      string: ["_", ...withValue.map((flag) => flag.name)],
      collect: withValue.map((flag) => flag.name),
      unknown: (arg, key) => {
        if (key !== undefined) unknown ??= arg.replace(/=.*/s, "");
      },
    },
  );
  const positionals = [...paths, ...rest] as string[];
  const isTooMuch = positionals.length > spec.positionals;
  if (isTooMuch || unknown !== undefined) refuseUnquoted(spec, positionals);
  // The value of an unknown flag is no positional.
  refuseSentCommand(
    spec,
    unknown === undefined ? positionals : [...positionals, unknown],
  );
  if (unknown !== undefined) {
    throw unknownFlag(spec, unknown, args);
  }
  const values = new Map<string, string[]>();
  for (const { name } of flags) {
    const given = parsed[name] as boolean | string[] | undefined;
    if (Array.isArray(given)) {
      if (given.length > 0) values.set(name, given);
    } else if (given) values.set(name, [""]);
  }
  if (isTooMuch) {
    throw tooManyWords(spec, positionals, {
      args,
      folder: values.get("output")?.at(-1),
    });
  }
  return new FlagValues(spec.name, positionals, values);
}

/** Programs whose commands can be imported. */
const PROGRAMS = /^(?:curl(?:\.exe)?|grpcurl|websocat|wscat)$/;

/** @throws {UsageError} The words of a command stand where the whole command, in quotes, is one word. */
function refuseUnquoted(
  { name }: CommandSpec,
  [first = "", second = ""]: readonly string[],
): void {
  if (name !== "import" || !PROGRAMS.test(first)) return;
  // There it may be a format before a file.
  if (isPath(first) || isPath(second)) return;
  throw usageError(
    `Cannot import the words of a command: put the whole command in quotes, "brace import '${first} …'", or pipe it to "brace import -"`,
    { command: name },
  );
}

/** @throws {UsageError} The command of another program stands where a method or a URL does. */
function refuseSentCommand(
  { name }: CommandSpec,
  [first = "", second]: readonly string[],
): void {
  const [program] = first.trimStart().split(/\s/, 1);
  const isCommand = PROGRAMS.test(program) &&
    (second !== undefined || /\s\S/.test(first));
  if (name !== "send" || !isCommand) return;
  throw usageError(
    `Cannot send a command of ${program} (import it with "brace import '${program} …'", or write "brace send METHOD URL")`,
    { command: name },
  );
}

/** The error for a word too many: the flag that takes it, where there is one. */
function tooManyWords(
  spec: CommandSpec,
  positionals: readonly string[],
  given: { readonly args: readonly string[]; readonly folder?: string },
): Error {
  const [first] = positionals;
  const word = positionals[spec.positionals];
  const path = unquotedPath(word, given);
  const wayOut = path !== undefined
    ? ` (a path with spaces needs quotes: ${shellWord(path)})`
    : spec.formats?.includes(first) && !isPath(first)
    ? ` (leave out "${first}": Brace finds the format out)`
    : spec.name === "import" && isPath(word)
    ? " (import one after the other with -o FOLDER, or a folder that contains them)"
    : spec.excess === undefined
    ? ""
    : ` (did you mean "${spec.excess} ${word}"?)`;
  return usageError(
    `Cannot use "${word}": too many words for "brace ${spec.name} ${spec.usage}"${wayOut}`,
    { command: spec.name },
  );
}

/** Of longer rows of words no path is made. */
const MAX_WORDS = 10;

/** The path of a file, from here or in the folder that is written, of which a word is a part. */
function unquotedPath(
  word: string,
  { args, folder }: {
    readonly args: readonly string[];
    readonly folder?: string;
  },
): string | undefined {
  for (const [start, arg] of args.entries()) {
    // As in `--keep=some file.yml`.
    const words = [arg.replace(/^--?[^=]*=/, "")];
    for (const next of args.slice(start + 1, start + MAX_WORDS)) {
      if (next.startsWith("-")) break;
      words.push(next);
      const path = words.join(" ");
      const isThere = isPath(path) ||
        folder !== undefined && isPath(`${folder}/${path}`);
      if (isThere && words.includes(word)) return path;
    }
  }
  return undefined;
}

/**
 * The same arguments with a value for each flag, by its long name: parseArgs
 * takes the next argument for the value of a flag that needs none, and none
 * that begins with a dash.
 */
function unambiguous(
  spec: CommandSpec,
  flags: readonly Flag[],
  args: readonly string[],
): string[] {
  const out: string[] = [];
  // With a value parseArgs would drop their "no-"; last, nothing follows them.
  const negated: string[] = [];
  let i = 0;
  for (; i < args.length && args[i] !== "--"; i++) {
    const arg = args[i];
    const { written, inline, flag } = readArgument(flags, arg);
    if (flag === undefined) {
      out.push(arg);
      continue;
    }
    const name = `--${flag.name}`;
    if (flag.value === undefined) {
      if (inline !== undefined) {
        throw usageError(
          `Cannot use "${arg}": "${written}" takes no value`,
          { command: spec.name },
        );
      }
      refuseForeignWord(spec, written, args[i + 1]);
      if (flag.name.startsWith("no-")) negated.push(name);
      else out.push(`${name}=true`);
    } else if (flag.optional && inline === undefined) {
      refuseSpace(spec, written, args[i + 1]);
      out.push(`${name}=`);
    } else {
      const value = inline ?? (isValue(args[i + 1]) ? args[++i] : "");
      // An empty list clears what a brace.yaml gives, which is not read yet.
      const isEmptyList = value === "" && spec.isConfigured === true &&
        canBeEmpty(flag.name) &&
        (inline !== undefined || args[i] === "");
      if (value === "" && !isEmptyList) {
        throw usageError(
          `Cannot use "${written}": it needs a value, "${flagSyntax(flag)}"`,
          { command: spec.name },
        );
      }
      if (flag.name === "env" && value !== "") {
        refuseForeignFile(spec, flags, { written, value });
      }
      out.push(`${name}=${value}`);
    }
  }
  return [...out, ...negated, ...args.slice(i)];
}

/** What stands behind a flag that takes its list with `=` alone, and is no path. */
const LISTED: Readonly<Record<string, RegExp>> = {
  "--allow-env": /^[A-Z_][A-Z\d_]*(?:,[A-Z_][A-Z\d_]*)*$/,
  "--allow-net": /^(?:localhost|\*?[\w-]*(?:\.[\w-]+)+)(?::\d+)?(?:,.+)?$/,
  "--insecure": /^(?:localhost|\*?[\w-]*(?:\.[\w-]+)+)(?::\d+)?(?:,.+)?$/,
};

/** @throws {UsageError} A list stands behind a space, where it would be taken for a path. */
function refuseSpace(
  spec: CommandSpec,
  written: string,
  word: string | undefined,
): void {
  if (word === undefined || !LISTED[written]?.test(word) || isPath(word)) {
    return;
  }
  // A file that is misspelled has its own error.
  if (/\.(?:ya?ml|bru|json)$/.test(word)) return;
  const meant = `${written}=${shellWord(word)}`;
  throw usageError(
    `Cannot use "${written} ${word}": a list follows "=", "${meant}"`,
    { command: spec.name, suggestion: meant },
  );
}

/** An argument at its first `=`: the flag as it is written, which may be unknown, and its value. */
export function readArgument(
  flags: readonly Flag[],
  arg: string,
): {
  readonly written: string;
  readonly flag: Flag | undefined;
  readonly inline: string | undefined;
} {
  const equals = arg.indexOf("=");
  const written = equals < 0 ? arg : arg.slice(0, equals);
  return {
    written,
    flag: findFlag(flags, written),
    inline: equals < 0 ? undefined : arg.slice(equals + 1),
  };
}

/** A negative number is a value, anything else with a dash is the next flag. */
export function isValue(arg: string | undefined): boolean {
  return arg !== undefined && (!/^-./.test(arg) || /^-\d/.test(arg));
}

function findFlag(flags: readonly Flag[], written: string): Flag | undefined {
  return flags.find((flag) =>
    written === `--${flag.name}` ||
    flag.short !== undefined && written === `-${flag.short}`
  );
}

/** The error for a flag that a command does not have: what it has in its place. */
function unknownFlag(
  spec: CommandSpec,
  written: string,
  args: readonly string[],
): Error {
  const foreign = environmentFlag(spec, written, args) ??
    gluedFlag(spec, written) ?? reportersFlag(written, args) ??
    formatInstead(spec, written, (flag) => valueOf(flag, args)) ??
    methodFlag(spec, written, args) ??
    foreignFlag(spec.name, twoDashes(written), valueOf(written, args)) ??
    denoFlag(written);
  if (foreign !== undefined) {
    return usageError(
      `Cannot use "${written}": "brace ${spec.name}" has no such flag, ${foreign}`,
      { command: spec.name },
    );
  }
  const bare = written.replace(/^-+/, "");
  const names = flagsOf(spec).map((flag) => flag.name);
  // With one dash, or three, it is the right name too.
  const name = names.includes(bare) ? bare : meantFlag(bare, names);
  const hint = name === undefined ? "" : ` (did you mean "--${name}"?)`;
  return usageError(
    `Cannot use "${written}": "brace ${spec.name}" has no such flag${hint}`,
    {
      command: spec.name,
      ...(name === undefined ? {} : { suggestion: `--${name}` }),
    },
  );
}

/** A long flag as other programs name it, which one dash is not to hide. */
function twoDashes(written: string): string {
  return written.replace(/^-(?=[^-][^=])/, "--");
}

/** The flag that a word misspells, has in the plural, or begins as no other does. */
function meantFlag(
  bare: string,
  names: readonly string[],
): string | undefined {
  const single = bare.replace(/ies$/, "y");
  const near = nearest(bare, names) ??
    (names.includes(single) ? single : undefined);
  if (near !== undefined || bare.length < 3) return near;
  const begun = names.filter((it) => it.startsWith(bare));
  return begun.length === 1 ? begun[0] : undefined;
}

/** What to write for `-elocal`: a short flag and its value are two words. */
function gluedFlag(spec: CommandSpec, written: string): string | undefined {
  const [, short, value] = /^(-[a-z])([^-].*)$/.exec(written) ?? [];
  if (short === undefined) return undefined;
  const flags = flagsOf(spec);
  // With one dash, or misspelled, it may be a long flag.
  const bare = written.slice(1);
  const names = flags.map(({ name }) => name);
  if (names.includes(bare) || nearest(bare, names)) return undefined;
  const flag = findFlag(flags, short);
  if (flag === undefined) return environmentFlag(spec, short, [short, value]);
  return flag.value === undefined || flag.optional
    ? undefined
    : `write ${short} ${value}`;
}

/** What to write for `--environment local`: the name is known, so the whole of it is. */
function environmentFlag(
  spec: CommandSpec,
  written: string,
  args: readonly string[],
): string | undefined {
  const hasIt = flagsOf(spec).some(({ name }) => name === "env");
  const isIt = hasIt
    ? /^-{1,3}envi[a-z]*$/
    : spec.name === "list"
    ? /^(?:-{1,3}env[a-z]*|-e)$/
    : undefined;
  if (!isIt?.test(written)) return undefined;
  const value = valueOf(written, args) ?? "NAME";
  if (!hasIt) {
    return `leave it out: a list shows URLs as they are written (brace render --env ${value} shows what would be sent)`;
  }
  return /\.json$/i.test(value)
    ? `write --env-file ${shellWord(value)}`
    : `write --env ${shellWord(value)}`;
}

/** What to write for `-X POST` or `-XPOST`: a method has no flag. */
function methodFlag(
  { name }: CommandSpec,
  written: string,
  args: readonly string[],
): string | undefined {
  const glued = /^-X(.+)$/.exec(written)?.[1];
  if (name !== "send" || !glued && !/^(?:-X|--request)$/.test(written)) {
    return undefined;
  }
  const method = glued ?? valueOf(written, args) ?? "";
  return /^[A-Z]+$/.test(method)
    ? `write the method before the URL: brace send ${method} URL`
    : undefined;
}

/** What to write for `-r cli,junit`: bru's flag of the same name takes no value. */
function reportersFlag(
  written: string,
  args: readonly string[],
): string | undefined {
  if (written !== "-r" && written !== "--reporters") return undefined;
  const value = valueOf(written, args);
  return value === undefined ? undefined : reportersInstead(value);
}

/** The value of a flag that the command does not have, where one is written. */
function valueOf(written: string, args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) =>
    arg === written || arg.startsWith(`${written}=`)
  );
  if (at < 0) return undefined;
  const inline = args[at].slice(written.length + 1);
  return inline || (isValue(args[at + 1]) ? args[at + 1] : undefined);
}
