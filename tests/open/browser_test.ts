/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { afterAll, describe } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import type { Page } from "playwright-core";
import { sleep } from "../../lib/host/sleep.ts";
import { findings } from "../support/axe_findings.ts";
import { EMPTY, lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type Files, type OpenPage, openPage } from "../support/open_page.ts";
import { tabOf } from "../support/page_views.ts";

const SECRET = "s3cret-9f8e7d";

/** A collection whose requests go to a server of the test. */
function shop(port: number): Files {
  return {
    "opencollection.yml": `opencollection: 1.0.0
info:
  name: Shop
request:
  headers:
    - name: X-Shop
      value: "{{shopName}}"
  variables:
    - name: shopName
      value: corner
`,
    "environments/local.yml": `name: local
variables:
  - name: baseUrl
    value: http://127.0.0.1:${port}
  - secret: true
    name: token
    value: ${SECRET}
`,
    "users/folder.yml": "info:\n  name: Users\n  type: folder\n",
    "users/list.yml": `# The first one.
info:
  name: List users
  type: http
  seq: 1

http:
  method: GET # of all
  url: "{{baseUrl}}/users"

runtime:
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
`,
    "users/create.yml": `info:
  name: Create a user
  type: http
  seq: 2
http:
  method: POST
  url: "{{baseUrl}}/users"
  body:
    type: json
    data: |-
      {"name": "{{shopName}}"}
`,
  };
}

