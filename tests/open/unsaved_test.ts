/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type {
  Draft,
  Json,
  Keys,
} from "../../lib/embedded/page/workbench/api.ts";
import { withAt } from "../../lib/embedded/page/workbench/state/json_edit.ts";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type OpenPage, openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

/** A collection whose values come from every level. */
function files(url: string) {
  const get = (name: string, path: string, more = "") =>
    `info: {name: ${name}, type: http${more}}\nhttp: {method: GET, url: "${url}/${path}"}\n`;
  return {
    "opencollection.yml":
      "opencollection: 1.0.0\ninfo: {name: Shop}\nrequest: {variables: [{name: shop, value: a}]}\nextensions: {brace: {setup: [start.yml]}}\n",
    "environments/base.yml":
      "name: base\nvariables: [{name: under, value: a}]\n",
    "environments/ci.yml":
      "name: ci\nextends: base\nvariables: [{name: word, value: old}]\n",
    "environments/other.yml":
      "name: other\nvariables: [{name: word, value: a}]\n",
    "start.yml": get("Start", "start", ", seq: 9"),
    "users/folder.yml":
      "info: {name: Users, type: folder, seq: 1}\nrequest: {variables: [{name: who, value: a}]}\n",
    "users/say.yml": get("Say", "{{word}}", ", tags: [loud]"),
    "users/ask.yml": get("Ask", "{{session}}"),
    "orders/folder.yml":
      "info: {name: Orders, type: folder, seq: 2}\nrequest: {variables: [{name: what, value: a}]}\n",
    "orders/login.yml": `${
      get("Login", "login")
    }runtime:\n  scripts:\n    - {type: after-response, code: "client.setVar('session', 'abc')"}\n`,
    "orders/fails.yml": `${
      get("Fails", "fails")
    }runtime:\n  assertions:\n    - {expression: res.status, operator: eq, value: '201'}\n`,
  };
}

/** What the page says of unsaved edits. */
const notes = (page: Page) =>
  page.locator(".note.warn", { hasText: "unsaved" });

/** Edits the value of a variable, without a save. */
async function edits(
  page: Page,
  open: OpenPage,
  path: string,
  { name, value = "new" }: { name?: string; value?: string } = {},
): Promise<void> {
  const id = await open.id(path);
  await page.evaluate((id) => {
    location.hash = `#/item/${id}`;
  }, id);
  await tabOf(page, "Request", "Variables").click();
  if (name !== undefined) {
    const row = page.getByRole("textbox", { name: /^Variable \d+ name$/ })
      .last();
    await row.fill(name);
    const count = await page.getByRole("textbox", {
      name: /^Variable \d+ value$/,
    }).count();
    await page.getByRole("textbox", { name: `Variable ${count - 1} value` })
      .fill(value);
  } else {
    await page.getByRole("textbox", { name: "Variable 1 value" }).fill(value);
  }
  await page.getByRole("button", { name: "Discard" }).waitFor();
}

/** A draft of an item. */
async function draftOf(
  open: OpenPage,
  id: string,
  edit: { keys: Keys; value: Json } | ((source: string) => string),
): Promise<Draft> {
  const { revision, source, document = {} } = await open.ask("open", { id });
  return typeof edit === "function" ? { revision, source: edit(source) } : {
    revision,
    document: withAt(document, edit.keys, edit.value)!,
    base: document,
  };
}

