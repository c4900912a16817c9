import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { blocksOf, normalized } from "./blocks.ts";
import { describePage, readPage, ROOT } from "./describe_page.ts";

/** Bytes of a picture at most. */
const MAX_PICTURE = 300_000;

describe("README.md", () => {
  const readme = readPage("README.md");
  const lines = readme.split("\n");

  it("names the two commands of the set-up near its top", () => {
    const top = lines.slice(0, 30);
    assert(top.includes("npx -y deno@2.9.6 task demo"));
    assert(top.includes("npx -y deno@2.9.6 task test"));
  });

  it("is short", () => assert(lines.length <= 251));

  it("has small pictures", () => {
    // In the copy for publishing they have an address.
    const pictures = /!\[[^\]]+\]\((?:https:\S*\/(?=docs\/))?([^)]+)\)/g;
    for (const [, path] of readme.matchAll(pictures)) {
      assert(Deno.statSync(new URL(path, ROOT)).size <= MAX_PICTURE, path);
    }
  });

  it("shows a failure as it is printed: deno task pictures", () => {
    const shown = [
      ...readPage("docs/failure.svg").matchAll(
        /<text[^>]*>(.*)<\/text>/g,
      ),
    ].map(([, line]) => line.replace(/<[^>]*>/g, ""))
      .map((line) => line.replaceAll("&lt;", "<").replaceAll("&amp;", "&"));
    const command = shown[0];
    const printed = blocksOf(readPage("docs/placeholders.md"))
      .find(({ text }) => text.startsWith(`${command}\n`))?.text;
    assertEquals(
      normalized(shown.join("\n")),
      normalized(printed?.replace(/^\$ echo[^]*/m, "") ?? ""),
    );
  });
});

describe("what the pages of the project say", () => {
  const brace = braceRows();
  for (const page of ["README.md", "CONTRIBUTING.md", "SECURITY.md"]) {
    describePage(page, { brace });
  }
});
