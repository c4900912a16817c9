import type { Diagnostic } from "../core/source/diagnostic.ts";
import { shellWord } from "../host/terminal/shell_word.ts";

const SUGGESTED = /^brace run (.*)$/s;

/** A flag with the value of a variable, or its name alone: the value comes next. */
const ASSIGNS = /^--(?:env-)?var(?:=|$)/;

/**
 * Diagnostics of what cannot be loaded, which suggest the command that is used
 * with another path.
 *
 * @param args The command line as it is typed: its flags go along.
 */
export function forCommand(
  command: string,
  diagnostics: readonly Diagnostic[],
  args: readonly string[] = Deno.args,
): Diagnostic[] {
  return diagnostics.map((one) => {
    const [, path] = SUGGESTED.exec(one.suggestion ?? "") ?? [];
    if (one.code !== "NOT_A_COLLECTION" || path === undefined) return one;
    const words = withPath(one.message, {
      path,
      typed: args.slice(command.split(" ").length),
    });
    return { ...one, suggestion: ["brace", command, ...words].join(" ") };
  });
}

/** The typed words with another path; the path alone where it is not clear which word was the path. */
function withPath(
  message: string,
  { path, typed }: { readonly path: string; readonly typed: readonly string[] },
): string[] {
  const isHere = message.startsWith('Cannot load "."');
  const isPath = (word: string) =>
    message.startsWith(`Cannot load "${word}"`) ||
    isHere && /^\.\/+$/.test(word);
  const places = typed.flatMap((word, index) => isPath(word) ? [index] : []);
  const [at] = places;
  if (places.length > 1 || at === undefined && !isHere) return [path];
  const words = typed.map((word, index) =>
    ASSIGNS.test(word) || ASSIGNS.test(typed[index - 1] ?? "")
      // The value may be secret.
      ? word.replace(/((?:^--[a-z-]+=)?[^=]*=)[^]*/, "$1…")
      : shellWord(word)
  );
  return at === undefined ? [path, ...words] : words.with(at, path);
}
