/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type Files, type OpenPage, openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

const BEFORE = `info: {name: Say, type: http}
# The script is a text of its own.
http: {method: GET, url: "http://127.0.0.1:1/"}
runtime:
  scripts:
    - type: before-request
      code: |-
        const one = 1;
        const two = 2;
docs: About it.
`;

const YAML: Files = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
  "say.yml": BEFORE,
};

const BRU: Files = {
  "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}',
  "say.bru":
    "meta {\n  name: Say\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:1/\n}\n\nscript:pre-request {\n  const one = 1;\n  const two = 2;\n}\n",
};

describe("the tab Scripts", () => {
  const withPage = lendsPage();

  async function acts(
    files: Files,
    act: (page: Page, open: OpenPage) => Promise<void>,
  ): Promise<void> {
    await using open = await openPage(files);
    await withPage(async (page) => {
      await page.goto(open.address());
      await openItem(page, "Say");
      await tabOf(page, "Request", "Scripts").click();
      await editor(page).waitFor();
      await act(page, open);
    });
  }

  const editor = (page: Page) =>
    page.getByRole("textbox", { name: "Script 1" });

  const language = (page: Page) =>
    page.getByRole("combobox", { name: "Script 1 language" });

  const types = async (page: Page, text: string) => {
    await editor(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText(text);
  };

  const saves = async (page: Page) => {
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Discard" })
      .waitFor({ state: "detached" });
  };

  /** Sends what is typed; its error. */
  const sends = async (page: Page) => {
    await page.keyboard.press("Control+Enter");
    const card = page.locator(".response-pane .diagnostic");
    await card.waitFor();
    return card;
  };

  /** The text of the line that has the cursor. */
  const line = (page: Page) => page.locator(".cm-activeLine").innerText();

  itNeeds("chromium")("has a choice of the language", async () => {
    await acts(YAML, async (page, open) => {
      await types(page, "const zero: number = 0;\n");
      await language(page).selectOption({ label: "TypeScript" });
      await saves(page);
      assertEquals(
        await open.read("say.yml"),
        BEFORE.replace(
          "        const one",
          "        const zero: number = 0;\n$&",
        )
          .replace("      code:", "      language: typescript\n$&"),
      );
      await language(page).selectOption({ label: "JavaScript" });
      await types(page, "// ");
      await saves(page);
      assertEquals(
        await open.read("say.yml"),
        BEFORE.replace(
          "        const one",
          "        // const zero: number = 0;\n$&",
        ),
      );
    });
  });

  itNeeds("chromium")("has none where no file can say it", async () => {
    await acts(BRU, async (page) => {
      assertEquals(await language(page).count(), 0);
    });
  });

  itNeeds("chromium")("marks what checks find in a single line", async () => {
    const one = Object.entries(YAML).map(([path, text]) => [
      path,
      text.replace(
        /code: \|-?\n(?: {8}.*\n)+/,
        "code: client.setVr('a', 2);\n",
      ),
    ]);
    await acts(Object.fromEntries(one), async (page) => {
      const marks = page.locator(".cm-problem.error");
      await marks.waitFor();
      assertEquals(await marks.innerText(), "client.setVr('a', 2);");
    });
  });

  for (const [kind, files] of [["YAML", YAML], [".bru", BRU]] as const) {
    itNeeds("chromium")(`marks what checks find, in ${kind}`, async () => {
      const wrong = Object.entries(files).map(([path, text]) => [
        path,
        text.replace("const two = 2;", "client.setVr('two', 2);"),
      ]);
      await acts(Object.fromEntries(wrong), async (page) => {
        const marks = page.locator(".cm-problem.error");
        await marks.waitFor();
        assertEquals(await marks.innerText(), "client.setVr('two', 2);");
        assertStringIncludes(
          await marks.getAttribute("title") ?? "",
          'did you mean "setVar"?',
        );
        // Edits elsewhere move it, one of its line takes it away.
        await types(page, "// a\n");
        assertEquals(await marks.innerText(), "client.setVr('two', 2);");
        await page.keyboard.press("Control+End");
        await page.keyboard.press("Backspace");
        await marks.waitFor({ state: "detached" });
        await page.keyboard.insertText(" // b");
        await saves(page);
        await marks.waitFor();
      });
    });

    itNeeds("chromium")(
      `is where an error of unsaved text leads, in ${kind}`,
      async () => {
        await acts(files, async (page) => {
          await types(page, "// a\n// b\nthrow new Error('no')\n");
          const card = await sends(page);
          await tabOf(page, "Request", "Params").click();
          await card.getByRole("button").click();
          await editor(page).waitFor();
          await page.waitForFunction(() =>
            document.querySelector(".cm-activeLine")?.textContent
              ?.includes("throw")
          );
          assertEquals(await line(page), "throw new Error('no')");
        });
      },
    );
  }

  itNeeds("chromium")(
    "has words where nothing shows the line of an error any more",
    async () => {
      await acts(YAML, async (page) => {
        await types(page, "throw new Error('no')\n");
        const card = await sends(page);
        await card.getByRole("button").waitFor();
        await types(page, "// ");
        await card.getByRole("button").waitFor({ state: "detached" });
        assertEquals(
          (await card.locator(".place").innerText()).includes("say.yml:"),
          true,
        );
      });
    },
  );

  itNeeds("chromium")(
    "marks no mistakes in what only looks like a placeholder",
    async () => {
      await acts(YAML, async (page) => {
        await types(
          page,
          'const a = "{{#each items}}{{nowhere}}{{/each}} {{$guid}}";\n',
        );
        const marked = page.locator(".brace-mark");
        const isAlone = () =>
          document.querySelectorAll(".brace-mark").length === 1;
        await page.waitForFunction(isAlone);
        assertEquals(await marked.allInnerTexts(), ["{{$guid}}"]);
        await saves(page);
        await tabOf(page, "Request", "Source").click();
        await page.getByRole("textbox", { name: "Source" }).waitFor();
        await page.waitForFunction(isAlone);
        await page.getByRole("textbox", { name: "Source" }).click();
        await page.keyboard.press("Control+End");
        await page.keyboard.insertText("# {{other}}");
        await page.locator(".brace-mark.unresolved").waitFor();
        assertEquals(await marked.allInnerTexts(), ["{{$guid}}", "{{other}}"]);
      });
    },
  );
});
