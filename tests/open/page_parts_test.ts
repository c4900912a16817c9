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

  const send = async (page: Page, name?: string) => {
    if (name !== undefined) await openItem(page, name);
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

  itNeeds("chromium")("say in which phase a request failed", async () => {
    await acts(async (page, open) => {
      await open.write(
        "lost.yml",
        'info: {name: Lost, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:9/", headers: [{name: A, value: b}]}\n',
      );
      await openItem(page, "Lost");
      await page.keyboard.press("Control+Enter");
      await page.getByText("connection refused").first().waitFor();
      await tabOf(page, "Response", "Timing").click();
      const panel = page.getByRole("tabpanel", { name: "Timing" });
      await panel.getByText("There was no response.").waitFor();
      const [first] = await panel.locator(".phase-legend li").allInnerTexts();
      assert(first.startsWith("Connect "), first);
      await tabOf(page, "Response", "Sent").click();
      await page.getByText("Brace adds others when it sends it").waitFor();
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

  itNeeds("chromium")(
    "say that a variable hides another only where one request finds both",
    async () => {
      const request = (name: string, value: string) =>
        `info: {name: ${name}, type: http}\nhttp: {method: GET, url: "{{baseUrl}}/{{item}}"}\nruntime:\n  variables:\n    - {name: item, value: ${value}}\n    - {name: baseUrl, value: "http://127.0.0.1:9"}\n`;
      await acts(async (page, open) => {
        await open.write("a.yml", request("A", "from-a"));
        await open.write("b.yml", request("B", "from-b"));
        await page.getByRole("treeitem", { name: "B", exact: true }).waitFor();
        await page.keyboard.press("Alt+v");
        const row = page.locator(".variables > li", { hasText: "from-a" });
        await row.getByText("others: 1").click();
        await row.getByRole("button", { name: "Edit item of b.yml" }).click();
        const value = row.getByRole("textbox", { name: "Value of item" });
        assertEquals(await value.inputValue(), "from-b");
        await value.fill("new-b");
        await value.press("Enter");
        await row.getByText("new-b").waitFor();
        assert((await open.read("b.yml")).includes("new-b"));
        assert((await open.read("a.yml")).includes("from-a"));
        await openItem(page, "A");
        await tabOf(page, "Request", "Variables").click();
        await page.getByText("All variables in reach").click();
        await page.getByText("hides 1").waitFor();
      });
    },
  );

  itNeeds("chromium")(
    "do not say that a variable which a script sets later hides others",
    async () => {
      await acts(async (page, open) => {
        await open.write(
          "environments/ci.yml",
          "name: ci\nvariables: [{name: session, value: first}]\n",
        );
        await page.keyboard.press("Alt+v");
        await page.locator(".variables > li", { hasText: "session" })
          .getByText("others: 1").waitFor();
      });
    },
  );

  const save = async (page: Page) => {
    const discard = page.getByRole("button", { name: "Discard" });
    await discard.waitFor();
    await page.keyboard.press("Control+s");
    await discard.waitFor({ state: "detached" });
  };

  itNeeds("chromium")(
    "take what is typed right after a script is added",
    async () => {
      await acts(async (page, open) => {
        await openItem(page, "Login");
        await tabOf(page, "Request", "Scripts").click();
        await page.getByRole("textbox", { name: "Script 1" }).waitFor();
        await page.getByRole("button", { name: "+ Tests" }).click();
        await page.getByRole("textbox", { name: "Script 2" })
          .and(page.locator(":focus")).waitFor();
        await page.keyboard.type("let a = 1;");
        await save(page);
        assert((await open.read("login.yml")).includes("let a = 1;"));
        const removes = page.getByRole("button", { name: /^Remove script/ });
        assertEquals(await removes.count(), 2);
      });
    },
  );

  const ADDED = [
    { name: "Plain", nth: 1, isPostman: true, has: 1 },
    { name: "Login", nth: 2, isPostman: true, has: 2 },
    { name: "Plain", nth: 1, isPostman: false, has: 0 },
  ];
  for (const { name, nth, isPostman, has } of ADDED) {
    itNeeds("chromium")(
      `give script ${nth} of a request ${
        isPostman ? "the dialect of all others" : "no dialect"
      }`,
      async () => {
        await acts(async (page, open) => {
          await open.write(
            "plain.yml",
            'info: {name: Plain, type: http}\nhttp: {method: GET, url: "{{baseUrl}}"}\n',
          );
          if (isPostman) {
            const text = await open.read("login.yml");
            const extensions = "extensions: {brace: {dialect: postman}}";
            await open.write(
              "login.yml",
              text.replace("{type:", `{${extensions}, type:`),
            );
          }
          await openItem(page, name);
          await tabOf(page, "Request", "Scripts").click();
          await page.getByRole("button", { name: "+ Tests" }).click();
          await page.getByRole("textbox", { name: `Script ${nth}` })
            .fill("let a;");
          await save(page);
          const text = await open.read(`${name.toLowerCase()}.yml`);
          assert(text.includes("let a;"));
          assertEquals(text.match(/dialect: postman/g)?.length ?? 0, has);
        });
      },
    );
  }

  itNeeds("chromium")("find an item that comes during the search", async () => {
    await acts(async (page, open) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Go to" }).fill("Latecomer");
      await page.getByText("Nothing has this name.").waitFor();
      await open.write(
        "late.yml",
        'info: {name: Latecomer, type: http}\nhttp: {method: GET, url: "{{baseUrl}}"}\n',
      );
      await page.getByRole("option", { name: /Latecomer/ }).click();
      await page.getByRole("heading", { level: 1, name: "Latecomer" })
        .waitFor();
    });
  });

  itNeeds("chromium")(
    "keep the indent below a placeholder without quotes in JSON",
    async () => {
      await acts(async (page, open) => {
        await open.write(
          "body.yml",
          'info: {name: Body, type: http}\nhttp:\n  method: POST\n  url: "{{baseUrl}}"\n  body:\n    type: json\n    data: |-\n      {\n        "a": {{?n}},\n        "b": {\n          "c": {{?m}},\n          "d": 1\n        }\n      }\n',
        );
        await openItem(page, "Body");
        await tabOf(page, "Request", "Body").click();
        const body = page.getByRole("textbox", { name: "Body" });
        await body.click();
        await page.keyboard.press("Control+Home");
        const keys =
          "ArrowDown ArrowDown ArrowDown ArrowDown End Enter 2 Enter }";
        for (const key of keys.split(" ")) await page.keyboard.press(key);
        assertEquals(
          await body.locator(".cm-line").allInnerTexts(),
          [
            "{",
            '  "a": {{?n}},',
            '  "b": {',
            '    "c": {{?m}},',
            '    "d": 1',
            "    2",
            "  }",
            "  }",
            "}",
          ],
        );
      });
    },
  );

  itNeeds("chromium")("mark a quoted text with braces as one", async () => {
    await acts(async (page, open) => {
      await open.write(
        "quoted.yml",
        `info: {name: Quoted, type: http}
http:
  method: POST
  url: "{{baseUrl}}"
  headers: [{name: X-A, value: "a {{'{{'}}b}} {{nowhere}}"}]
  body: {type: text, data: "a {{'{{'}}b}} {{nowhere}}"}
`,
      );
      await openItem(page, "Quoted");
      await tabOf(page, "Request", "Headers").click();
      const unresolved = page.locator(".rows .mark.unresolved");
      await unresolved.waitFor();
      assertEquals(
        await page.locator(".rows .mark").allInnerTexts(),
        ["{{'{{'}}", "{{nowhere}}"],
      );
      assertEquals(await unresolved.allInnerTexts(), ["{{nowhere}}"]);
      await tabOf(page, "Request", "Body").click();
      const marked = page.locator(".cm-content .brace-mark");
      const wrong = page.locator(".cm-content .brace-mark.unresolved");
      await wrong.waitFor();
      assertEquals(await marked.allInnerTexts(), ["{{'{{'}}", "{{nowhere}}"]);
      assertEquals(await wrong.allInnerTexts(), ["{{nowhere}}"]);
    });
  });

  itNeeds("chromium")("ask on for a secret that a Send needs", async () => {
    await acts(async (page, open) => {
      await open.write(
        "secret.yml",
        'info: {name: Secret, type: http}\nhttp: {method: GET, url: "{{baseUrl}}/{{token}}"}\nruntime: {variables: [{name: token, secret: true}]}\n',
      );
      await openItem(page, "Secret");
      await page.keyboard.press("Control+Enter");
      const value = page.getByRole("dialog").getByLabel("Value of the secret");
      await value.press("Enter");
      assertEquals(
        await value.evaluate((it) => it.matches(":invalid:focus")),
        true,
      );
      await value.fill("abc");
      await value.press("Enter");
      await page.getByRole("status").getByText("200").waitFor();
      // A run goes on without it.
      await page.keyboard.press("Alt+v");
      await page.getByRole("button", { name: "Forget secrets" }).click();
      await page.keyboard.press("Alt+r");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await value.press("Enter");
      await page.getByRole("link", { name: "Requests", exact: true }).first()
        .waitFor();
    });
  });

  itNeeds("chromium")("run on Enter in a field of the view Run", async () => {
    await acts(async (page) => {
      await page.keyboard.press("Alt+r");
      const tags = page.getByLabel("Tags", { exact: true });
      const failure = page.getByText("tag ordrs", { exact: false });
      await tags.fill("ordrs");
      await tags.press("Enter");
      await failure.first().waitFor();
      await tags.fill("");
      await tags.press("Enter");
      await page.getByRole("button", { name: "Rerun failed requests" })
        .waitFor();
      assertEquals(await failure.count(), 0);
    });
  });

  itNeeds("chromium")("say in the history which checks failed", async () => {
    await acts(async (page) => {
      await send(page, LONG);
      await send(page, "Login");
      await page.keyboard.press("Alt+h");
      const rows = page.locator(".history-row button");
      await rows.nth(1).waitFor();
      assertEquals(
        await rows.locator(".code").evaluateAll((all) =>
          all.map((it) => it.textContent?.trim())
        ),
        ["200 OK", "200 OK 2 assertions failed"],
      );
      await page.getByRole("button", { name: /200 OK 2 assertions failed/ })
        .waitFor();
    });
  });

  itNeeds("chromium")("say why a request of setup failed", async () => {
    await using open = await openPage({
      "opencollection.yml":
        "info: {name: Shop}\nextensions: {brace: {setup: [in.yml]}}\n",
      "in.yml":
        'info: {name: Log in, type: http}\nhttp: {method: POST, url: "{{nope}}"}\n',
      "get.yml":
        'info: {name: Get, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:9/"}\n',
    });
    await withPage(async (page) => {
      await page.goto(open.address());
      await openItem(page, "Get");
      await page.keyboard.press("Control+Enter");
      await page.getByText(
        'Log in errored (Cannot resolve "{{nope}}": no scope defines "nope")',
      ).waitFor();
      await page.keyboard.press("Alt+h");
      const row = page.locator(".history-row button", { hasText: "Log in" });
      assertEquals(await row.locator(".method").innerText(), "POST");
    });
  });

  itNeeds("chromium")(
    "name the values that a rerun of a run of all starts with",
    async () => {
      await acts(async (page) => {
        const press = (name: string) =>
          page.getByRole("button", { name, exact: true }).click();
        const values = page.locator(".session-values summary");
        await page.keyboard.press("Alt+r");
        await press("Run");
        await page.getByRole("button", { name: "Rerun failed requests" })
          .waitFor();
        assertEquals(
          await values.innerText(),
          "A rerun starts with 1 value set in this session",
        );
        await press("Forget the values of this session");
        await values.waitFor({ state: "detached" });
        await press("Rerun failed requests");
        await page.getByRole("navigation", { name: "Views of the run" })
          .waitFor();
        assertEquals(await page.locator(".ran-with").innerText(), "With ci");
        // Each row of a repeated run starts with what the files say.
        await send(page, "Login");
        await page.keyboard.press("Alt+r");
        await values.waitFor();
        await page.getByText("More", { exact: true }).click();
        await page.getByLabel("Iterations").fill("2");
        await page.getByLabel("Iterations").press("Tab");
        await values.waitFor({ state: "detached" });
      });
    },
  );

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
