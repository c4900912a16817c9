import { assert, assertEquals } from "@std/assert";
import { AVOIDED, AVOIDED_IN_PAGES } from "./avoided.ts";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";

const LIB = fromFileUrl(new URL("../../lib/", import.meta.url));

/** What a message says that nobody could do. */
const VERBS = new Set(
  "access answer ask be call change check clone compare connect copy create declare decode describe download edit encode evaluate exit explain export fetch filter find finish fix follow generate get go hand help ignore import insert keep load make merge move name open parse query reach read remove rename render replace report require resolve reveal run save select send serve set show sleep start subscribe switch talk trust use wait watch write"
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

/** Phrases that only messages fall into. */
const AVOIDED_IN_MESSAGES: typeof AVOIDED = [
  ...AVOIDED,
  [/^(?:Without effect|Not known|Not set) (?:is|are)\b/, "no inversion"],
  [/\b(?:is|are) in it\b/, '"it contains …"'],
  [/\blook (?:it|them) over\b/, '"check it"'],
  [/\bhas nothing for\b/, '"has no equivalent of …"'],
  [/, no (?:collection|file|folder)$/, '", not a …"'],
  [/\bthat is not taken\b/i, "say who does not accept it"],
  [/\bis not of its kind\b/, '"has the wrong type"'],
  [/\bspeaks no\b/, '"does not speak"'],
];

function withoutComments(code: string): string {
  return code.replace(
    /\/\*[^]*?\*\/|^\s*\/\/.*$/gm,
    (comment) => comment.replace(/[^\n]/g, " "),
  );
}

/** The texts of several words in code, comments left out, each with its line. */
function textsIn(code: string): { text: string; line: number }[] {
  const bare = withoutComments(code);
  return [...bare.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g)]
    .filter(([text]) => / /.test(text.trim()))
    .map(({ 0: text, index }) => ({
      text: text.slice(1, -1).replace(/\s+/g, " "),
      line: code.slice(0, index).split("\n").length,
    }));
}

/** The texts between the tags of JSX, comments left out, each with its line. */
function jsxTextsIn(code: string): { text: string; line: number }[] {
  const bare = withoutComments(code);
  return [...bare.matchAll(/(?<=[>}])[^<>{}=;]*[A-Za-z][^<>{}=;]*(?=[<{])/g)]
    .map(({ 0: text, index }) => {
      const start = index + text.length - text.trimStart().length;
      return {
        text: text.trim().replace(/\s+/g, " "),
        line: code.slice(0, start).split("\n").length,
      };
    })
    .filter(({ text }) => text.includes(" "));
}

/** What is wrong with the style of the texts of code. */
function styleProblems(
  code: string,
  texts = textsIn(code),
  avoided = AVOIDED_IN_MESSAGES,
): string[] {
  return texts.flatMap(({ text, line }) =>
    avoided.flatMap(([phrase, instead]) => {
      const found = phrase.exec(text)?.[0];
      return found === undefined
        ? []
        : [`${line}: "${found}" (${instead}): ${text}`];
    })
  );
}

describe("the style of messages", () => {
  it("is that of the docs", () => {
    const wrong = sourcesIn("").flatMap((file) =>
      styleProblems(Deno.readTextFileSync(LIB + file))
        .map((problem) => `lib/${file}:${problem}`)
    );
    assertEquals(wrong, []);
  });

  const ROWS: [code: string, phrases: string[]][] = [
    ['"Without effect is \\"--tags a\\": no request has it"', [
      "Without effect is",
    ]],
    ["`Cannot go on: it is told\n  so`", ["is told"]],
    ['why = "no curl command is in it"', ["is in it"]],
    ['"it is a curl command, no collection"', [", no collection"]],
    ["// It is said.\n/* is told */ const a = 1;", []],
    ['"told"', []],
  ];
  for (const [code, phrases] of ROWS) {
    it(`finds ${phrases.join(" and ") || "nothing"} in ${code}`, () => {
      assertEquals(
        styleProblems(code).map((it) => /"(.*?)" \(/.exec(it)![1]),
        phrases,
      );
    });
  }
});

/** Phrases that nothing on a page has. */
const AVOIDED_IN_PAGE: typeof AVOIDED = [
  ...AVOIDED_IN_MESSAGES,
  ...AVOIDED_IN_PAGES,
  [/\b(?:is|are) (?:chosen|sent)\b/, "say who does it"],
  [/\bstands? for\b/, '"is" or "means"'],
  [/\bthere (?:was|were) none\b/i, "say what is missing"],
  [/\b(?:is|are) in no file\b/, '"No file contains …"'],
];

describe("the style of the page", () => {
  it("is that of the docs, between tags and in attributes", () => {
    const wrong = sourcesIn("embedded/page/").flatMap((file) => {
      const code = Deno.readTextFileSync(LIB + file);
      const texts = [
        ...textsIn(code),
        ...file.endsWith(".tsx") ? jsxTextsIn(code) : [],
      ];
      return styleProblems(code, texts, AVOIDED_IN_PAGE)
        .map((problem) => `lib/${file}:${problem}`);
    });
    assertEquals(wrong, []);
  });

  const ROWS: [code: string, texts: string[]][] = [
    ["<p>It is\n  told.</p>", ["It is told."]],
    ["<p>\n  {name} is not there\n</p>", ["is not there"]],
    ['<b title="in place of it">{/* It is told. */}</b>', []],
    ["{a} of <i>{b}</i> in place of c{d}", ["in place of c"]],
  ];
  for (const [code, texts] of ROWS) {
    it(`reads ${texts.join(" and ") || "nothing"} in ${code}`, () => {
      assertEquals(jsxTextsIn(code).map(({ text }) => text), texts);
    });
  }
});

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
