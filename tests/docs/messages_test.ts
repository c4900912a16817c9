import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";

const LIB = fromFileUrl(new URL("../../lib/", import.meta.url));

/** What a message says that nobody could do. */
const VERBS = new Set(
  "access ask be call change check clone compare connect declare decode encode evaluate exit explain export fetch filter find finish follow generate get go hand help ignore import insert keep load make merge open parse reach read remove rename render report require resolve run save select send serve set show sleep start switch talk trust use wait watch write"
    .split(" "),
);

/** A literal that begins a message, and its next word. */
const MESSAGE = /["'`]Cannot[ \n]+(\$\{\w+\}|[^\s:"'`$]*)/g;

/** Functions that make a message of what they are given: `Cannot ${action}`. */
const MAKERS =
  /\b(?:requireValue|bodyCopy|used|describeFileError|Spool\.open)\(\s*["'`](\$\{\w+\}|[^\s:"'`$]*)/g;

/** Their own templates. */
const GIVEN = ["${what}", "${action}", "${verb}"];

/** The first words of the messages of a file's code, each with its line. */
function wordsIn(code: string): { word: string; line: number }[] {
  return [MESSAGE, MAKERS].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ 1: word, index }) => ({
      word,
      line: code.slice(0, index).split("\n").length,
    }))
  );
}

/** The files of code in a folder of lib, generated ones left out. */
function sourcesIn(folder: string): string[] {
  return [...Deno.readDirSync(LIB + folder)].flatMap(
    ({ name, isDirectory }) => {
      if (isDirectory) {
        return name === "generated" ? [] : sourcesIn(`${folder}${name}/`);
      }
      return /\.tsx?$/.test(name) ? [folder + name] : [];
    },
  );
}

describe('messages that begin with "Cannot"', () => {
  it("go on with a verb", () => {
    const wrong: string[] = [];
    let count = 0;
    for (const file of sourcesIn("")) {
      const code = Deno.readTextFileSync(LIB + file);
      for (const { word, line } of wordsIn(code)) {
        count++;
        if (VERBS.has(word) || GIVEN.includes(word)) continue;
        wrong.push(`lib/${file}:${line}: Cannot ${word}`);
      }
    }
    assert(count > 300, `only ${count} messages are found`);
    assertEquals(wrong, []);
  });

  const ROWS: [code: string, words: string[]][] = [
    [`"Cannot the response's body"`, ["the"]],
    ["`Cannot ${what}: it is`", ["${what}"]],
    ['`Cannot\nsend "a"`', ["send"]],
    ['bodyCopy(\n  "the body", value)', ["the"]],
    ["// It is said: Cannot the", []],
  ];
  for (const [code, words] of ROWS) {
    it(`finds ${words.join(" and ") || "nothing"} in ${code}`, () => {
      assertEquals(wordsIn(code).map(({ word }) => word), words);
    });
  }
});
