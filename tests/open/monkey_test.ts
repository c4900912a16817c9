/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { openChromium } from "../support/chromium.ts";
import { itNeeds } from "../support/needs.ts";
import { type Files, openPage } from "../support/open_page.ts";

/**
 * Seconds of a walk: a minute in CI, and less where a person waits for it. A
 * longer one behind a switch: BRACE_MONKEY=1200.
 */
const SECONDS = Number(
  Deno.env.get("BRACE_MONKEY") ?? (Deno.env.has("CI") ? 60 : 8),
);
const SEED = Number(Deno.env.get("BRACE_SEED") ?? 26);

/** What a browser says of an answer that refuses: the page tells the person. */
const REFUSAL = /^Failed to load resource: .* status of 4\d\d/;
/** What Chromium says of its own editing of rich text. */
const OWN_STYLE = /^Applying inline style violates/;

const KEYS = [
  "Escape",
  "Enter",
  "Tab",
  "ArrowDown",
  "ArrowUp",
  "Control+Enter",
  "Control+s",
  "Control+z",
  "Control+Shift+z",
  "Control+k",
  "Alt+r",
  "Alt+h",
  "Alt+v",
  "Alt+p",
  "F2",
  "?",
  "/",
] as const;
const TEXTS = ["{{host}}", "{{", "$.a[", "a b", "../x", "1", "\u{1f600}"];

/** Numbers from 0 to 1 that are the same each time. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed;;) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    yield (state >>> 0) / 2 ** 32;
  }
}

function files(port: number): Files {
  const request = (name: string, method: string) =>
    `info: {name: ${name}, type: http}
http: {method: ${method}, url: "http://127.0.0.1:${port}/{{path}}"}
runtime: {variables: [{name: path, value: there}]}
`;
  return {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Walk}\n",
    "environments/local.yml": "name: local\nvariables: []\n",
    "users/folder.yml": "info: {name: Users, type: folder}\n",
    "users/list.yml": request("List", "GET"),
    "users/create.yml": request("Create", "POST"),
    "broken.yml": "info: {name: [",
  };
}

/** Does something that a hand could do, wherever it lands. */
async function act(page: Page, next: () => number): Promise<void> {
  const one = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)];
  const kind = next();
  if (kind < 0.25) return await page.keyboard.press(one(KEYS));
  if (kind < 0.4) return await page.keyboard.type(one(TEXTS));
  const all = page.locator(
    "button, [role=treeitem], [role=tab], input, select, .cm-content",
  );
  const count = await all.count();
  if (count === 0) return;
  const chosen = all.nth(Math.floor(next() * count));
  // What is covered, or gone by now, is left alone.
  await chosen.click({ timeout: 300 }).catch(() => {});
}

describe("a hand without a plan", () => {
  itNeeds("chromium")("finds no error in page or server", async () => {
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => Response.json({ a: [1, { b: 2 }] }),
    );
    await using open = await openPage(files(server.addr.port));
    const browser = await openChromium();
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on(
        "pageerror",
        ({ name, stack, message }) =>
          complaints.push(`error ${name} ${stack || message}`),
      );
      page.on("console", (line) => {
        const text = line.text();
        if (REFUSAL.test(text) || OWN_STYLE.test(text)) return;
        const { url, lineNumber } = line.location();
        complaints.push(`${line.type()} ${text} ${url}:${lineNumber}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 500) {
          complaints.push(`${response.status()} ${response.url()}`);
        }
      });
      await page.goto(open.address());
      await page.getByRole("tree").waitFor();
      const numbers = randomNumbers(SEED);
      const end = Date.now() + SECONDS * 1000;
      while (Date.now() < end && complaints.length === 0) {
        await act(page, () => numbers.next().value);
      }
      assertEquals(complaints, []);
      assertEquals(await page.getByRole("banner").count(), 1);
      await open.ask("state", {});
    } finally {
      await browser.close();
    }
  });
});
