import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { describe, it } from "@std/testing/bdd";
import {
  codePage,
  everyCode,
  pageText,
} from "../../../lib/tools/check/code_pages.ts";
import type { DiagnosticCode } from "../../../lib/core/source/diagnostic.ts";
import { displayWidth } from "../../../lib/core/source/display_width.ts";
import { foundIn } from "./found_in.ts";

const root = fromFileUrl(new URL("../../../fixtures/check/", import.meta.url));

/** Codes of runs and command lines, and of what a check takes as given. */
const ELSEWHERE: readonly DiagnosticCode[] = [
  "ASSERTION",
  "CERTIFICATE",
  "CONNECTION",
  "DNS",
  "EMPTY_SELECTION",
  "INVALID_RESPONSE",
  "NOT_READY",
  "OPAQUE_PLACEHOLDER",
  "PROTOCOL",
  "REDIRECT",
  "RESPONSE_CUT",
  "SCRIPT_MEMORY",
  "SCRIPT_TIMEOUT",
  "SET_APART",
  "STREAM_TIMEOUT",
  "TEST",
  "TIMEOUT",
  "UNANSWERED_PROMPT",
  "UNAUTHORIZED",
  "USAGE",
  "WRITE",
];

/** What is found in a file or folder of the fixtures, as `code line:column`, as `brace check` finds it. */
async function found(path: string): Promise<string[]> {
  return (await foundIn(root + path))
    .map(({ code, severity, location: { line, column } = {} }) =>
      `${severity} ${code}` + (line === undefined ? "" : ` ${line}:${column}`)
    );
}

describe("what a check finds", () => {
  const codes = [...Deno.readDirSync(root)].map(({ name }) => name).sort();

  it("has fixtures for every code that a check finds", () => {
    const wanted = everyCode().filter((code) => !ELSEWHERE.includes(code));
    assertEquals(codes, wanted.toSorted());
  });

  for (const code of codes) {
    const files = [...Deno.readDirSync(root + code)].map(({ name }) => name);
    const file = (stem: string) =>
      `${code}/${files.find((name) => name.startsWith(stem))!}`;

    it(`${code}: in each place of the fixture, and nothing else`, async () => {
      const expected = (await Deno.readTextFile(`${root}${code}/expected.txt`))
        .trim().split("\n");
      assertEquals(await found(file("trigger")), expected);
      assert(expected.some((line) => line.includes(` ${code}`)), code);
    });

    it(`${code}: not for what only looks like it`, async () => {
      const lines = await found(file("near_miss"));
      // A variable's value may be all that a fixture is about.
      assertEquals(
        lines.filter((line) => line.includes(code) || line.startsWith("error")),
        [],
      );
    });
  }
});

describe("the pages on codes", () => {
  const source = (path: string) =>
    Deno.readTextFileSync(new URL(`../../../${path}`, import.meta.url))
      .replaceAll("\r\n", "\n");

  it("are one for each code, and nothing else is in docs/codes.md", () => {
    const [, union] = /export type DiagnosticCode =([^;]+);/
      .exec(source("lib/core/source/diagnostic.ts"))!;
    const codes = [...union.matchAll(/\| "(\w+)"/g)].map(([, code]) => code);
    assert(codes.length > 50, "the union is read");
    assertEquals(everyCode().toSorted(), codes.toSorted());
    const sections = [...source("docs/codes.md").matchAll(/^### (.*)/gm)];
    assertEquals(sections.map(([, title]) => title), [...everyCode()]);
  });

  for (const code of everyCode()) {
    it(`${code} has a page that names the comment which hides it, if one does`, () => {
      const comment = `\n  # brace-ignore ${code}: reason`;
      assertEquals(
        pageText(code, 80).includes(comment),
        !ELSEWHERE.includes(code),
      );
    });

    it(`${code} has a page in lines of at most 80 columns`, () => {
      const { what, more } = codePage(code);
      assert(what.endsWith(".") && more.endsWith("."), code);
      for (const line of pageText(code, 80).split("\n")) {
        assert(displayWidth(line) <= 80, line);
      }
    });
  }
});
