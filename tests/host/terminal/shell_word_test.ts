import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { shellPath, shellWord } from "../../../lib/host/terminal/shell_word.ts";
import { itNeeds } from "../../support/needs.ts";

/** Texts → words for POSIX shells. */
const WORDS: readonly (readonly [text: string, word: string])[] = [
  ["my-api/users.yml", "my-api/users.yml"],
  ["a=b@c%d+e,f:g", "a=b@c%d+e,f:g"],
  ["", '""'],
  ["my api", '"my api"'],
  ["it's", `"it's"`],
  ['say "hi"', `'say "hi"'`],
  [`it's "it"`, `'it'\\''s "it"'`],
  ["$HOME", "'$HOME'"],
  ["`id`", "'`id`'"],
  ["C:\\a", "'C:\\a'"],
  ["wow!1", "'wow!1'"],
  ["~", '"~"'],
  ["~root/x", '"~root/x"'],
  ["-x", "-x"],
  ["=ls", '"=ls"'],
  ["#5", '"#5"'],
  ["%1", '"%1"'],
  ["*.yml", '"*.yml"'],
  ["a?[b]", '"a?[b]"'],
  ["{a,b}", '"{a,b}"'],
  ["a;b|c&d>e<f(g)", '"a;b|c&d>e<f(g)"'],
  ["two\nlines", '"two\nlines"'],
  ["two\n$lines\n", "'two\n$lines\n'"],
  ["\t", '"\t"'],
  ["Grüße 名前 🦕", '"Grüße 名前 🦕"'],
];

/** Texts → words for PowerShell, and cmd.exe where that has any. */
const ON_WINDOWS: typeof WORDS = [
  ["C:\\my-api\\a=b", "C:\\my-api\\a=b"],
  ["C:\\my api", '"C:\\my api"'],
  ["a,b", '"a,b"'],
  ["@a", '"@a"'],
  ["it's", `"it's"`],
  ["it's $1", "'it''s $1'"],
];

describe("a word for a shell", () => {
  for (
    const [words, isWindows] of [[WORDS, false], [ON_WINDOWS, true]] as const
  ) {
    for (const [text, word] of words) {
      it(`${JSON.stringify(text)} ${isWindows ? "on Windows " : ""}is ${word}`, () => {
        assertEquals(shellWord(text, isWindows), word);
      });
    }
  }

  for (const shell of ["sh", "bash", "zsh"] as const) {
    itNeeds(shell)(
      `is the same text again when ${shell} reads it`,
      async () => {
        for (const [text] of WORDS) {
          const { stdout } = await new Deno.Command(shell, {
            args: ["-c", `printf %s ${shellWord(text, false)}`],
          }).output();
          assertEquals(new TextDecoder().decode(stdout), text);
        }
      },
    );
  }

  it("is no flag where it is a path", () => {
    assertEquals(
      ["-x", "-my api", "x/-y"].map(shellPath),
      ["./-x", '"./-my api"', "x/-y"],
    );
  });
});
