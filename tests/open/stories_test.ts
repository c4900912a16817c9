/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { afterAll, describe } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { type DemoServer, serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { bruFiles, exampleFiles } from "../support/demo_pages.ts";
import { EMPTY, lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type Files, type OpenPage, openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

/** What a person sees and does in a collection of each kind. */
const COLLECTIONS = [
  {
    kind: "YAML",
    files: async (api: DemoServer): Promise<Files> => ({
      ...await exampleFiles(api),
      // A stream without steps.
      "free.yml":
        "info: {name: Free chat, type: websocket, seq: 2}\nwebsocket:\n  url: '{{baseUrl}}/chat'\n  message: []\n",
    }),
  },
  { kind: ".bru", files: (api: DemoServer) => bruFiles(api) },
] as const;

interface Told {
  readonly page: Page;
  readonly open: OpenPage;
  readonly api: DemoServer;
  readonly isBru: boolean;
  /** The path of a request's file, which ends as the collection's files do. */
  readonly file: (path: string) => string;
}

describe("stories of the page, against the demo API", () => {
  const withPage = lendsPage({
    permissions: ["clipboard-read", "clipboard-write"],
  });

  interface Opened extends AsyncDisposable {
    readonly api: DemoServer;
    readonly open: OpenPage;
  }

  async function opens(
    { files }: typeof COLLECTIONS[number],
  ): Promise<Opened> {
    const api = serveDemo();
    const open = await openPage(await files(api));
    return {
      api,
      open,
      async [Symbol.asyncDispose]() {
        await open[Symbol.asyncDispose]();
        await api.stop();
      },
    };
  }

  async function tells(
    opened: Opened,
    kind: string,
    act: (told: Told) => Promise<void>,
  ): Promise<void> {
    const { open, api } = opened;
    await withPage(async (page) => {
      const complaints: string[] = [];
      page.on("pageerror", ({ message }) => complaints.push(message));
      if (page.url() === EMPTY) {
        await page.goto(open.address());
        await page.getByRole("treeitem", { name: "List users" }).waitFor();
        await page.getByRole("combobox", { name: "Environment" })
          .selectOption("local");
      }
      const isBru = kind === ".bru";
      await act({
        page,
        open,
        api,
        isBru,
        file: (path) => `${path}.${isBru ? "bru" : "yml"}`,
      });
      assertEquals(complaints, []);
    }, opened);
  }

  const stories: {
    readonly name: string;
    readonly act: (told: Told) => Promise<void>;
    readonly kinds: readonly string[];
  }[] = [];
  /** A story that goes on where the one before it ended, and disturbs none of those that follow. */
  const story = (
    name: string,
    act: (told: Told) => Promise<void>,
    kinds: readonly string[] = ["YAML", ".bru"],
  ) => stories.push({ name, act, kinds });

  const response = (page: Page) =>
    page.getByRole("region", { name: "Response" });
  const button = (page: Page, name: string) =>
    page.getByRole("button", { name, exact: true });
  const send = async (page: Page, status: string) => {
    await page.keyboard.press("Control+Enter");
    await response(page).getByRole("status").getByText(status).waitFor();
  };
  const discard = async (page: Page) => {
    await button(page, "Discard").click();
    await button(page, "Discard").waitFor({ state: "detached" });
  };
  const save = async (page: Page, path: string) => {
    await page.keyboard.press("Control+s");
    await button(page, "Discard").waitFor({ state: "detached" });
    await page.getByText(`Saved ${path}`).waitFor();
  };

  story(
    "3: shows and copies what would be sent",
    async ({ page, api }) => {
      await openItem(page, "List users");
      await tabOf(page, "Request", "Resolved").click();
      const panel = page.getByRole("tabpanel", { name: "Resolved" });
      await panel.getByText(api.url).first().waitFor();
      for (
        const [name, text] of [
          ["curl", "curl "],
          ["fetch", "fetch("],
          ["Python", "import"],
          ["HTTP", "GET http"],
        ]
      ) {
        await button(page, name).click();
        await page.getByText(`Copied as ${name}`).waitFor();
        assertStringIncludes(
          await page.evaluate(() => navigator.clipboard.readText()),
          text,
        );
      }
      await page.evaluate(() => {
        navigator.clipboard.writeText = () =>
          Promise.reject(new DOMException("no", "NotAllowedError"));
      });
      await button(page, "curl").click();
      await page.getByText("The browser does not permit copying").waitFor();
    },
  );

  story(
    "4: sends, and reads the answer",
    async ({ page, open, isBru, file }) => {
      await openItem(page, "List users");
      await send(page, "200 OK");
      const filter = response(page).getByRole("textbox", { name: "Filter" });
      await filter.fill("Turing");
      await response(page).getByText("Alan Turing").waitFor();
      await filter.fill("$[0].name");
      await response(page).getByText("Ada Lovelace").waitFor();
      await filter.fill("");
      const download = page.waitForEvent("download");
      await button(page, "Download").click();
      assertEquals((await download).suggestedFilename(), "List-users.json");
      if (isBru) {
        assertEquals(await button(page, "Keep as an example").count(), 0);
      } else {
        await button(page, "Keep as an example").click();
        await button(page, "Keep").click();
        await page.getByText("Kept as the example").waitFor();
        assertStringIncludes(await open.read(file("users/list")), "examples:");
        await tabOf(page, "Request", "Examples").click();
        await page.getByRole("tabpanel", { name: "Examples" })
          .getByText("Alan Turing").first().waitFor();
      }
      for (
        const [name, text] of [
          ["Headers", "content-type"],
          ["Checks", /passed/],
          ["Timing", "Wait"],
          ["Sent", "brace/"],
        ] as const
      ) {
        await tabOf(page, "Response", name).click();
        await page.getByRole("tabpanel", { name, exact: true }).last()
          .getByText(text).first().waitFor();
      }
    },
  );

  story("4: sends what it needs first", async ({ page }) => {
    await openItem(page, "Read the user");
    await tabOf(page, "Request", "Resolved").click();
    const problems = page.getByRole("tabpanel", { name: "Resolved" })
      .getByRole("list").first();
    await problems.waitFor();
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("“Yes” also runs “Create a user” first.").waitFor();
    await dialog.getByRole("button", { name: "Yes" }).click();
    await response(page).getByText("200 OK").waitFor();
    await response(page).getByText("1 request before it: Create a user")
      .waitFor();
    // What would be sent next has what was set.
    await problems.waitFor({ state: "detached" });
    await tabOf(page, "Request", "Params").click();
  });

  story("5: finds and compares what was sent", async ({ page }) => {
    await openItem(page, "List users");
    await send(page, "200 OK");
    await openItem(page, "Create a user");
    await send(page, "201 Created");
    await page.keyboard.press("Alt+h");
    const history = page.getByRole("region", { name: "History" });
    await history.getByRole("checkbox").nth(1).waitFor();
    const find = history.getByRole("textbox", { name: "Find in the history" });
    await find.fill("Create a");
    await history.getByText("List users").waitFor({ state: "detached" });
    await find.fill("");
    for (const at of [0, 1]) {
      await history.getByRole("checkbox").nth(at).check();
    }
    await button(page, "Compare").click();
    await page.getByRole("cell", { name: "200", exact: true }).waitFor();
    await page.getByRole("cell", { name: "201", exact: true }).waitFor();
  });

  story(
    "4: asks what no file has, and cancels with Escape",
    async ({ page }) => {
      await openItem(page, "List users");
      const url = page.getByRole("textbox", { name: "URL", exact: true });
      await url.fill("{{baseUrl}}/users?name={{?Your name}}");
      await page.keyboard.press("Control+Enter");
      const dialog = page.getByRole("dialog", { name: "Your name" });
      await dialog.getByRole("textbox").fill("ada");
      await page.keyboard.press("Enter");
      await response(page).getByText("200 OK").waitFor();
      // The answers of the stories before are not it.
      await tabOf(page, "Response", "Sent").click();
      await response(page).getByText("name=ada").first().waitFor();
      await url.fill("{{baseUrl}}/echo?token=s3cret-4711");
      await page.keyboard.press("Control+Enter");
      await tabOf(page, "Response", "Body").click();
      await response(page).getByText("*** instead of secrets").waitFor();
      await url.fill("{{unlike}}/users");
      await send(page, "Not sent");
      await url.fill("{{baseUrl}}/{{?Stop}}");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("dialog", { name: "Stop" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await button(page, "Send").waitFor();
      // With an answer a run would begin.
      await url.fill("{{baseUrl}}/{{?Stop}}/{{?Next}}");
      const answers: string[] = [];
      const listen = (request: { url(): string }) => {
        if (request.url().endsWith("/api/answer")) answers.push(request.url());
      };
      page.on("request", listen);
      await page.keyboard.press("Control+Enter");
      await page.getByRole("dialog", { name: "Stop" }).waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Stop" })
        .click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await button(page, "Send").waitFor();
      page.off("request", listen);
      assertEquals(answers, []);
      await discard(page);
    },
  );

  story(
    "4: talks over a stream, and ends with Escape what never ends",
    async ({ page }) => {
      await openItem(page, "Chat");
      await tabOf(page, "Request", "Source").click();
      await page.getByRole("textbox", { name: "Source" }).waitFor();
      await page.keyboard.press("Control+Enter");
      await response(page).getByRole("status").getByText("101").waitFor();
      // Without steps the person says what is sent.
      await openItem(page, "Free chat");
      await page.keyboard.press("Control+Enter");
      const message = page.getByRole("textbox", {
        name: "Message",
        exact: true,
      });
      await message.fill(
        '{"type":"login","user":"ada","password":"brace-demo"}',
      );
      await message.press("Enter");
      await response(page).getByText("welcome").waitFor();
      await page.keyboard.press("Escape");
      await button(page, "Send").waitFor();
    },
    ["YAML"],
  );

  story(
    "2: shows what is inherited, and what a placeholder means",
    async ({ page, isBru }) => {
      const main = isBru ? "collection.bru" : "opencollection.yml";
      await openItem(page, "Create a user");
      await tabOf(page, "Request", "Headers").click();
      const inherited = page.getByRole("region", { name: "Inherited headers" });
      await inherited.getByText("Accept: application/json").waitFor();
      await inherited.getByRole("button", { name: new RegExp(main) }).click();
      await page.getByRole("textbox", { name: "Source" }).waitFor();
      await page.goBack();
      // With the keyboard, in a field.
      const url = page.getByRole("textbox", { name: "URL", exact: true });
      await url.press("Home");
      await url.press("Control+i");
      const tip = page.getByRole("group", { name: "Placeholder" });
      for (
        const text of ["environment", "string", "http://127.0.0.1", "local"]
      ) {
        await tip.getByText(text).first().waitFor();
      }
      await tip.getByRole("button", { name: /environments\/local/ }).click();
      await page.getByRole("heading", { name: "local" }).waitFor();
      await page.goBack();
      // With the pointer and the keyboard, in an editor.
      await tabOf(page, "Request", "Body").click();
      const mark = page.locator(".cm-content .brace-mark", {
        hasText: "{{firstName}}",
      }).first();
      await mark.hover();
      await tip.getByText("Grace").waitFor();
      await mark.click();
      await page.keyboard.press("Control+i");
      await tip.getByRole("button", { name: new RegExp(main) }).press("Escape");
      await tip.waitFor({ state: "detached" });
      // Browsers report a move where the page changes below a pointer that rests.
      const { x, y, width, height } = (await mark.boundingBox())!;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.waitForTimeout(500);
      assertEquals(await tip.count(), 0);
      // Nothing defines it: the name that is nearest does it.
      await url.fill("{{baseUrll}}/users");
      await page.locator(".mark.unresolved").waitFor();
      await url.press("Home");
      await url.press("Control+i");
      await button(page, "Use {{baseUrl}}").click();
      assertEquals(await url.inputValue(), "{{baseUrl}}/users");
      // Completion, as editors have it.
      await url.fill("{{");
      await page.getByRole("option", { name: /baseUrl/ }).waitFor();
      // Of the names, those that fit what is typed; the first is taken.
      await url.fill("");
      await url.pressSequentially("{{aseu");
      const offers = page.getByRole("listbox", { name: "Completions" });
      await offers.getByRole("option", { name: /baseUrl/ })
        .and(page.locator(":only-child")).waitFor();
      await url.press("Enter");
      assertEquals(await url.inputValue(), "{{baseUrl}}");
      await discard(page);
    },
  );

  story(
    "7: saves the edited lines, and goes back across a save",
    async (told) => {
      const { page, open, file } = told;
      const path = file("users/create");
      const before = await open.read(path);
      await openItem(page, "Create a user");
      const url = page.getByRole("textbox", { name: "URL", exact: true });
      await url.fill("{{baseUrl}}/people");
      await save(page, path);
      assertEquals(
        await open.read(path),
        before.replace("{{baseUrl}}/users", "{{baseUrl}}/people"),
      );
      await page.getByRole("heading", { level: 1 }).click();
      await page.keyboard.press("Control+z");
      assertEquals(await url.inputValue(), "{{baseUrl}}/users");
      await page.keyboard.press("Control+Shift+z");
      assertEquals(await url.inputValue(), "{{baseUrl}}/people");
      await page.keyboard.press("Control+z");
      await save(page, path);
      assertEquals(await open.read(path), before);
    },
  );

  story("6: runs, saves the report, reruns what failed", async (told) => {
    const { page, open, file } = told;
    const path = file("users/list");
    const text = await open.read(path);
    await open.write(
      path,
      told.isBru
        ? text.replace("eq 200", "eq 418")
        : text.replace('value: "200"', 'value: "418"'),
    );
    await page.getByRole("treeitem", { name: "users", exact: true }).click();
    await page.keyboard.press("Alt+r");
    await button(page, "Run").click();
    await page.getByText("Rerun failed requests").waitFor();
    await page.getByRole("link", { name: "Requests", exact: true }).first()
      .click();
    await page.locator(".request-row", { hasText: "List users" }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("combobox", { name: "Keep the report as" })
      .selectOption("junit");
    assertEquals((await download).suggestedFilename(), "report.xml");
    await button(page, "Rerun failed requests").click();
    await page.getByText("1 request", { exact: true }).waitFor();
    // The tree has its requests again.
    await page.getByRole("treeitem", { name: "users", exact: true }).click();
  });

  story("7: moves by keyboard and by drag", async ({ page }) => {
    const tree = page.getByRole("tree", { name: "Collection" });
    const row = (name: string) =>
      tree.getByRole("treeitem", { name, exact: true });
    const place = async (name: string) =>
      [
        await row(name).getAttribute("aria-level"),
        await row(name).getAttribute("aria-posinset"),
      ].join();
    const becomes = (name: string, level: number, place: number) =>
      tree.locator(
        `[role=treeitem][aria-label="${name}"][aria-level="${level}"][aria-posinset="${place}"]`,
      ).waitFor();
    await row("List users").click();
    assertEquals(await place("List users"), "2,1");
    await tree.focus();
    await page.keyboard.press("Alt+ArrowDown");
    await becomes("List users", 2, 2);
    await page.keyboard.press("Alt+ArrowUp");
    await becomes("List users", 2, 1);
    await page.keyboard.press("Alt+ArrowLeft");
    await tree.locator('[aria-label="List users"][aria-level="1"]').waitFor();
    await page.keyboard.press("Alt+ArrowRight");
    await tree.locator('[aria-label="List users"][aria-level="2"]').waitFor();
    // Nobody has to wait for the tree between two keys.
    const [, last] = (await place("List users")).split(",");
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp"]) {
      await page.keyboard.press(`Alt+${key}`);
    }
    await becomes("List users", 2, Number(last) - 1);
    await row("Read the user").dragTo(row("Create a user"), {
      targetPosition: { x: 60, y: 4 },
    });
    await becomes("Read the user", 2, 1);
  });

  story("7: makes, renames, duplicates, deletes", async (told) => {
    const { page, open, file, isBru } = told;
    await page.getByRole("treeitem", { name: "users", exact: true }).click();
    await button(page, "New request").click();
    await page.getByText("It goes into “users”.").waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ping");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Ping" }).waitFor();
    // What a parameter of the path lacks is typed where its row comes.
    const url = page.getByRole("textbox", { name: "URL", exact: true });
    await url.fill("{{baseUrl}}/:id");
    await tabOf(page, "Request", "Params").click();
    const value = page.getByRole("textbox", { name: "Param 1 value" });
    if (isBru) await value.waitFor();
    else {
      await button(page, "Give it one").click();
      await value.and(page.locator(":focus")).waitFor();
    }
    // Bruno sends what the URL says, so a row of a .bru file stands there, too.
    const row = (what: string) => page.getByLabel(`Param 2 ${what}`);
    await row("name").fill("sort");
    const split = page.getByText("The & begins another parameter");
    await row("value").fill("a&b");
    if (isBru) {
      assertEquals(await url.inputValue(), "{{baseUrl}}/:id?sort=a%26b");
    }
    await split.waitFor({ state: isBru ? "detached" : "visible" });
    await row("value").fill("a%26b");
    await split.waitFor({ state: "detached" });
    await row("value").fill("up");
    assertEquals(
      await url.inputValue(),
      `{{baseUrl}}/:id${isBru ? "?sort=up" : ""}`,
    );
    await row("is used").uncheck();
    assertEquals(await url.inputValue(), "{{baseUrl}}/:id");
    await discard(page);
    await open.read(file("users/Ping"));
    await button(page, "Rename").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Pong");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Pong" }).waitFor();
    await button(page, "Duplicate").click();
    await page.getByRole("heading", { name: /Pong.+/ }).waitFor();
    await button(page, "Delete").click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" })
      .click();
    await page.getByText("Deleted").waitFor();
    await button(page, "New folder").click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("More");
    await page.keyboard.press("Enter");
    // Created, and open: later keys go to what follows.
    await page.getByRole("treeitem", { name: "More", selected: true })
      .waitFor();
  });

  story(
    "8: edits variables in place",
    async ({ page, open, api, isBru }) => {
      const path = isBru ? "environments/local.bru" : "environments/local.yml";
      const before = await open.read(path);
      await page.keyboard.press("Alt+v");
      await button(page, "Edit baseUrl").click();
      await page.getByRole("textbox", { name: "Value of baseUrl" })
        .fill(`${api.url}/v2`);
      await page.keyboard.press("Enter");
      await page.getByText(`Saved ${path}`).waitFor();
      assertEquals(
        await open.read(path),
        before.replace(api.url, `${api.url}/v2`),
      );
      await page.getByText(`${api.url}/v2`).first().waitFor();
      assert(await button(page, "Edit baseUrl").isVisible());
      if (!isBru) return;
      // A file of Bruno's holds no value of a secret: the session has it.
      const saved = await open.read(path);
      await button(page, "Edit apiKey").click();
      await page.getByRole("textbox", { name: "Value of apiKey" }).fill("k3y");
      await page.keyboard.press("Enter");
      await page.getByText("the value of apiKey stays in memory").waitFor();
      const typed = page.getByRole("list", { name: "Secrets that you typed" });
      await typed.getByText("apiKey").waitFor();
      assertEquals(await open.read(path), saved);
      await button(page, "Forget secrets").click();
      await typed.waitFor({ state: "detached" });
    },
  );

  story(
    "1: browses by tree, search and Ctrl-K",
    async ({ page, file }) => {
      const tree = page.getByRole("tree", { name: "Collection" });
      await tree.getByRole("treeitem", { name: "users", exact: true })
        .waitFor();
      const search = page.getByRole("searchbox", { name: "Search" });
      for (
        const text of ["Create a", file("users/create"), "lastName}}@example"]
      ) {
        await search.fill(text);
        await tree.getByRole("treeitem", { name: "List users" })
          .waitFor({ state: "detached" });
        await tree.getByRole("treeitem", { name: "Create a user" }).waitFor();
      }
      await search.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Go to" }).fill("Create a");
      await page.getByRole("option", { name: /Create a user/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Create a user" }).waitFor();
      // The badge of what is not saved.
      await page.getByRole("textbox", { name: "URL", exact: true }).fill("x");
      assertStringIncludes(
        await tree.getByRole("treeitem", { name: "Create a user" })
          .getAttribute("aria-description") ?? "",
        "unsaved",
      );
    },
  );

  story("7: takes a pasted command, and a dropped file", async ({ page }) => {
    const paste = (selector: string, text: string) =>
      page.locator(selector).evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        element.dispatchEvent(
          new ClipboardEvent("paste", {
            clipboardData,
            bubbles: true,
            cancelable: true,
          }),
        );
      }, text);
    await paste("body", "curl http://127.0.0.1:1/pasted -H 'X-A: b'");
    await page.getByRole("heading", { level: 1, name: /pasted/ }).waitFor();
    await page.getByRole("textbox", { name: "URL", exact: true }).waitFor();
    await tabOf(page, "Request", "Headers").click();
    assertEquals(
      await page.getByRole("textbox", { name: "Header 1 name" }).inputValue(),
      "X-A",
    );
    const drop = (name: string, text: string) =>
      page.locator(".app").evaluate((element, [name, text]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        element.dispatchEvent(
          new DragEvent("drop", {
            dataTransfer,
            bubbles: true,
            cancelable: true,
          }),
        );
      }, [name, text]);
    await drop("dropped.sh", "curl http://127.0.0.1:1/dropped");
    await page.getByRole("treeitem", { name: /dropped/ }).waitFor();
    // What is too much to read at once is told by its number.
    await drop(
      "two.sh",
      "curl --retry 2 -k http://127.0.0.1:1/two\ncurl --unix-socket /s http://127.0.0.1:1/three",
    );
    await page.getByText("Imported 2 requests", { exact: true }).waitFor();
    const note = page.locator(".toast-notes li").first();
    assertEquals(await note.isVisible(), false);
    await page.locator(".toast-notes summary").getByText(/^\d notes$/).click();
    await note.waitFor();
    await page.getByRole("button", { name: "Close the message" }).click();
  });

  story("8: shows and edits a file as Bruno's app does", async (told) => {
    const { page, open } = told;
    await open.write(
      "bruno.bru",
      `meta {
  name: Of Bruno
  type: http
}

get {
  url: {{baseUrl}}/users?a=2
  body: none
  auth: oauth2
}

params:query {
  a: 2
}

auth:oauth2 {
  grant_type: client_credentials
  auto_fetch_token: true
  auto_refresh_token: false
}

settings {
  encodeUrl: true
  followRedirects: false
}
`,
    );
    await page.getByRole("treeitem", { name: "Of Bruno" }).waitFor();
    await openItem(page, "Of Bruno");
    const choice = (name: string) => page.getByRole("combobox", { name });
    const chosen = async (names: readonly string[]) => {
      await choice(names[0]).waitFor();
      return await Promise.all(
        names.map((name) =>
          choice(name).evaluate((one) =>
            (one as HTMLSelectElement).selectedOptions[0].text
          )
        ),
      );
    };
    await tabOf(page, "Request", "Auth").click();
    await page.getByText("More fields").waitFor();
    assertEquals(
      await chosen(["Auto fetch token", "Auto refresh token"]),
      ["Yes", "No"],
    );
    await tabOf(page, "Request", "Settings").click();
    const switches = ["Encode the URL", "Follow redirects"];
    assertEquals(await chosen(switches), ["Yes", "No"]);
    // What the file cannot hold is not offered.
    await page.getByText("has no place for retries").waitFor();
    assertEquals(await page.getByLabel("Retries").count(), 0);
    await choice("Follow redirects").selectOption("Yes");
    await page.getByRole("textbox", { name: "URL", exact: true })
      .fill("{{baseUrl}}/users/:id?a=2&b=3");
    await save(page, "bruno.bru");
    assertEquals(await chosen(switches), ["Yes", "Yes"]);
    const text = await open.read("bruno.bru");
    assertStringIncludes(
      text,
      "params:query {\n  a: 2\n  b: 3\n}\n\nparams:path {\n  id: \n}\n",
    );
    assertStringIncludes(text, "  encodeUrl: true\n  followRedirects: true\n");
  }, [".bru"]);

  for (const collection of COLLECTIONS) {
    const { kind } = collection;
    let opening: Promise<Opened> | undefined;
    afterAll(async () => await (await opening)?.[Symbol.asyncDispose]());
    for (const { name, act, kinds } of stories) {
      if (!kinds.includes(kind)) continue;
      itNeeds("chromium")(`${name} (${kind})`, async () => {
        await tells(await (opening ??= opens(collection)), kind, act);
      });
    }
  }
});