describe("the page of brace open", () => {
  const withPage = lendsPage();

  /** The collection in the page, and the server that its requests go to. */
  async function opens(): Promise<AsyncDisposable & { open: OpenPage }> {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      async (request) =>
        Response.json({
          method: request.method,
          shop: request.headers.get("x-shop"),
          url: new URL(request.url).pathname,
          body: await request.text(),
          text: "</script><script>alert(1)</script>",
        }),
    );
    const open = await openPage(shop(server.addr.port));
    return {
      open,
      async [Symbol.asyncDispose]() {
        await open[Symbol.asyncDispose]();
        await server.shutdown();
      },
    };
  }

  type Act = (page: Page, open: OpenPage) => Promise<void>;

  /** What a test does in a page on the collection, of which the page complains about nothing. */
  async function acts(
    open: OpenPage,
    act: Act,
    kept?: OpenPage,
  ): Promise<void> {
    await withPage(async (page) => {
      const complaints: string[] = [];
      page.on("pageerror", ({ message }) => complaints.push(message));
      page.on("console", (line) => complaints.push(line.text()));
      if (page.url() === EMPTY) await page.goto(open.address());
      await page.getByRole("treeitem", { name: "List users" }).waitFor();
      await act(page, open);
      assertEquals(complaints, []);
    }, kept);
  }

  let shared: ReturnType<typeof opens> | undefined;
  afterAll(async () => await (await shared)?.[Symbol.asyncDispose]());

  async function goesOn(act: Act): Promise<void> {
    const { open } = await (shared ??= opens());
    await acts(open, act, open);
  }

  itNeeds("chromium")(
    "takes the token out of the address, and keeps the key for the tab",
    async () => {
      await using opened = await opens();
      await acts(opened.open, async (page) => {
        assertEquals(new URL(page.url()).hash, "");
        await page.reload();
        await page.getByRole("treeitem", { name: "List users" }).waitFor();
        assertEquals(await page.context().cookies(), []);
        const second = await page.context().newPage();
        await second.goto(page.url());
        assertStringIncludes(
          await second.getByRole("alert").innerText(),
          "open the new address",
        );
        assertEquals(await second.getByRole("tree").count(), 0);
      });
    },
  );

  itNeeds("chromium")(
    "takes an address that is opened while the page loads",
    async () => {
      await using opened = await opens();
      await acts(opened.open, async (page) => {
        const second = await page.context().newPage();
        await second.addInitScript(() => {
          const original = globalThis.fetch;
          globalThis.fetch = (to, init) => {
            if (String(to).endsWith("/events")) location.hash = "x".repeat(43);
            return original(to, init);
          };
        });
        await second.goto(opened.open.address());
        await second.getByRole("alert").waitFor();
        assertEquals(new URL(second.url()).hash, "");
      });
    },
  );

  itNeeds("chromium")(
    "says that an archive lacks the file that a request sent",
    async () => {
      await using opened = await opens();
      const { open } = opened;
      await open.write("users/a.txt", "x");
      await open.write(
        "users/list.yml",
        `info: { name: List users, type: http }
http: { method: PUT, url: "{{baseUrl}}/users", body: { type: file, data: [{ filePath: users/a.txt }] } }
`,
      );
      await acts(open, async (page) => {
        await page.getByRole("combobox", { name: "Environment" })
          .selectOption("local");
        await page.getByRole("treeitem", { name: "Users", exact: true })
          .click();
        await page.keyboard.press("Alt+r");
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await page.getByRole("combobox", { name: "Keep the report as" })
          .selectOption("har");
        await page.getByText("The archive names the file that was a body")
          .waitFor();
      });
    },
  );

  // These go on where the one before them ended, and disturb none that follow.

  itNeeds("chromium")(
    "shows no secret, and one where it is asked for",
    async () => {
      await goesOn(async (page) => {
        await page.keyboard.press("Alt+v");
        await page.getByRole("button", { name: "local", exact: true }).click();
        await page.getByRole("textbox", { name: "Variable 2 name" }).waitFor();
        assertFalse((await page.content()).includes(SECRET));
        await page.getByRole("button", { name: "Reveal" }).click();
        await page.getByPlaceholder(SECRET).waitFor();
      });
    },
  );

  itNeeds("chromium")(
    "sends what was clicked, however soon the key comes",
    async () => {
      await goesOn(async (page) => {
        await page.getByRole("combobox", { name: "Environment" })
          .selectOption("local");
        const region = page.getByRole("region", { name: "Response" });
        for (
          const [name, method] of [["List users", "GET"], [
            "Create a user",
            "POST",
          ]]
        ) {
          await page.getByRole("treeitem", { name }).click();
          await page.keyboard.press("Control+Enter");
          await region.getByText(`"${method}"`).waitFor();
        }
      });
    },
  );

  itNeeds("chromium")("runs the collection, and shows its report", async () => {
    await goesOn(async (page) => {
      await page.getByRole("combobox", { name: "Environment" })
        .selectOption("local");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByRole("button", { name: "Run", exact: true })
        .click();
      await page.getByRole("link", { name: "Requests", exact: true }).first()
        .click();
      await page.getByRole("link", { name: /List users/ }).click();
      await page.getByRole("heading", { name: /List users/ }).waitFor();
      assertEquals(await findings(page), []);
    });
  });

  itNeeds("chromium")(
    "marks placeholders, and tells what an unresolved one misses",
    async () => {
      await goesOn(async (page) => {
        await page.getByRole("treeitem", { name: "List users" }).click();
        const url = page.getByRole("textbox", { name: "URL" });
        await url.fill("{{shopName}}/{{nowhere}}");
        await page.locator(".mark.unresolved").waitFor();
        await url.press("Control+i");
        const tip = page.getByRole("group", { name: "Placeholder" });
        assertStringIncludes(await tip.innerText(), "nowhere");
        await page.keyboard.press("Escape");
        await url.press("Home");
        await url.press("Control+i");
        await tip.getByText("corner").waitFor();
        assertStringIncludes(await tip.innerText(), "opencollection.yml:");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Discard" }).click();
      });
    },
  );

  itNeeds("chromium")(
    "edits, saves and sends: only edited lines change",
    async () => {
      await goesOn(async (page, open) => {
        const before = await open.read("users/list.yml");
        await page.getByRole("combobox", { name: "Environment" })
          .selectOption("local");
        await page.getByRole("treeitem", { name: "List users" }).click();
        await page.getByRole("textbox", { name: "URL" })
          .fill("{{baseUrl}}/people");
        await tabOf(page, "Request", "Headers").click();
        await page.getByText("collection Shop").waitFor();
        await page.keyboard.press("Control+s");
        await page.getByText("Saved users/list.yml").waitFor();
        assertEquals(
          await open.read("users/list.yml"),
          before.replace('/users"', '/people"'),
        );
        await page.keyboard.press("Control+Enter");
        const region = page.getByRole("region", { name: "Response" });
        // The answer of a test before is not it.
        await region.getByText('"/people"').waitFor();
        await region.getByText("200 OK").waitFor();
        assertEquals(await region.getByRole("status").innerText(), "200 OK");
        assertStringIncludes(await region.innerText(), '"corner"');
        await region.getByRole("textbox", { name: "Filter" }).fill("$.url");
        await region.getByText('"corner"').waitFor({ state: "detached" });
        await region.getByText('"/people"').waitFor();
        await tabOf(page, "Response", "Checks").click();
        await page.getByText("1 of 1 passed").waitFor();
        // Undo goes back across the save, in the page.
        await page.getByRole("heading", { name: "List users" }).click();
        await page.keyboard.press("Control+z");
        assertEquals(
          await page.getByRole("textbox", { name: "URL" }).inputValue(),
          "{{baseUrl}}/users",
        );
        assertStringIncludes(await open.read("users/list.yml"), "/people");
        await page.getByRole("button", { name: "Discard" }).click();
      });
    },
  );

  itNeeds("chromium")("keeps what is typed in an editor in order", async () => {
    await goesOn(async (page, open) => {
      await page.getByRole("treeitem", { name: "List users" }).click();
      await tabOf(page, "Request", "Source").click();
      const editor = page.getByRole("textbox", { name: "Source" });
      await editor.click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type(
        "# what is typed quickly, stays in its order\n",
      );
      await page.keyboard.press("Control+s");
      // The page may still say of the test before that it saved.
      await page.getByRole("button", { name: "Discard" })
        .waitFor({ state: "detached" });
      await page.getByText("Saved users/list.yml").waitFor();
      const text = await open.read("users/list.yml");
      assertEquals(
        text.split("\n", 2),
        ["# what is typed quickly, stays in its order", "# The first one."],
      );
    });
  });

  itNeeds("chromium")(
    "asks where a file has changed under edits, and keeps what was typed",
    async () => {
      await goesOn(async (page, open) => {
        await page.getByRole("treeitem", { name: "Create a user" }).click();
        await page.getByRole("textbox", { name: "URL" }).fill("http://mine");
        const text = await open.read("users/create.yml");
        await open.write(
          "users/create.yml",
          text.replace(/url: .*/, "url: theirs"),
        );
        await page.getByText(
          "This file has changed on disk. Your edits are kept, and a save asks before it writes.",
        ).waitFor();
        await page.getByRole("button", { name: "Save" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: "Compare" }).click();
        await dialog.getByText("url: theirs").waitFor();
        assertEquals(await findings(page), []);
        await dialog.getByRole("button", { name: "Take theirs" }).click();
        await dialog.waitFor({ state: "detached" });
        await page.waitForFunction(() =>
          document.querySelector<HTMLInputElement>("[aria-label=URL]")
            ?.value ===
            "theirs"
        );
      });
    },
  );

  itNeeds("chromium")(
    "says that a variable hides others only where its environment is selected",
    async () => {
      await using opened = await opens();
      const { write } = opened.open;
      const values = "variables: [{name: baseUrl, value: http://a}]\n";
      await write("environments/other.yml", `name: other\n${values}`);
      await write(
        "environments/upper.yml",
        `name: upper\nextends: other\n${values}`,
      );
      await acts(opened.open, async (page) => {
        await page.keyboard.press("Alt+v");
        await page.getByText("others: 2").waitFor();
        await page.getByRole("combobox", { name: "Environment" })
          .selectOption("upper");
        await page.getByText("hides 1").waitFor();
      });
    },
  );

  itNeeds("chromium")("names what an environment extends", async () => {
    await using opened = await opens();
    const { write, ask, id, address } = opened.open;
    await write("environments/other.yml", "name: other\nvariables: []\n");
    await write("environments/upper.yml", "name: upper\nextends: other\n");
    const has = async () =>
      (await ask("state", {})).environments.some((it) => it.name === "upper");
    while (!await has()) await sleep(20);
    const upper = await id("environments/upper.yml");
    await withPage(async (page) => {
      await page.goto(address());
      await page.getByRole("treeitem").first().waitFor();
      await page.evaluate((id) => location.hash = `#/item/${id}`, upper);
      await page.getByText("has the variables of that environment").waitFor();
      await page.getByRole("button", { name: "other", exact: true }).click();
      await page.getByRole("heading", { name: "other" }).waitFor();
    });
  });

  itNeeds("chromium")(
    "misses no change that comes while it opens",
    async () => {
      await using opened = await opens();
      const { open } = opened;
      await withPage(async (page) => {
        await page.route("**/api/events", async (route) => {
          await open.write("environments/other.yml", "name: other\n");
          const has = async () =>
            (await open.ask("state", {})).environments.length === 2;
          while (!await has()) await sleep(20);
          // What the checks count is told a little later, to whoever listens.
          await sleep(500);
          await route.continue();
        });
        await page.goto(open.address());
        await page.getByRole("treeitem", { name: "List users" }).waitFor();
        await page.getByRole("combobox", { name: "Environment" })
          .selectOption("other");
        await page.unroute("**/api/events");
      });
    },
  );

  itNeeds("chromium")(
    "shows the source of an open request that cannot be read any more",
    async () => {
      await using opened = await opens();
      const path = "users/list.yml";
      const text = await opened.open.read(path);
      const main = await opened.open.read("opencollection.yml");
      await acts(opened.open, async (page, open) => {
        await page.getByRole("treeitem", { name: "List users" }).click();
        const url = page.getByRole("textbox", { name: "URL" });
        await url.waitFor();
        await open.write(path, `${text}<<<<<<< HEAD\n`);
        const source = page.getByRole("textbox", { name: "Source" });
        await source.getByText("<<<<<<< HEAD").waitFor();
        const row = page.getByRole("treeitem", { name: path });
        assertEquals(await row.getAttribute("aria-selected"), "true");
        await open.write(path, text);
        // What is typed stays.
        await url.fill("http://mine");
        await open.write(path, `${text}<<<<<<< HEAD\n`);
        await page.getByText("has changed on disk").waitFor();
        assertEquals(await url.inputValue(), "http://mine");
        await page.getByRole("button", { name: "Discard" }).click();
        await source.getByText("<<<<<<< HEAD").waitFor();
        await open.write(path, text);
        await url.waitFor();
        await open.write("opencollection.yml", "info: {name: [");
        await page.getByRole("treeitem", { name: "opencollection.yml" })
          .waitFor();
        await open.write("opencollection.yml", main);
        await page.getByRole("treeitem", { name: "List users" }).waitFor();
        await url.waitFor();
      });
    },
  );

  itNeeds("chromium")(
    "shows a file as a request once it is mended",
    async () => {
      await goesOn(async (page, open) => {
        await open.write("broken.yml", "info: {name: Bad\nhttp: [");
        await page.getByRole("treeitem", { name: "broken.yml" }).click();
        const source = page.getByRole("textbox", { name: "Source" });
        await source.click();
        await page.keyboard.press("Control+End");
        await page.keyboard.press("Control+Shift+Home");
        await page.keyboard.press("Delete");
        await page.keyboard.type(
          "{info: {name: Mended, type: http}, http: {method: GET, url: http://there/}}",
        );
        await page.keyboard.press("Control+s");
        await page.getByRole("treeitem", { name: "Mended" }).waitFor();
        await page.getByRole("textbox", { name: "URL" }).waitFor();
      });
    },
  );

  itNeeds("chromium")("does not scroll aside at 400 pixels", async () => {
    await goesOn(async (page) => {
      await page.setViewportSize({ width: 400, height: 800 });
      await page.getByRole("treeitem", { name: "Create a user" }).click();
      await page.getByRole("button", { name: "Send" }).waitFor();
      const width = await page.evaluate(() =>
        document.documentElement.scrollWidth
      );
      assert(width <= 400, `the page has ${width} pixels`);
    });
  });
});
