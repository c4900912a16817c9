/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type Files, openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** What the page shows of a request's parameters. */
interface Shown {
  /** Path and query of the URL. */
  readonly url: string;
  /** Each row, with `-` before one that is off. */
  readonly rows: readonly string[];
}

interface Edit {
  readonly name: string;
  readonly act: (page: Page) => Promise<void>;
  /** What the page shows after it. */
  readonly after: Shown;
  /** What goes to the server after it; absent: the URL. */
  readonly sent?: string;
}

const KINDS: readonly {
  readonly kind: string;
  readonly files: (url: string) => Readonly<Record<string, string>>;
  readonly before: Shown;
  readonly edits: readonly Edit[];
}[] = [
  {
    kind: "YAML",
    files: (url) => ({
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
      "health.yml":
        `info: {name: Health, type: http}\nhttp:\n  method: GET\n  url: ${url}/health?q=tea&size=2\n  params:\n    - {name: q, value: tea, type: query}\n    - {name: size, value: "2", type: query}\n`,
    }),
    before: { url: "/health?q=tea&size=2", rows: ["q=tea", "size=2"] },
    edits: [
      {
        name: "a typed value",
        act: (page) => fill(page, "Param 2 value", "5"),
        after: { url: "/health?q=tea&size=5", rows: ["q=tea", "size=5"] },
      },
      {
        name: "a typed name",
        act: (page) => fill(page, "Param 1 name", "query"),
        after: {
          url: "/health?query=tea&size=2",
          rows: ["query=tea", "size=2"],
        },
      },
      {
        name: "a row that is removed",
        act: (page) =>
          page.getByRole("button", { name: "Remove param 1" }).click(),
        after: { url: "/health?size=2", rows: ["size=2"] },
      },
      {
        name: "a row that is switched off",
        act: (page) =>
          page.getByRole("checkbox", { name: "Param 1 is used" }).click(),
        after: { url: "/health?size=2", rows: ["-q=tea", "size=2"] },
      },
      {
        name: "a row that is added",
        act: (page) => fill(page, "Param 3 name", "page"),
        after: {
          url: "/health?q=tea&size=2&page=",
          rows: ["q=tea", "size=2", "page="],
        },
      },
      {
        name: "a row that moves",
        act: async (page) => {
          await page.getByLabel("Param 1 value").focus();
          await page.keyboard.press("Alt+ArrowDown");
        },
        // Which of the pairs comes first is said by the URL.
        after: { url: "/health?size=2&q=tea", rows: ["size=2", "q=tea"] },
      },
      {
        name: "a value in the URL",
        act: (page) => retype(page, (url) => url.replace("size=2", "size=7")),
        after: { url: "/health?q=tea&size=7", rows: ["q=tea", "size=7"] },
      },
      {
        name: "a parameter taken out of the URL",
        act: (page) => retype(page, (url) => url.replace("q=tea&", "")),
        after: { url: "/health?size=2", rows: ["size=2"] },
      },
    ],
  },
  {
    kind: ".bru",
    files: (url) => ({
      "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}\n',
      "health.bru":
        `meta {\n  name: Health\n  type: http\n  seq: 1\n}\n\nget {\n  url: ${url}/health/:id?q=tea\n  body: none\n  auth: none\n}\n\nparams:query {\n  q: tea\n}\n\nparams:path {\n  id: 1\n}\n`,
    }),
    before: { url: "/health/:id?q=tea", rows: ["q=tea", "id=1"] },
    edits: [
      {
        name: "a typed value",
        act: (page) => fill(page, "Param 1 value", "milk"),
        after: { url: "/health/:id?q=milk", rows: ["q=milk", "id=1"] },
        sent: "/health/1?q=milk",
      },
      {
        name: "a parameter that the URL gets",
        act: (page) => retype(page, (url) => `${url}&size=2`),
        after: {
          url: "/health/:id?q=tea&size=2",
          rows: ["q=tea", "id=1", "size=2"],
        },
        sent: "/health/1?q=tea&size=2",
      },
      {
        name: "a path parameter with another name in the URL",
        act: (page) => retype(page, (url) => url.replace(":id", ":user")),
        after: { url: "/health/:user?q=tea", rows: ["q=tea", "user=1"] },
        sent: "/health/1?q=tea",
      },
      {
        name: "a path parameter that the URL loses",
        act: (page) => retype(page, (url) => url.replace("/:id", "")),
        after: { url: "/health?q=tea", rows: ["q=tea"] },
      },
    ],
  },
];

