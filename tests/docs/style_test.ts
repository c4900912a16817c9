import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { AVOIDED, AVOIDED_IN_PAGES } from "./avoided.ts";
import { readPage, ROOT } from "./describe_page.ts";
import { type Sentence, sentencesOf } from "./prose.ts";

/** What no page has. */
const OF_PAGES = [...AVOIDED, ...AVOIDED_IN_PAGES];
/** Words of a sentence at most. */
const MAX_WORDS = 40;

/** What is wrong with the style of a page, each with its place. */
function findingsIn(
  page: string,
  text: string,
  avoided = AVOIDED,
): string[] {
  return sentencesOf(text).flatMap((sentence) =>
    problemsOf(sentence, avoided).map((problem) =>
      `${page}:${sentence.line}: ${problem}: ${sentence.original}`
    )
  );
}

function problemsOf(
  { text, isHeading }: Pick<Sentence, "text" | "isHeading">,
  avoided: typeof AVOIDED,
): string[] {
  const problems = avoided.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text)?.[0];
    return found === undefined ? [] : `"${found}" (${instead})`;
  });
  if (!isHeading && /^What\b(?!.*\?$)/.test(text)) {
    problems.push('begins with "What" (name the subject)');
  }
  const words = text.split(/\s+/).filter((word) => /\w/.test(word)).length;
  if (words > MAX_WORDS) problems.push(`${words} words (${MAX_WORDS} at most)`);
  return problems;
}

/** The newest section of the changelog; lines before it are empty. */
function newestSection(changelog: string): string {
  const [, before, section] = /^([^]*?)(^## [^]*?)(?=^## )/m.exec(changelog)!;
  return before.replaceAll(/[^\n]/g, "") + section;
}

describe("the style of the docs", () => {
  const pages = [...Deno.readDirSync(new URL("docs/", ROOT))]
    .map(({ name }) => `docs/${name}`)
    .filter((path) => path.endsWith(".md"));
  for (
    const path of [...pages, "README.md", "SECURITY.md", "CONTRIBUTING.md"]
      .sort()
  ) {
    it(path, () => {
      assertEquals(findingsIn(path, readPage(path), OF_PAGES), []);
    });
  }

  it("CHANGELOG.md, the newest section", () => {
    const changelog = newestSection(readPage("CHANGELOG.md"));
    assertEquals(findingsIn("CHANGELOG.md", changelog), []);
  });
});

/** Every description of a schema: editors show them on hover and in lists. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "description" && typeof inner === "string"
      ? inner
      : descriptionsIn(inner)
  );
}

describe("the style of the schemas", () => {
  for (const { name } of Deno.readDirSync(new URL("docs/schema/", ROOT))) {
    it(name, () => {
      const texts = descriptionsIn(JSON.parse(readPage(`docs/schema/${name}`)));
      assertEquals(
        [...new Set(texts)].filter((text) =>
          /^(?:What|Who|Whom|Whose|Which|How|When|Where|Its?)\b/.test(text) ||
          problemsOf({ text, isHeading: false }, AVOIDED).length > 0
        ),
        [],
      );
    });
  }
});

describe("the check of style", () => {
  for (
    const [text, phrase] of [
      ["The name is told.", "is told"],
      ["A tag that nothing has\nis told of.", "is told"],
      ["In base64, and in two forms upon each other.", "upon each other"],
      ["A request is let go with it.", "is let"],
      ["Nothing happens of its own accord.", "of its own"],
      ["- An item.\n- Besides these.", "Besides"],
      ["Installers compare its sum.", "compare its sum"],
      ["| a | there is none |", "there is none"],
      ["A  blank too many.", "A  b"],
      ["Nor do the others.", "Nor do"],
      ["A path that is no variable's name.", "is no v"],
      ["It ends after so many messages.", "so many"],
      ["The file cannot be read.", "cannot be read"],
      ["A path that is not there.", "is not there"],
      ["Brace sends nothing of the request.", "nothing of the"],
      ["Where a variant exists, Brace uses it.", "Where a variant exists,"],
      ["These requests are counted.", "are counted"],
      ["It leads to what is elsewhere.", "to what is"],
      ["No value can come of it.", "come of"],
    ]
  ) {
    it(`finds "${phrase}"`, () => {
      const [finding] = findingsIn("a.md", `# A\n\n${text}\n`, OF_PAGES);
      assertEquals(finding?.includes(`"${phrase}" (`), true, finding);
    });
  }

  it("names the line that a sentence begins in", () => {
    const page =
      "# A\n\n```sh\nbrace\n```\n\nGood. Also good,\nhere. What is\n" +
      "gone is gone.\n";
    assertEquals(
      findingsIn("a.md", page).map((it) => /^a\.md:\d+/.exec(it)?.[0]),
      ["a.md:8", "a.md:8"],
    );
  });

  it("finds sentences that are too long", () => {
    const long = `${"word ".repeat(MAX_WORDS)}word.`;
    assertEquals(findingsIn("a.md", `${long}\n`).length, 1);
    assertEquals(findingsIn("a.md", `${long.slice(5)}\n`).length, 0);
  });

  it("passes over code", () => {
    const page = "Use `it is said` and [a link](besides.md).\n\n" +
      "```text\nWhat  is told\n```\n\nWhat is it?\n";
    assertEquals(findingsIn("a.md", page), []);
  });
});
