import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { COMMAND_NAMES } from "../../lib/cli/command.ts";
import { PAGES } from "../../lib/cli/topic/topic_command.ts";
import { renderPage } from "../../lib/cli/topic/topic_command.ts";
import { TOPIC_NAMES } from "../../lib/cli/topic/topics.ts";
import { ansiStyle, plainStyle } from "../../lib/tools/report/style.ts";
import { displayWidth } from "../../lib/core/source/display_width.ts";
import { brace } from "../support/brace.ts";

const DOCS = new URL("../../docs/", import.meta.url);

/** `brace COMMAND --help` and `brace explain CODE` print them. */
const NO_TOPICS = ["commands", "codes"];

describe("the topics", () => {
  it("are the pages of docs, and no commands", () => {
    const pages = [...Deno.readDirSync(DOCS)]
      .flatMap(({ name }) => /^(.+)\.md$/.exec(name)?.[1] ?? [])
      .filter((name) => !NO_TOPICS.includes(name));
    assertEquals([...TOPIC_NAMES].sort(), pages.sort());
    const commands: readonly string[] = COMMAND_NAMES;
    assertEquals(TOPIC_NAMES.filter((name) => commands.includes(name)), []);
  });

  for (const name of TOPIC_NAMES) {
    it(`${name} is shown without marks, in lines that fit`, async () => {
      const page = PAGES[name];
      assertEquals(page, await Deno.readTextFile(new URL(`${name}.md`, DOCS)));
      const text = renderPage(page, { width: 80, style: plainStyle });
      const [title] = text.split("\n", 1);
      assertEquals(`# ${title}`, page.split("\n", 1)[0]);
      for (const line of text.split("\n")) {
        // Deeper is code, which stays as it is, as words that are too long do.
        if (/^ {4}/.test(line)) continue;
        assert(!/\*\*\w|\]\(|<!--|[\u2061-\u2063\u00a0]/.test(line), line);
        assert(displayWidth(line) <= 80 || !/\S +\S/.test(line), line);
      }
    });
  }

  it("are printed by the program", async () => {
    const { code, stdout, stderr } = await brace(["help", "placeholders"]);
    assertEquals([code, stderr], [0, ""]);
    const text = PAGES.placeholders;
    assertEquals(stdout, renderPage(text, { width: 80, style: plainStyle }));
  });
});

const CASES: {
  readonly what: string;
  readonly markdown: string;
  readonly width?: number;
  readonly lines: readonly string[];
}[] = [
  {
    what: "a heading and a paragraph that is broken",
    markdown: "# Title\n\nOne two\nthree.\n",
    width: 9,
    lines: ["Title", "", "  One two", "  three."],
  },
  {
    what: "code as it is, short code in one line",
    markdown: "Say more `a b c` now\n\n```sh\nbrace run  now and then\n```\n",
    width: 13,
    lines: ["  Say more", "  a b c now", "", "    brace run  now and then"],
  },
  {
    what: "links by where they lead",
    markdown: "[a](#b), [run](running.md#order), [Deno](https://deno.com), " +
      "[x](../x.ts), ![p](p.png)<!-- no -->.\n",
    lines: ["  a, run (brace help running), Deno (https://deno.com), x, ."],
  },
  {
    what: "nothing in the place of a picture",
    markdown: "one\n\n![p](p.png)\n\ntwo\n",
    lines: ["  one", "", "  two"],
  },
  {
    what: "lists in lists, and with code",
    markdown: "1. one\n2. two\n   - three\n     four\n\n" +
      "- **five**\n\n  ```sh\n  six\n  ```\n",
    lines: [
      "  1. one",
      "  2. two",
      "     • three four",
      "",
      "  • five",
      "",
      "      six",
    ],
  },
  {
    what: "a table with room",
    markdown: "| a | bb |\n| - | - |\n| `x\\|y` | z |\n",
    lines: ["  a    bb", "  ───  ──", "  x|y  z"],
  },
  {
    what: "a table without a header",
    markdown: "| | |\n| - | - |\n| a | b |\n",
    lines: ["  a  b"],
  },
  {
    what: "a table whose cells are broken",
    markdown: "| name | what it is |\n| - | - |\n" +
      "| one | twelve letters and more |\n| two | few |\n",
    width: 26,
    lines: [
      "  name  what it is",
      "  ────  ──────────────────",
      "  one   twelve letters and",
      "        more",
      "",
      "  two   few",
    ],
  },
  {
    what: "a table with room for words only, row by row",
    markdown: "| a | b |\n| - | - |\n| one two three | four five six |\n",
    width: 16,
    lines: ["  one two three", "      four five", "      six"],
  },
  {
    what: "a table without room, row by row",
    markdown: "| a | b |\n| - | - |\n| a word | twelve letters |\n" +
      "| b | c |\n",
    width: 14,
    lines: ["  a word", "      twelve", "      letters", "", "  b", "      c"],
  },
];

describe("a page", () => {
  for (const { what, markdown, width = 80, lines } of CASES) {
    it(`shows ${what}`, () => {
      const text = renderPage(markdown, { width, style: plainStyle });
      assertEquals(text.split("\n"), [...lines, ""]);
    });
  }

  it("stresses headings, code and strong words on a terminal", () => {
    assertEquals(
      renderPage("## A\n\n`b c` **d e**\n", { width: 80, style: ansiStyle }),
      `${ansiStyle.bold("A")}\n\n  ${ansiStyle.cyan("b c")} ${
        ansiStyle.bold("d")
      } ${ansiStyle.bold("e")}\n`,
    );
  });
});
