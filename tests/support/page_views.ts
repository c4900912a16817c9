/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from "playwright-core";
import { AUTH_TYPES } from "../../lib/core/collection/auth_types.ts";
import type { Files, OpenPage } from "./open_page.ts";

/** What a view is shown with: the page, and the collection that it is of. */
interface Shown {
  readonly page: Page;
  readonly open: OpenPage;
}

/** A state of the page; each one follows those before it. */
export interface PageView {
  readonly name: string;
  show(shown: Shown): Promise<void>;
}

const BROKEN = "info: {name: Broken\nhttp: [\n";

/** The tabs of a request, in order. */
export const REQUEST_TABS = [
  "Params",
  "Headers",
  "Body",
  "Auth",
  "Variables",
  "Scripts",
  "Assertions",
  "Docs",
  "Settings",
  "Source",
  "Resolved",
] as const;

/** The tabs of a response, in order. */
export const RESPONSE_TABS = [
  "Body",
  "Headers",
  "Checks",
  "Console",
  "Timing",
  "Sent",
] as const;

/** A tab of the request or of the response. */
export function tabOf(
  page: Page,
  list: "Request" | "Response",
  name: string,
) {
  return page.getByRole("tablist", { name: list })
    .getByRole("tab", { name, exact: true });
}

/** Opens an item of the tree. */
export async function openItem(page: Page, name: string): Promise<void> {
  await page.getByRole("treeitem").first().waitFor();
  const row = page.getByRole("treeitem", { name, exact: true });
  if (await row.count() > 0) await row.click();
  else {
    // The tree has only the rows in sight.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Go to" }).fill(name);
    await page.getByRole("option", { name: new RegExp(`^\\S* ?${name}`) })
      .first().click();
  }
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

function tabs(
  list: "Request" | "Response",
  names: readonly string[],
  of: string,
): PageView[] {
  return names.map((name) => ({
    name: `${of}: ${name}`,
    show: async ({ page }) => {
      await tabOf(page, list, name).click();
      await page.getByRole("tabpanel", { name, exact: true }).first().waitFor();
    },
  }));
}

async function send(page: Page, status: string): Promise<void> {
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("status").getByText(status).waitFor();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

function dialog(name: string, keys: string): PageView {
  return {
    name: `dialog: ${name}`,
    show: async ({ page }) => {
      if (await page.getByRole("dialog").count() > 0) await close(page);
      await page.getByRole("main").focus();
      await page.keyboard.press(keys);
      await page.getByRole("dialog").waitFor();
    },
  };
}

/** What the example collection has besides, so that all states can be seen. */
const files: Files = {
  "broken.yml": BROKEN,
  "elsewhere.yml": `info: {name: Elsewhere, type: http, seq: 9, tags: [brief]}
docs: |-
  # Elsewhere

  A request with **documentation**, an \`example\` and a list:

  - one
  - two
http:
  method: GET
  url: "{{baseUrl}}/redirect?to={{nowhere}}"
  headers:
    - name: X-Name
      value: "{{?What is your name?}}"
runtime:
  scripts:
    - type: before-request
      code: |-
        client.setVar("elsewhere", "http://localhost:1");
        await client.cookies.jar().setCookie("http://127.0.0.1/", "sid", "1");
        console.log("before", { a: 1 });
        console.error("an error");
  assertions:
    - {expression: res.status, operator: eq, value: "418"}
examples:
  - name: Someone
    response:
      status: 200
      statusText: OK
      headers: [{name: Content-Type, value: application/json}]
      body: {type: json, data: '{"name": "Ada", "list": [1, 2]}'}
  - {name: Nobody, response: {status: 404, statusText: Not Found}}
`,
};

const list: readonly PageView[] = [
  {
    name: "home",
    show: async ({ page }) => {
      await page.getByRole("treeitem", { name: "users", exact: true })
        .waitFor();
      await page.getByRole("combobox", { name: "Environment" })
        .selectOption("local");
    },
  },
  {
    name: "history: empty",
    show: async ({ page }) => {
      await page.keyboard.press("Alt+h");
      await page.getByRole("heading", { name: "History" }).waitFor();
    },
  },
  {
    name: "run: nothing yet",
    show: async ({ page }) => {
      await page.keyboard.press("Alt+r");
      await page.getByText("in order").first().waitFor();
    },
  },
  {
    name: "response: empty",
    show: ({ page }) => openItem(page, "Create a user"),
  },
  {
    name: "response: created",
    show: ({ page }) => send(page, "201 Created"),
  },
  ...tabs("Request", REQUEST_TABS, "request"),
  ...tabs("Response", RESPONSE_TABS, "response"),
  {
    name: "response: filtered",
    show: async ({ page }) => {
      await openItem(page, "List users");
      await send(page, "200 OK");
      await tabOf(page, "Response", "Body").click();
      await page.getByRole("textbox", { name: "Filter" }).fill("$[*].name");
      await page.getByText("Found values").or(page.getByText("Ada Lovelace"))
        .first().waitFor();
    },
  },
  {
    name: "auth: inherit",
    show: async ({ page }) => {
      await tabOf(page, "Request", "Auth").click();
      await page.getByRole("combobox", { name: "Auth type" }).waitFor();
    },
  },
  ...AUTH_TYPES.filter((type) => type !== "inherit").map((type): PageView => ({
    name: `auth: ${type}`,
    show: async ({ page }) => {
      await page.getByRole("combobox", { name: "Auth type" }).selectOption(
        type,
      );
    },
  })),
  {
    name: "unsaved",
    show: async ({ page }) => {
      await page.getByRole("button", { name: "Discard" }).waitFor();
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("{{baseUrl}}/{{nowhere}}/{{firstName}}?a=1");
      await page.locator(".mark.unresolved").waitFor();
    },
  },
  {
    name: "placeholder: unresolved",
    show: async ({ page }) => {
      const url = page.getByRole("textbox", { name: "URL", exact: true });
      await url.press("Home");
      for (let at = 0; at < 14; at++) await url.press("ArrowRight");
      await url.press("Control+i");
      await page.getByRole("group", { name: "Placeholder" }).waitFor();
    },
  },
  {
    name: "placeholder: defined",
    show: async ({ page }) => {
      await page.keyboard.press("Escape");
      const url = page.getByRole("textbox", { name: "URL", exact: true });
      await url.press("Home");
      await url.press("Control+i");
      await page.getByText("environments/local.yml").waitFor();
    },
  },
  {
    name: "completions",
    show: async ({ page }) => {
      await page.keyboard.press("Escape");
      const url = page.getByRole("textbox", { name: "URL", exact: true });
      await url.fill("{{");
      await page.getByRole("listbox", { name: "Completions" }).waitFor();
    },
  },
  {
    name: "problems of what is sent",
    show: async ({ page }) => {
      await page.keyboard.press("Escape");
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("{{baseUrl}}/{{nowhere}}");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("nowhere").last().waitFor();
    },
  },
  {
    name: "resolved: unresolved",
    show: async ({ page }) => {
      await tabOf(page, "Request", "Resolved").click();
      await page.locator(".resolved .problems").waitFor();
    },
  },
  {
    name: "discarded",
    show: async ({ page }) => {
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("button", { name: "Discard" })
        .waitFor({ state: "detached" });
    },
  },
  {
    name: "question: prompt",
    show: async ({ page }) => {
      await openItem(page, "Elsewhere");
      await tabOf(page, "Request", "Docs").click();
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("{{baseUrl}}/redirect?to=/users");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "response: failed check",
    show: async ({ page }) => {
      await page.getByRole("dialog").getByRole("textbox").fill("Ada");
      await page.getByRole("dialog").getByRole("button", { name: "Go on" })
        .click();
      await page.getByRole("status").getByText("200 OK").waitFor();
      await tabOf(page, "Response", "Checks").click();
    },
  },
  ...tabs("Response", ["Headers", "Console", "Timing"], "redirected"),
  ...tabs("Request", ["Examples"], "request"),
  {
    name: "question: host",
    show: async ({ page }) => {
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("{{elsewhere}}/x");
      await tabOf(page, "Request", "Headers").click();
      await page.getByRole("button", { name: "Remove header 1" }).click();
      await page.keyboard.press("Control+Enter");
      await page.getByRole("button", { name: "For this session" }).waitFor();
    },
  },
  {
    name: "response: refused",
    show: async ({ page }) => {
      await page.getByRole("button", { name: "Once" }).click();
      await page.getByRole("button", { name: "Send", exact: true }).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  },
  {
    name: "question: needed",
    show: async ({ page, open }) => {
      // An earlier view sent what sets it.
      await open.ask("forgetKept", { what: "variables" });
      await openItem(page, "Read the user");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("button", { name: "Yes" }).waitFor();
    },
  },
  {
    name: "response: with what it needs",
    show: async ({ page }) => {
      await page.getByRole("button", { name: "Yes" }).click();
      await page.getByRole("status").getByText("200 OK").waitFor();
    },
  },
  {
    name: "stream: messages",
    show: async ({ page }) => {
      await openItem(page, "Chat");
      await tabOf(page, "Request", "Body").click();
      await page.keyboard.press("Control+Enter");
      await page.getByRole("tablist", { name: "Response" }).waitFor();
      await tabOf(page, "Response", "Body").click();
      await page.keyboard.press("Control+Enter");
      await page.getByText("pong").first().waitFor();
      // It may end by itself meanwhile.
      await page.getByRole("button", { name: "End", exact: true })
        .click({ timeout: 3000 }).catch(() => {});
      await page.getByRole("status").getByText("101").waitFor();
    },
  },
  {
    name: "folder",
    show: ({ page }) => openItem(page, "users"),
  },
  {
    name: "broken file",
    show: async ({ page }) => {
      await page.getByRole("treeitem", { name: "broken.yml" }).click();
      await page.getByRole("textbox", { name: "Source" }).waitFor();
    },
  },
  {
    name: "search",
    show: async ({ page }) => {
      await page.getByRole("searchbox", { name: "Search" }).fill("email");
      await page.getByRole("treeitem", { name: "Create a user" }).waitFor();
    },
  },
  {
    name: "search: nothing",
    show: async ({ page }) => {
      await page.getByRole("searchbox", { name: "Search" }).fill("qwertz");
      await page.getByText("Nothing has").waitFor();
    },
  },
  {
    name: "search: tag",
    show: async ({ page }) => {
      await page.getByRole("searchbox", { name: "Search" }).fill("tag:brief");
      await page.getByRole("treeitem", { name: "Elsewhere" }).waitFor();
    },
  },
  {
    name: "history",
    show: async ({ page }) => {
      await page.getByRole("searchbox", { name: "Search" }).fill("");
      await page.keyboard.press("Alt+h");
      await page.getByRole("button", { name: /List users 200/ }).click();
      await page.getByRole("button", { name: "To the request" }).waitFor();
    },
  },
  {
    name: "compare",
    show: async ({ page }) => {
      const boxes = page.getByRole("region", { name: "History" })
        .getByRole("checkbox");
      await boxes.nth(1).check();
      await boxes.nth(2).check();
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByRole("heading", { name: "Differences" }).waitFor();
    },
  },
  {
    name: "run: report",
    show: async ({ page, open }) => {
      // A run of all refuses what it cannot read.
      await Deno.remove(`${open.folder}/broken.yml`);
      await page.getByRole("treeitem", { name: "broken.yml" })
        .waitFor({ state: "detached" });
      await page.keyboard.press("Alt+r");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("Ada");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Requests", exact: true }).first()
        .waitFor();
    },
  },
  {
    name: "run: with values of this session",
    show: async ({ page }) => {
      await page.getByRole("combobox", { name: "Scope" })
        .selectOption({ index: 1 });
      await page.locator(".session-values summary").click();
      await page.locator(".session-values p").waitFor();
    },
  },
  ...["Requests", "Waterfall"].map((name): PageView => ({
    name: `run: ${name}`,
    show: async ({ page }) => {
      await page.getByRole("link", { name, exact: true }).first().click();
    },
  })),
  {
    name: "run: a request",
    show: async ({ page }) => {
      await page.getByRole("link", { name: "Requests", exact: true }).first()
        .click();
      await page.getByRole("link", { name: /Create a user/ }).first().click();
      await page.getByRole("region", { name: "Request", exact: true })
        .waitFor();
    },
  },
  {
    name: "variables",
    show: async ({ page }) => {
      await page.keyboard.press("Alt+v");
      await page.getByText("firstName").first().waitFor();
      await page.getByRole("list", { name: "Cookies of this session" })
        .getByText("sid").waitFor();
    },
  },
  {
    name: "environment",
    show: async ({ page }) => {
      await page.getByRole("button", { name: "local", exact: true }).click();
      await page.getByRole("textbox", { name: "Variable 2 name" }).waitFor();
    },
  },
  {
    name: "problems",
    show: async ({ page, open }) => {
      await open.write("broken.yml", BROKEN);
      await page.keyboard.press("Alt+p");
      await page.getByText("broken.yml").last().waitFor();
    },
  },
  dialog("keys", "?"),
  dialog("go anywhere", "Control+k"),
  dialog("new request", "Alt+n"),
  dialog("new folder", "Alt+Shift+N"),
  dialog("paste", "Alt+c"),
  {
    name: "dialog: environments",
    show: async ({ page }) => {
      await close(page);
      await page.getByRole("button", { name: "Layers" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "dialog: delete",
    show: async ({ page }) => {
      await close(page);
      await openItem(page, "users");
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "dialog: conflict",
    show: async ({ page, open }) => {
      await close(page);
      await openItem(page, "Delete the user");
      await page.getByRole("textbox", { name: "URL", exact: true }).fill(
        "http://mine",
      );
      const path = "users/delete.yml";
      const text = await open.read(path);
      await open.write(path, text.replace(/url: .*/, "url: http://theirs"));
      await page.getByText("has changed on disk").waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("button", { name: "Compare" }).click();
      await page.getByText("url: http://theirs").waitFor();
    },
  },
  {
    name: "ended",
    show: async ({ page, open }) => {
      await page.getByRole("button", { name: "Take theirs" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await open.end();
      await page.getByText("brace open has ended").waitFor();
    },
  },
];

/** Every view of the page, in the order in which a person may come by. */
export const VIEWS: { readonly files: Files; readonly list: typeof list } = {
  files,
  list,
};
