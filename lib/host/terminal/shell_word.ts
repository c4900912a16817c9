import { quotedWord } from "../../core/source/quoted_word.ts";

/** A word as a person pastes it into a shell of this machine, or of another one. */
export function shellWord(
  text: string,
  isWindows: boolean = Deno.build.os === "windows",
): string {
  return quotedWord(text, isWindows);
}

/** A path as a word of a shell: one that begins with `-` would be taken for a flag. */
export function shellPath(path: string): string {
  return shellWord(path.startsWith("-") ? `./${path}` : path);
}
