/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { afterAll, beforeAll, describe } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { openChromium } from "../support/chromium.ts";
import { itNeeds } from "../support/needs.ts";
import { type Files, type OpenPage, openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

function yamlFiles(port: number): Files {
  const get = (name: string, rest = "", info = "") =>
    `info: {name: ${name}, type: http${info}}\nhttp:\n  method: GET\n  url: "http://127.0.0.1:${port}/"\n${rest}`;
  return {
    "opencollection.yml":
      "opencollection: 1.0.0\ninfo: {name: Seen}\nrequest:\n  auth: {type: bearer, token: abc}\n  variables: [{name: page, value: a}]\n",
    "environments/local.yml": "name: local\nvariables: []\n",
    "environments/staging.yml": "name: staging\nvariables: []\n",
    "unsaid.yml": get("Unsaid"),
    "inherits.yml": get("Inherits", "  auth: inherit\n", ", tags: [smoke]"),
    "own.yml": get("Own", "  auth: {type: basic, username: a, password: b}\n"),
    "checked.yml": get(
      "Checked",
      "runtime:\n  assertions:\n    - {expression: res.status, operator: eq, value: '418'}\n  scripts:\n    - {type: before-request, code: ''}\n",
    ),
    "shop/folder.yml":
      "info: {name: Shop, type: folder, tags: [late, smoke-all]}\n",
    "shop/buy.yml": get("Buy"),
    "off/folder.yml":
      "info: {name: Off, type: folder}\nrequest: {auth: none}\n",
    "off/in.yml": get("In", "  auth: inherit\n"),
    "upload.yml": UPLOAD,
  };
}

const UPLOAD = `info: {name: Upload, type: http}
http:
  method: POST
  url: http://127.0.0.1:1/
  body:
    type: multipart-form
    data:
      - name: scan
        type: file
        value: [a.txt]
      - name: one
        type: file
        value: a.txt
`;

const BRU_UPLOAD = `meta {
  name: Upload
  type: http
}

post {
  url: http://127.0.0.1:1/
  body: multipartForm
}

body:multipart-form {
  scan: @file(a.txt)
  one: @file(a.txt)
}

script:pre-request {
  req.setHeader('y', '1');
}
`;

const BRU = (auth: string) =>
  `meta {\n  name: Get\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:1/\n  body: none\n${auth}}\n`;

const BRU_FILES: Files = {
  "bruno.json": '{"version": "1", "name": "B", "type": "collection"}\n',
  "collection.bru":
    "auth {\n  mode: basic\n}\n\nauth:basic {\n  username: ada\n  password: abc\n}\n\nscript:pre-request {\n  req.setHeader('x', '1');\n}\n",
  "off/folder.bru": "meta {\n  name: off\n}\n\nauth {\n  mode: none\n}\n",
  "get.bru": BRU(""),
  "plain.bru": BRU("").replace("Get", "Plain"),
  "upload.bru": BRU_UPLOAD,
};

describe("what the page tells of a collection", () => {
  let browser: Browser;
  let server: Deno.HttpServer<Deno.NetAddr>;
  let open: OpenPage;
  let bru: OpenPage;
  let page: Page;
  beforeAll(async () => {
    server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () => Response.json({}),
    );
    open = await openPage(yamlFiles(server.addr.port), {
      environments: ["local", "staging"],
    });
    bru = await openPage(BRU_FILES);
    browser = await openChromium().catch(() => undefined!);
    page = await browser?.newPage();
    page?.setDefaultTimeout(15_000);
    await page?.goto(open.address());
  });
  afterAll(async () => {
    await browser?.close();
    await open[Symbol.asyncDispose]();
    await bru[Symbol.asyncDispose]();
    await server.shutdown();
  });

  const authType = () => page.getByRole("combobox", { name: "Auth type" });

  itNeeds("chromium")(
    "has what has a tag, a folder's own included",
    async () => {
      const names = async (text: string) =>
        (await open.ask("search", { text })).hits.map(({ name }) => name);
      assertEquals(await names("tag:smoke"), ["Inherits", "Shop", "Buy"]);
      assertEquals(await names("TAG: late"), ["Shop", "Buy"]);
      assertEquals(await names("late"), ["Shop", "Buy"]);
      assertEquals(await names("tag:nothing"), []);
      assertEquals(await names("tag:"), []);
      const search = page.getByRole("searchbox", { name: "Search" });
      await search.fill("tag:smoke");
      await page.getByRole("treeitem", { name: "Unsaid" })
        .waitFor({ state: "detached" });
      const row = page.getByRole("treeitem", { name: "Buy" });
      assertEquals(
        await row.getAttribute("title"),
        "Buy\ntag smoke-all · shop/buy.yml",
      );
      await search.press("Escape");
    },
  );

  const AUTH: readonly (readonly [item: string, type: string, told: string])[] =
    [
      ["Unsaid", "none", "To use the auth of the collection “Seen”"],
      ["Inherits", "inherit", "bearer collection Seen"],
      ["Own", "basic", "User name and password"],
      ["In", "inherit", "No level above sets auth"],
      ["Shop", "inherit", "bearer collection Seen"],
      ["Off", "none", "Requests inside use it"],
    ];
  itNeeds("chromium")("has the auth that a request is sent with", async () => {
    for (const [item, type, told] of AUTH) {
      await openItem(page, item);
      await tabOf(page, "Request", "Auth").click();
      assertEquals(await authType().inputValue(), type, item);
      await page.getByRole("tabpanel", { name: "Auth" }).getByText(told)
        .first().waitFor();
    }
    // A kind that was not written is no line when a person comes back to it.
    await openItem(page, "Unsaid");
    await authType().selectOption("inherit");
    await page.getByRole("region", { name: "Inherited auth" }).waitFor();
    await authType().selectOption("none");
    const discard = page.getByRole("button", { name: "Discard" });
    assertEquals(await discard.count(), 0);
  });

  itNeeds("chromium")("leads from a failed check to its line", async () => {
    await openItem(page, "Checked");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("status").getByText("200 OK").waitFor();
    await tabOf(page, "Response", "Checks").click();
    await page.getByRole("button", { name: /^checked\.yml:7:/ }).click();
    await page.getByRole("textbox", { name: "Source" }).waitFor();
    const line = await page.locator(".cm-activeLine").first().textContent();
    assert(line?.includes("res.status"), line ?? "");
  });

  itNeeds("chromium")(
    "opens variables at their tab, whatever was looked at last",
    async () => {
      const chosen = page.getByRole("tablist", { name: "Request" })
        .getByRole("tab", { selected: true });
      const opens = async (button: string, name: string) => {
        await page.keyboard.press("Alt+v");
        await page.getByRole("button", { name: button, exact: true }).click();
        await page.getByRole("heading", { name, level: 1 }).waitFor();
        return (await chosen.innerText()).split("\n")[0];
      };
      const opened: string[] = [];
      const all = "Variables of the collection";
      await openItem(page, "Unsaid");
      await tabOf(page, "Request", "Auth").click();
      opened.push(await opens(all, "Seen"));
      opened.push(await opens("opencollection.yml:5", "Seen"));
      opened.push(await opens(all, "Seen"));
      await tabOf(page, "Request", "Source").click();
      opened.push(await opens("staging", "staging"));
      assertEquals(opened, ["Variables", "Source", "Variables", "Variables"]);
    },
  );

  itNeeds("chromium")("defines what nothing defines", async () => {
    await openItem(page, "Unsaid");
    const url = page.getByRole("textbox", { name: "URL", exact: true });
    await url.fill("{{fresh}}/x");
    await page.locator(".mark.unresolved").waitFor();
    await url.press("Home");
    await url.press("Control+i");
    await page.getByRole("button", { name: "Define it in staging" }).click();
    await page.locator('[aria-label="Variable 1 value"]:focus').waitFor();
    await page.keyboard.type("http://127.0.0.1:1");
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Discard" })
      .waitFor({ state: "detached" });
    assertEquals(
      await open.read("environments/staging.yml"),
      "name: staging\nvariables:\n  - name: fresh\n    value: http://127.0.0.1:1\n",
    );
    await openItem(page, "Unsaid");
    await page.locator(".mark:not(.unresolved)").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
  });

  itNeeds("chromium")(
    "says no longer that nothing defines what a file defines by now, edited or not",
    async () => {
      const banner = page.locator(".request-pane .note.bad");
      const lacks = banner.getByText('no scope defines "who"');
      const settle = async (edit: boolean, text: string) => {
        await openItem(page, "Unsaid");
        await lacks.waitFor();
        if (edit) {
          await page.getByRole("textbox", { name: "URL", exact: true })
            .fill("http://127.0.0.1:1/{{who}}/x");
        }
        // The check reads the file.
        await banner.getByText(/^As saved: Cannot resolve/)
          .waitFor({ state: edit ? "visible" : "detached" });
        if (edit) {
          await page.getByRole("tab", { name: /^Source/ }).click();
          await banner.getByText(/^As saved: Cannot resolve/).waitFor();
          await page.getByRole("tab", { name: /^Headers/ }).click();
        }
        await open.write("environments/staging.yml", text);
        await banner.waitFor({ state: "detached" });
        assertEquals(
          await page.getByRole("button", { name: "Discard" }).count(),
          edit ? 1 : 0,
        );
      };
      const without = await open.read("environments/staging.yml");
      const known = await open.read("unsaid.yml");
      await open.write("unsaid.yml", known.replace('/"', '/{{who}}"'));
      await settle(
        false,
        "name: staging\nvariables: [{name: who, value: a}]\n",
      );
      // Another item is open as it goes away.
      await openItem(page, "Own");
      await open.write("environments/staging.yml", without);
      await settle(true, "name: staging\nvariables: [{name: who, value: b}]\n");
      await page.getByRole("button", { name: "Discard" }).click();
      await open.write("environments/staging.yml", without);
      await lacks.waitFor();
      await open.write("unsaid.yml", known);
      await banner.waitFor({ state: "detached" });
    },
  );

  itNeeds("chromium")("names the environments of a run", async () => {
    await page.keyboard.press("Alt+r");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const told = page.locator(".report-head");
    await told.getByText("With local + staging").waitFor();
    await page.locator(".overview").getByText("local + staging").waitFor();
    // What the next run is to use says nothing of this one.
    await page.getByRole("combobox", { name: "Environment" }).selectOption("");
    await told.getByText("With local + staging").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await told.getByText("Without an environment").waitFor();
  });

  itNeeds("chromium")(
    "keeps a report if the next run cannot start",
    async () => {
      const data = page.getByRole("textbox", { name: "Data file" });
      const run = page.getByRole("button", { name: "Run", exact: true });
      const before = page.getByText("Below is the report of the run before.");
      const hasReport = async () => {
        await page.locator(".report-head").getByText("Without an environment")
          .waitFor();
        await page.locator(".overview").waitFor();
      };
      // The server refuses to begin the one, and the run ends before it begins in the other.
      await data.fill("missing.csv");
      await run.click();
      await page.getByText('Cannot use the rows of "missing.csv"').waitFor();
      await hasReport();
      await open.write("rows.json", "[");
      await data.fill("rows.json");
      await run.click();
      await before.waitFor();
      await page.locator(".note.bad").getByText("rows.json").waitFor();
      await hasReport();
      await data.fill("");
      await run.click();
      await before.waitFor({ state: "detached" });
      await hasReport();
    },
  );

  itNeeds("chromium")(
    "has the auth of .bru files as Bruno means it",
    async () => {
      await page.goto(bru.address());
      for (
        const [item, type, cannot] of [
          ["Get", "none", ""],
          ["off", "inherit", "none"],
        ]
      ) {
        await openItem(page, item);
        await tabOf(page, "Request", "Auth").click();
        assertEquals(await authType().inputValue(), type, item);
        const offers = await authType().locator("option")
          .evaluateAll((all) =>
            all.map((it) => (it as HTMLOptionElement).value)
          );
        if (cannot !== "") assert(!offers.includes(cannot), offers.join());
      }
    },
  );

  itNeeds("chromium")(
    "says at a field of auth that a .bru file cannot hold it",
    async () => {
      await openItem(page, "Get");
      await tabOf(page, "Request", "Auth").click();
      await authType().selectOption("oauth2");
      await page.getByText("More fields").click();
      const field = page.getByRole("textbox", {
        name: "Device authorization URL",
      });
      await field.fill("https://a.example/");
      await page.keyboard.press("Control+s");
      const error = page.locator(".field-error");
      await error.getByText('cannot hold this value of "http.auth.device')
        .waitFor();
      assertEquals(await field.inputValue(), "https://a.example/");
      assertEquals(await bru.read("get.bru"), BRU(""));
      // The way out works: it is cleared, and the rest is saved.
      await field.fill("");
      await error.waitFor({ state: "detached" });
      await page.getByRole("textbox", { name: "Scope" }).fill("all");
      await page.keyboard.press("Control+s");
      await page.getByRole("button", { name: "Discard" })
        .waitFor({ state: "detached" });
      assert((await bru.read("get.bru")).includes("  scope: all\n"));
    },
  );

  const UNRUN = [
    { item: "Unsaid", told: undefined },
    { item: "Checked", told: undefined },
    {
      item: "Plain",
      told: "script of collection.bru sets is missing, in a copy too.",
    },
    {
      item: "Upload",
      told:
        "scripts of collection.bru and upload.bru set is missing, in a copy too.",
    },
  ];
  for (const { item, told } of UNRUN) {
    itNeeds("chromium")(
      `says what did not run for what would be sent: ${item}`,
      async () => {
        await page.goto((told === undefined ? open : bru).address());
        await openItem(page, item);
        await tabOf(page, "Request", "Resolved").click();
        const panel = page.getByRole("tabpanel", { name: "Resolved" });
        await panel.locator(".target").waitFor();
        assertEquals(
          await panel.getByText("No script ran here").allTextContents(),
          told === undefined
            ? []
            : [`No script ran here: what the before-request ${told}`],
        );
      },
    );
  }

  const FILES = [
    {
      path: "upload.yml",
      alone: ["        value: [x.txt]\n", "        value: e.txt\n"],
      parts: [
        "        value: [b.txt, c.txt]\n",
        "        value:\n          - e.txt\n          - d.txt\n",
      ],
      text: "        value: b.txt, c.txt\n",
    },
    {
      path: "upload.bru",
      alone: ["  scan: @file(x.txt)\n", "  one: @file(e.txt)\n"],
      parts: ["  scan: @file(b.txt|c.txt)\n", "  one: @file(e.txt|d.txt)\n"],
      text: "  scan: b.txt, c.txt\n",
    },
  ];
  for (const { path, alone, parts, text } of FILES) {
    itNeeds("chromium")(`has the files of a part: ${path}`, async () => {
      const file = (part: number, nth: number) =>
        page.getByRole("textbox", {
          name: `Part ${part} file ${nth}`,
          exact: true,
        });
      const collection = path.endsWith(".bru") ? bru : open;
      const save = async () => {
        await page.keyboard.press("Control+s");
        await page.getByRole("button", { name: "Discard" })
          .waitFor({ state: "detached" });
        return await collection.read(path);
      };
      await page.goto(collection.address());
      await openItem(page, "Upload");
      await tabOf(page, "Request", "Body").click();
      assertEquals(await file(1, 1).inputValue(), "a.txt");
      await file(1, 1).fill("x.txt");
      await file(2, 1).fill("e.txt");
      const one = await save();
      for (const part of alone) assert(one.includes(part), one);
      await tabOf(page, "Request", "Resolved").click();
      await page.getByText("the file e.txt").waitFor();
      await tabOf(page, "Request", "Body").click();
      await file(1, 2).fill("b.txt");
      await file(1, 3).fill("c.txt");
      await file(2, 2).fill("d.txt");
      // What is emptied goes with the focus.
      await file(1, 1).fill("");
      await file(2, 1).focus();
      await file(1, 4).waitFor({ state: "detached" });
      const saved = await save();
      for (const part of parts) assert(saved.includes(part), saved);
      await page.getByRole("combobox", { name: "Part 1 type" })
        .selectOption("text");
      const plain = await save();
      assert(plain.includes(text), plain);
    });
  }
});