/** One edit, as by a paste: how fast somebody types makes no difference. */
async function fill(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(text);
}

async function retype(
  page: Page,
  change: (url: string) => string,
): Promise<void> {
  const url = await page.getByLabel("URL", { exact: true }).inputValue();
  await fill(page, "URL", change(url));
}

/** Waits until the page shows something; a page that never does fails with what it shows. */
async function shows(
  page: Page,
  { url }: RecordingServer,
  wanted: Shown,
): Promise<void> {
  const now = () =>
    page.evaluate((base): Shown => {
      const value = (name: string) =>
        document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`)
          ?.value ?? "";
      const rows: string[] = [];
      for (let at = 1;; at++) {
        const isUsed = document.querySelector<HTMLInputElement>(
          `[aria-label="Param ${at} is used"]`,
        );
        // The last row waits to be filled in.
        if (isUsed === null || isUsed.disabled) break;
        const name = value(`Param ${at} name`);
        rows.push(
          `${isUsed.checked ? "" : "-"}${name}=${value(`Param ${at} value`)}`,
        );
      }
      return { url: value("URL").replace(base, ""), rows };
    }, url);
  for (let tries = 0; tries < 20; tries++) {
    if (JSON.stringify(await now()) === JSON.stringify(wanted)) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  assertEquals(await now(), wanted);
}

async function sends(
  page: Page,
  { requests }: RecordingServer,
  target: string,
): Promise<void> {
  const before = requests.length;
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  while (requests.length === before) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  assertEquals(requests.at(-1)!.target, target);
}

describe("undo in the page", () => {
  const withPage = lendsPage();
  for (const { kind, files, before, edits } of KINDS) {
    const asSent = before.url.replace(":id", "1");
    for (const { name, act, after, sent = after.url } of edits) {
      itNeeds("chromium")(
        `${kind}: takes URL and rows back together: ${name}`,
        async () => {
          await using server = recordingServer();
          await using open = await openPage(files(server.url));
          await withPage(async (page) => {
            await page.goto(open.address());
            await openItem(page, "Health");
            await tabOf(page, "Request", "Params").click();
            await shows(page, server, before);
            await act(page);
            await shows(page, server, after);
            await page.keyboard.press("Control+z");
            await shows(page, server, before);
            await sends(page, server, asSent);
            await page.keyboard.press("Control+Shift+z");
            await shows(page, server, after);
            await sends(page, server, sent);
            // There was one step, and no other one before it.
            await page.keyboard.press("Control+z");
            await page.keyboard.press("Control+z");
            await shows(page, server, before);
          });
        },
      );
    }
  }

  const WORDS: readonly { readonly file: string; readonly files: Files }[] = [
    {
      file: "health.yml",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
        "health.yml":
          "info: {name: Health, type: http, tags: [smoke, slow]}\nhttp: {method: GET, url: 'http://127.0.0.1:1/'}\n",
      },
    },
    {
      file: "health.bru",
      files: {
        "bruno.json":
          '{"version": "1", "name": "Shop", "type": "collection"}\n',
        "health.bru":
          "meta {\n  name: Health\n  type: http\n  tags: [\n    smoke\n    slow\n  ]\n}\n\nget {\n  url: http://127.0.0.1:1/\n}\n",
      },
    },
  ];
  for (const { file, files } of WORDS) {
    itNeeds("chromium")(
      `${file}: shows the words of a setting anew`,
      async () => {
        await using open = await openPage(files);
        await withPage(async (page) => {
          await page.goto(open.address());
          await openItem(page, "Health");
          await tabOf(page, "Request", "Settings").click();
          const before = "smoke, slow";
          const tags = page.getByRole("textbox", { name: "Tags" });
          const becomes = async (text: string) => {
            for (let tries = 0; tries < 20; tries++) {
              if (await tags.inputValue() === text) return;
              await page.evaluate(() => new Promise(requestAnimationFrame));
            }
            assertEquals(await tags.inputValue(), text);
          };
          await becomes(before);
          await tags.fill("fast,slow");
          await page.getByRole("heading", { level: 1 }).click();
          await becomes("fast, slow");
          await page.keyboard.press("Control+z");
          await becomes(before);
          await page.keyboard.press("Control+Shift+z");
          await becomes("fast, slow");
          await page.keyboard.press("Control+s");
          await page.getByRole("button", { name: "Discard" })
            .waitFor({ state: "detached" });
          assertStringIncludes(await open.read(file), "fast");
        });
      },
    );
  }
});
