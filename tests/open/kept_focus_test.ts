/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type OpenPage, openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

describe("the focus in a .bru file, which has its rows in another order once it is saved", () => {
  const withPage = lendsPage();

  async function acts(act: (page: Page, open: OpenPage) => Promise<void>) {
    await using open = await openPage({
      "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}',
      "environments/local.bru":
        "vars {\n  host: x\n}\nvars:secret [\n  pass,\n  token\n]\n",
      "get.bru":
        "meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:1/:id\n}\n\nparams:path {\n  id: 12\n}\n",
    }, { environments: ["local"] });
    await withPage(async (page) => {
      await page.goto(open.address());
      await act(page, open);
    });
  }

  const saves = async (page: Page) => {
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Discard" })
      .waitFor({ state: "detached" });
  };

  itNeeds("chromium")("stays with the parameter", async () => {
    await acts(async (page, open) => {
      await openItem(page, "Get");
      await tabOf(page, "Request", "Params").click();
      await page.getByLabel("Param 2 name", { exact: true }).fill("expand");
      await page.getByLabel("Param 2 value", { exact: true }).fill("event");
      await saves(page);
      await page.keyboard.type("s");
      await saves(page);
      const text = await open.read("get.bru");
      assertStringIncludes(text, "expand: events");
      assertStringIncludes(text, "id: 12\n");
    });
  });

  itNeeds("chromium")("stays with the secret", async () => {
    await acts(async (page, open) => {
      await page.getByRole("button", { name: "Variables" }).first().click();
      await page.getByRole("button", { name: "local", exact: true }).click();
      await page.getByLabel("Variable 4 name", { exact: true }).fill("zone");
      await page.getByLabel("Variable 4 value", { exact: true }).fill("v1");
      await page.getByLabel("Variable 2 value", { exact: true }).click();
      await page.keyboard.type("hunter");
      await saves(page);
      const focused = await page.evaluate(() =>
        document.activeElement?.getAttribute("aria-label")
      );
      assertEquals(focused, "Variable 3 value");
      await page.keyboard.type("MORE");
      await saves(page);
      assertEquals(
        await open.read("environments/local.bru"),
        "vars {\n  host: x\n  zone: v1\n}\nvars:secret [\n  pass,\n  token\n]\n",
      );
    });
  });
});