describe("edits that are not saved", () => {
  const withPage = lendsPage();

  /** What edits of an item make of a placeholder in it. */
  const MEANT: readonly {
    readonly what: string;
    readonly path: string;
    readonly edit: Parameters<typeof draftOf>[2];
    readonly text: string;
    /** Without the edits. */
    readonly before: string;
    readonly after: string;
  }[] = [
    {
      what: "a variable of a request",
      path: "users/say.yml",
      edit: {
        keys: ["runtime", "variables"],
        value: [{ name: "fresh", value: "b" }],
      },
      text: "{{fresh}}",
      before: "nothing",
      after: "request b users/say.yml",
    },
    {
      what: "what its script sets",
      path: "users/say.yml",
      edit: {
        keys: ["runtime", "scripts"],
        value: [{
          type: "before-request",
          code: "client.setVar('fresh', 'b')",
        }],
      },
      text: "{{fresh}}",
      before: "nothing",
      after: "runtime - users/say.yml",
    },
    {
      what: "a variable of a request's source",
      path: "users/say.yml",
      edit: (source) =>
        `${source}runtime: {variables: [{name: fresh, value: b}]}\n`,
      text: "{{fresh}}",
      before: "nothing",
      after: "request b users/say.yml",
    },
    {
      what: "a source in which somebody types",
      path: "users/say.yml",
      edit: (source) => `${source}runtime: {variables: [{name: fre`,
      text: "{{word}}",
      before: "environment old environments/ci.yml",
      after: "environment old environments/ci.yml",
    },
    {
      what: "a variable of an environment",
      path: "environments/ci.yml",
      edit: { keys: ["variables", 1], value: { name: "fresh", value: "b" } },
      text: "{{fresh}}",
      before: "nothing",
      after: "environment b environments/ci.yml",
    },
    {
      what: "another value",
      path: "environments/ci.yml",
      edit: { keys: ["variables", 0, "value"], value: "new" },
      text: "{{word}}",
      before: "environment old environments/ci.yml",
      after: "environment new environments/ci.yml",
    },
    {
      what: "another name",
      path: "environments/ci.yml",
      edit: { keys: ["variables", 0, "name"], value: "world" },
      text: "{{word}}",
      before: "environment old environments/ci.yml",
      after: "nothing, but world",
    },
    {
      what: "a variable of the collection",
      path: "",
      edit: {
        keys: ["request", "variables", 1],
        value: { name: "fresh", value: "b" },
      },
      text: "{{fresh}}",
      before: "nothing",
      after: "collection b opencollection.yml",
    },
    {
      what: "a variable of a folder",
      path: "users",
      edit: {
        keys: ["request", "variables", 1],
        value: { name: "fresh", value: "b" },
      },
      text: "{{fresh}}",
      before: "nothing",
      after: "folder b users/folder.yml",
    },
  ];
  for (const { what, path, edit, text, before, after } of MEANT) {
    it(`say what a placeholder means: ${what}`, async () => {
      await using open = await openPage(files("http://127.0.0.1:1"), {
        environments: ["ci"],
      });
      const id = await open.id(path);
      const meant = async (draft?: Draft) => {
        const { texts: [[view]] } = await open.ask("placeholders", {
          id,
          ...draft && { draft },
          texts: [text],
        });
        const { definitions: [first], suggestion, name } = view;
        if (first === undefined) {
          return suggestion ? `nothing, but ${suggestion}` : "nothing";
        }
        const { variables } = await open.ask("variables", {
          id,
          ...draft && { draft },
        });
        assertEquals(
          variables.find((it) => it.name === name)?.definitions[0],
          first,
        );
        return `${first.scope} ${first.text ?? "-"} ${first.place?.file}`;
      };
      const draft = await draftOf(open, id, edit);
      const problems = await open.ask("problems", {});
      assertEquals(
        [await meant(), await meant(draft), await meant()],
        [before, after, before],
      );
      assertEquals(await open.ask("problems", {}), problems);
    });
  }

  it("show no secret, and reveal only what is saved", async () => {
    await using open = await openPage({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      "environments/ci.yml":
        "name: ci\nvariables: [{name: other, value: a}, {name: old, value: s3cret-old, secret: true}]\n",
    }, { environments: ["ci"] });
    const id = await open.id("environments/ci.yml");
    const { document } = await open.ask("open", { id });
    const [other, old] = (document as { variables: Json[] }).variables;
    const draft = await draftOf(open, id, {
      keys: ["variables"],
      value: [
        { name: "fresh", value: "s3cret-new", secret: true },
        // A copy of what stands for the old one.
        { name: "copy", value: (old as { value: string }).value },
        { name: "plain", value: "see s3cret-new" },
        old,
        other,
      ],
    });
    const asked = await open.ask("placeholders", {
      id,
      draft,
      texts: ["{{fresh}}", "{{copy}}", "{{plain}}", "{{old}}"],
    });
    const shown = asked.texts.map(([{ definitions: [one] }]) => one);
    assertEquals(
      shown.map(({ text, reveal }) => [text, reveal !== undefined]),
      [["***", false], ["***", false], ["see ***", false], ["***", true]],
    );
    assertEquals(
      await open.ask("reveal", { definition: shown[3].reveal! }),
      { value: "s3cret-old" },
    );
    // What was typed is a secret of the draft alone.
    const { variables } = await open.ask("variables", {});
    assertEquals(variables.map(({ name }) => name), ["old", "other"]);
  });

  /** What a test does in a page on the collection; `paths` has what was sent. */
  async function acts(
    act: (page: Page, open: OpenPage, paths: string[]) => Promise<void>,
  ): Promise<void> {
    const paths: string[] = [];
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => {
        paths.push(new URL(request.url).pathname);
        return new Response();
      },
    );
    await using open = await openPage(
      files(`http://127.0.0.1:${server.addr.port}`),
      { environments: ["ci"] },
    );
    await withPage(async (page) => {
      await page.goto(open.address());
      await page.getByRole("treeitem", { name: "Say" }).waitFor();
      await act(page, open, paths);
    });
  }

  /** What is edited, and what is named beside Send of the request "Say". */
  const CASES: readonly {
    readonly what: string;
    readonly paths: readonly string[];
    readonly named?: string;
  }[] = [
    {
      what: "a selected environment",
      paths: ["environments/ci.yml"],
      named: "“ci” has unsaved edits, which Brace does not send",
    },
    {
      what: "one that it extends",
      paths: ["environments/base.yml"],
      named: "“base” has unsaved edits, which Brace does not send",
    },
    { what: "another environment", paths: ["environments/other.yml"] },
    {
      what: "a folder above it, and the collection",
      paths: ["users", ""],
      named: "“Users” and “Shop” have unsaved edits, which Brace does not send",
    },
    { what: "another folder", paths: ["orders"] },
    { what: "itself", paths: ["users/say.yml"] },
    { what: "another request", paths: ["orders/login.yml"] },
    {
      what: "a request of setup",
      paths: ["start.yml"],
      named: "“Start” has unsaved edits, which Brace does not send",
    },
  ];
  itNeeds("chromium")("are named beside Send", async () => {
    await acts(async (page, open) => {
      for (const { what, paths, named } of CASES) {
        for (const path of paths) {
          const name = /^(?:users|orders|start).*yml$/.test(path)
            ? "fresh"
            : undefined;
          await edits(page, open, path, { ...name && { name } });
        }
        await openItem(page, "Say");
        if (named !== undefined) await notes(page).waitFor();
        assertEquals(
          await notes(page).locator("span").allInnerTexts(),
          named === undefined ? [] : [named],
          what,
        );
        await page.keyboard.press("Control+Shift+s");
        for (const path of paths) {
          const id = await open.id(path);
          await page.waitForFunction(
            (id) => sessionStorage.getItem(`brace-draft:${id}`) === null,
            id,
          );
        }
        await notes(page).waitFor({ state: "detached" });
      }
    });
  });

  itNeeds("chromium")("keep the tab open until the person agrees", async () => {
    await acts(async (page, open) => {
      const asked: string[] = [];
      page.on("dialog", async (dialog) => {
        asked.push(dialog.type());
        await dialog.accept();
      });
      const leaves = async (leave: () => Promise<unknown>) => {
        // Chromium asks nobody who has not touched the page.
        await openItem(page, "Say");
        asked.length = 0;
        await leave();
        await page.getByRole("treeitem", { name: "Say" }).waitFor();
        return [...asked];
      };
      const reload = () => page.reload();
      const without = await leaves(reload);
      await edits(page, open, "users/say.yml", { name: "fresh" });
      const edited = await leaves(reload);
      const kept = await leaves(reload);
      const atNewAddress = await leaves(async () => {
        const isLoaded = page.waitForEvent("load");
        await page.goto(open.address());
        await isLoaded;
      });
      await page.keyboard.press("Control+Shift+s");
      await page.getByText("Saved users/say.yml").waitFor();
      const saved = await leaves(reload);
      assertEquals({ without, edited, kept, atNewAddress, saved }, {
        without: [],
        edited: ["beforeunload"],
        kept: ["beforeunload"],
        atNewAddress: [],
        saved: [],
      });
    });
  });

  itNeeds("chromium")("are told of together when they are saved", async () => {
    await acts(async (page, open) => {
      for (const path of ["environments/ci.yml", "users", "orders"]) {
        await edits(page, open, path);
      }
      await page.keyboard.press("Control+Shift+s");
      await page.getByText(
        "Saved environments/ci.yml, users/folder.yml, and orders/folder.yml",
      ).waitFor();
      await page.keyboard.press("Alt+c");
      await page.getByRole("textbox", { name: "Command" }).fill(
        '{"info": {"name": "A", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": []}',
      );
      await page.getByRole("button", { name: "Create request" }).click();
      await page.getByText("Nothing to import: it contains no request")
        .waitFor();
    });
  });

  itNeeds("chromium")("go out after Save beside Send", async () => {
    await acts(async (page, open, paths) => {
      await edits(page, open, "environments/ci.yml");
      await openItem(page, "Say");
      const send = page.getByRole("button", { name: "Send", exact: true });
      const status = page.getByRole("status").getByText("200");
      await send.click();
      await status.waitFor();
      await tabOf(page, "Request", "Resolved").click();
      await page.getByText(
        "“ci” has unsaved edits, which are not in this request, nor in a copy.",
      ).waitFor();
      await page.getByRole("button", { name: "Save “ci”" }).click();
      await notes(page).waitFor({ state: "detached" });
      // The page stays where it is.
      await send.click();
      await page.getByText("“ci” has").waitFor({ state: "detached" });
      await page.waitForFunction(() =>
        document.querySelector(".main-button.cancel") === null
      );
      assertEquals(paths.filter((it) => it !== "/start"), ["/old", "/new"]);
    });
  });

  itNeeds("chromium")("are named where a name has no value", async () => {
    await acts(async (page, open) => {
      await openItem(page, "Say");
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("http://127.0.0.1:1/{{fresh}}");
      await edits(page, open, "environments/ci.yml", { name: "fresh" });
      await openItem(page, "Say");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("region", { name: "Response" })
        .locator(".note.warn").getByText("“ci” has unsaved edits").waitFor();
    });
  });

  itNeeds("chromium")("mark the placeholders of the item", async () => {
    await acts(async (page, open) => {
      await openItem(page, "Say");
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("http://127.0.0.1:1/{{fresh}}");
      const mark = page.locator(".url-field .mark");
      const unresolved = page.locator(".url-field .mark.unresolved");
      await unresolved.waitFor();
      let asked = 0;
      page.on("request", (request) => {
        if (request.url().endsWith("/api/placeholders")) asked++;
      });
      await edits(page, open, "users/say.yml", { name: "fresh", value: "" });
      await unresolved.waitFor({ state: "detached" });
      const isMeant = () => mark.getAttribute("data-scope");
      assertEquals(await isMeant(), "request");
      // A row of keys is one question.
      asked = 0;
      const answered = page.waitForResponse("**/api/placeholders");
      await page.getByRole("textbox", { name: "Variable 1 value" })
        .pressSequentially("a long value");
      await answered;
      assertEquals(asked, 1);
      // The URL defines nothing: of the edits none is asked about.
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("http://127.0.0.1:1/{{fresh}}/more");
      await page.getByText("All variables in reach").click();
      await page.locator("details li", { hasText: "a long value" }).waitFor();
      assertEquals(asked, 1);
      // The open list follows what you type.
      await page.getByRole("textbox", { name: "Variable 1 value" })
        .fill("another value");
      await page.locator("details li", { hasText: "another value" }).waitFor();
      // What is edited in another file is not sent: nothing defines it there.
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("http://127.0.0.1:1/{{fresh}}");
      await unresolved.waitFor();
      await edits(page, open, "environments/ci.yml", { name: "fresh" });
      const own = page.getByRole("textbox", { name: "Variable 1 value" });
      await own.fill("{{fresh}}");
      await page.locator(".mark[data-scope=environment]").waitFor();
      await openItem(page, "Say");
      await notes(page).waitFor();
      await unresolved.waitFor();
    });
  });

  itNeeds("chromium")("mark the placeholders of an editor", async () => {
    await acts(async (page, open) => {
      const id = await open.id("users/say.yml");
      await page.evaluate((id) => {
        location.hash = `#/item/${id}`;
      }, id);
      await tabOf(page, "Request", "Source").click();
      const editor = page.locator(".cm-content");
      await editor.click();
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("docs: '{{fresh}}'\n");
      const unresolved = page.locator(".brace-mark.unresolved");
      await unresolved.waitFor();
      await page.keyboard.insertText(
        "runtime: {variables: [{name: fresh, value: a}]}",
      );
      await unresolved.waitFor({ state: "detached" });
    });
  });

  itNeeds("chromium")("have a dot wherever the item is listed", async () => {
    await acts(async (page, open) => {
      for (const path of ["environments/ci.yml", "", "users"]) {
        await edits(page, open, path);
      }
      await page.keyboard.press("Alt+v");
      const view = page.getByRole("region", {
        name: "Variables of the collection",
      });
      await view.getByRole("img", { name: "unsaved" }).first().waitFor();
      assertEquals(
        await view.locator("li", {
          has: page.getByRole("img", { name: "unsaved" }),
        }).allInnerTexts(),
        ["ci\nselected"],
      );
      assertEquals(
        await view.locator(".panel-tools").getByRole("img").count(),
        1,
      );
      assertEquals(
        await page.getByRole("combobox", { name: "Environment" })
          .locator("option").allInnerTexts(),
        ["No environment", "base", "ci •", "other"],
      );
      assertEquals(
        await page.getByRole("treeitem", { name: "Users" })
          .getAttribute("aria-description"),
        "folder, unsaved",
      );
      await page.getByRole("button", { name: "Layers" }).click();
      assertEquals(
        await page.getByRole("dialog").getByRole("img").count(),
        1,
      );
    });
  });

  itNeeds("chromium")(
    "are named by the view Run, and by its result",
    async () => {
      await acts(async (page, open, paths) => {
        await edits(page, open, "environments/ci.yml");
        await edits(page, open, "users/say.yml", { name: "fresh" });
        await edits(page, open, "orders");
        await page.keyboard.press("Alt+r");
        const scope = page.getByRole("combobox", { name: "Scope" });
        const said = async (option: string, tags = "") => {
          await scope.selectOption({ label: option });
          const field = page.getByRole("combobox", {
            name: "Tags",
            exact: true,
          });
          await field.fill(tags);
          await field.press("Tab");
          return (await notes(page).locator("span").innerText())
            .replace(/\s+/g, " ");
        };
        const folder = (name: string) =>
          scope.locator("option", { hasText: name }).innerText();
        assertEquals(
          [
            await said("The whole collection"),
            await said(await folder("users")),
            await said("The whole collection", "loud"),
            await said(await folder("users"), "quiet"),
          ],
          [
            "3 files have unsaved edits: the run uses the files as saved (“ci”, “Say”, and “Orders”)",
            "2 files have unsaved edits: the run uses the files as saved (“ci” and “Say”)",
            "2 files have unsaved edits: the run uses the files as saved (“ci” and “Say”)",
            "1 file has unsaved edits: the run uses the file as saved (“ci”)",
          ],
        );
        await said("The whole collection", "loud");
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await page.getByRole("navigation", { name: "Views of the run" })
          .waitFor();
        await page.getByText("without the unsaved edits of “ci” and “Say”")
          .waitFor();
        assertEquals(paths.includes("/old"), true);
        await page.getByRole("button", { name: "Save all" }).click();
        await notes(page).waitFor({ state: "detached" });
        await page.getByRole("button", { name: "Run", exact: true }).click();
        await page.getByText("without the unsaved edits").waitFor({
          state: "detached",
        });
        await page.getByRole("link", { name: "Requests", exact: true }).first()
          .waitFor();
        assertEquals(paths.at(-1), "/new");
      });
    },
  );

  itNeeds("chromium")("are named by a result of what ran only", async () => {
    await acts(async (page, open, paths) => {
      for (const path of ["orders/login.yml", "users/say.yml"]) {
        await edits(page, open, path, { name: "fresh" });
      }
      await page.keyboard.press("Alt+r");
      const scope = page.getByRole("combobox", { name: "Scope" });
      const dialog = page.getByRole("dialog", {
        name: "Run what it needs first?",
      });
      const press = (name: string) =>
        page.getByRole("button", { name, exact: true }).click();
      const said = async () => {
        await page.getByRole("navigation", { name: "Views of the run" })
          .waitFor();
        return await page.locator(".ran-with").innerText();
      };
      const users = await scope.locator("option", { hasText: "users" })
        .innerText();
      await scope.selectOption({ label: users });
      for (const close of ["Close", "Escape"]) {
        await press("Run");
        await dialog.waitFor();
        if (close === "Close") await press(close);
        else await page.keyboard.press(close);
        await page.getByText("Cancelled before anything ran.").waitFor();
      }
      assertEquals(paths, []);
      await press("Run");
      await dialog.getByRole("button", { name: "Yes" }).click();
      const withNeeded = await said();
      await scope.selectOption({ label: "The whole collection" });
      await press("Run");
      const all = await said();
      await press("Rerun failed requests");
      const rerun = await said();
      assertEquals({ withNeeded, all, rerun }, {
        withNeeded: "With ci · without the unsaved edits of “Login” and “Say”",
        all: "With ci · without the unsaved edits of “Login” and “Say”",
        rerun: "With ci · started with 1 value of this session",
      });
    });
  });

  itNeeds("chromium")("are named by what would run first", async () => {
    await acts(async (page, open) => {
      await edits(page, open, "orders/login.yml", { name: "fresh" });
      await openItem(page, "Ask");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("dialog").getByText(
        "“Login” has unsaved edits: Brace runs the file as saved.",
      ).waitFor();
    });
  });
});
