/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type OpenPage, openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

const LONG = "A name that is longer than the tree is wide at first";

function files(url: string) {
  return {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    "environments/ci.yml":
      `name: ci\nvariables: [{name: baseUrl, value: "${url}"}]\n`,
    "checks.yml":
      `info: {name: ${LONG}, type: http}\nhttp: {method: GET, url: "{{baseUrl}}/users/12?a=1"}\nruntime:\n  assertions:\n    - {expression: res.status, operator: eq, value: "200"}\n    - {expression: res.status, operator: eq, value: "201"}\n    - {expression: res.status, operator: eq, value: "202"}\n`,
    "wrong.yml":
      `info: {name: Wrong, type: http}\nhttp:\n  method: GET\n  headers:\n    - name: X-One\n      value: "{{baseUrI}}"\n  url: "{{baseUrl}}/"\n`,
    "login.yml":
      `info: {name: Login, type: http}\nhttp: {method: GET, url: "{{baseUrl}}/login"}\nruntime:\n  scripts:\n    - {type: after-response, code: "client.setVar('session', 'abc')"}\n`,
  };
}

describe("the parts of the page", () => {
  const withPage = lendsPage();

  async function acts(
    act: (page: Page, open: OpenPage) => Promise<void>,
  ): Promise<void> {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => new Response("ok"),
    );
    await using open = await openPage(
      files(`http://127.0.0.1:${server.addr.port}`),
      { environments: ["ci"] },
    );
    await withPage(async (page) => {
      await page.goto(open.address());
      await page.getByRole("treeitem").first().waitFor();
      await act(page, open);
    });
  }

  const send = async (page: Page) => {
    await page.keyboard.press("Control+Enter");
    await page.getByRole("status").getByText("200").waitFor();
  };

  itNeeds("chromium")("say how many checks failed, and why", async () => {
    await acts(async (page) => {
      await openItem(page, LONG);
      await send(page);
      const checks = tabOf(page, "Response", "Checks");
      assertEquals(
        await checks.locator(".tab-badge").getAttribute("data-text"),
        "2/3 failed",
      );
      const note = page.getByRole("region", { name: "Response" })
        .locator(".note.bad");
      assertEquals(
        await note.locator("span").innerText(),
        "Assertion res.status eq 201: got 200",
      );
      await note.getByRole("button", { name: "1 more" }).click();
      assertEquals(await checks.getAttribute("aria-selected"), "true");
      await note.waitFor({ state: "detached" });
      await tabOf(page, "Response", "Body").click();
    });
  });

  itNeeds("chromium")(
    "have names and URLs that are cut as titles",
    async () => {
      await acts(async (page) => {
        const row = page.getByRole("treeitem", { name: LONG });
        assertEquals(await row.getAttribute("title"), `${LONG}\nchecks.yml`);
        await row.click();
        await send(page);
        await page.keyboard.press("Alt+h");
        const url = page.locator(".history-url").first();
        await url.waitFor();
        assert((await url.innerText()).startsWith("/users/12?a=1"));
        assert(
          /^http:\/\/127.0.0.1:\d+\/users\/12\?a=1$/.test(
            (await url.getAttribute("title"))!,
          ),
        );
      });
    },
  );

  itNeeds("chromium")("ask once for what was meant", async () => {
    await acts(async (page) => {
      await page.keyboard.press("Alt+p");
      await page.getByText("baseUrI").first().waitFor();
      assertEquals(await page.getByText(/did you mean/i).count(), 1);
      await openItem(page, "Wrong");
      await tabOf(page, "Request", "Resolved").click();
      const resolved = page.locator(".resolved .problems");
      await resolved.waitFor();
      assertEquals(await resolved.getByText(/did you mean/i).count(), 1);
      await page.keyboard.press("Control+Enter");
      const source = page.locator(".diagnostic .source");
      await source.waitFor();
      assertEquals(await source.innerText(), '6value: "{{baseUrI}}"');
    });
  });

  itNeeds("chromium")("do not say that a variable hides itself", async () => {
    await acts(async (page) => {
      await openItem(page, "Login");
      await send(page);
      await page.keyboard.press("Alt+v");
      const row = page.locator(".variables").last().locator("li", {
        hasText: "session",
      });
      await row.getByText("set by a script in this session").waitFor();
      assertEquals(await row.locator("summary").count(), 0);
      await row.getByRole("button", { name: "login.yml:5" }).waitFor();
    });
  });

  itNeeds("chromium")("are in sight in a narrow window", async () => {
    await acts(async (page) => {
      await page.setViewportSize({ width: 400, height: 700 });
      await openItem(page, LONG);
      const tabs = page.getByRole("tablist", { name: "Request" });
      const sides = () =>
        tabs.evaluate((it) =>
          ["before", "after"].filter((side) => it.hasAttribute(`data-${side}`))
        );
      await tabOf(page, "Request", "Params").click();
      assertEquals(await sides(), ["after"]);
      await tabOf(page, "Request", "Resolved").click();
      await page.locator(".resolved").waitFor();
      assertEquals(await sides(), ["before"]);
      await send(page);
      const status = page.locator(".response-pane .status-line");
      await page.waitForFunction(() =>
        document.querySelector(".response-pane .status-line")!
          .getBoundingClientRect().top < innerHeight / 2
      );
      assert(await status.isVisible());
    });
  });
});
