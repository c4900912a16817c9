import { describe } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { openPage } from "../support/open_page.ts";
import { openItem } from "../support/page_views.ts";

const HEAD = "info: {name: Get, type: http}\nhttp:\n  method: POST\n";
const ADDRESS = '  url: "http://127.0.0.1:1/"\n';

/** A request with an error, and what the button says that leads to it. */
const ROWS: Readonly<Record<string, readonly [text: string, says: string]>> = {
  "a script": [
    `${HEAD}${ADDRESS}runtime:\n  scripts:\n    - type: tests\n      code: |-\n        const t = 1;\n        const u = ;\n`,
    "Line 2 in Scripts, 10 in Source",
  ],
  "a body": [
    `${HEAD}${ADDRESS}  body:\n    type: json\n    data: |-\n      {\n        "a": {{ a b }}\n      }\n`,
    "Line 2 in Body, 9 in Source",
  ],
  "a URL": [`${HEAD}  url: "http://{{ a b }}/"\n`, "Line 4"],
};

describe("the line of an error above the form", () => {
  const withPage = lendsPage();

  for (const [place, [text, says]] of Object.entries(ROWS)) {
    itNeeds("chromium")(`is that of the editor, too: ${place}`, async () => {
      await using open = await openPage({
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
        "get.yml": text,
      });
      await withPage(async (page) => {
        await page.goto(open.address());
        await openItem(page, "Get");
        const line = page.getByRole("button", { name: /^Line / }).first();
        await line.waitFor();
        assertEquals(await line.textContent(), says);
      });
    });
  }

  itNeeds("chromium")("tells of a warning, too, in its colour", async () => {
    await using open = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      "get.yml": `${HEAD}${ADDRESS}  body: {type: file, data: []}\n`,
    });
    await withPage(async (page) => {
      await page.goto(open.address());
      await openItem(page, "Get");
      const band = page.locator(".request-pane > .note.warn");
      await band.waitFor();
      assertStringIncludes(
        await band.innerText(),
        "goes out without the body",
      );
      assertEquals(await page.locator(".note.bad").count(), 0);
      await open.write("get.yml", HEAD + ADDRESS);
      await band.waitFor({ state: "detached" });
    });
  });
});
