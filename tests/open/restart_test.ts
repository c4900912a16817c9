/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { reboundSpans } from "../../lib/embedded/page/workbench/state/rebound.ts";
import { servePage } from "../../lib/open/serve_page.ts";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { openPage } from "../support/open_page.ts";

const [ONE, TWO] = ["s3cret-one-4711", "s3cret-two-0815"];

const request = (name: string) =>
  `# Of ${name}.
info: {name: ${name}, type: http}
http:
  method: GET
  url: http://127.0.0.1:1/${name}
  headers:
    - {name: Authorization, value: Bearer ${ONE}}
    - {name: X-Api-Key, value: ${TWO}}
docs: none
`;

/** Edits two requests in a page, ends its server, and lets another one serve the same port. */
async function restarted(
  withPage: ReturnType<typeof lendsPage>,
  between: (folder: string) => Promise<void>,
  test: (page: Page, folder: string) => Promise<void>,
): Promise<void> {
  const open = await openPage({
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
    "form.yml": request("form"),
    "source.yml": request("source"),
  });
  // The server ends before its files go.
  const folder = await Deno.makeTempDir();
  const files = ["opencollection.yml", "form.yml", "source.yml"];
  for (const file of files) {
    await Deno.writeTextFile(join(folder, file), await open.read(file));
  }
  await open[Symbol.asyncDispose]();
  const options = {
    readOnly: false,
    environments: [],
    history: "session",
  } as const;
  try {
    await withPage(async (page) => {
      const first = servePage(folder, { ...options, port: 0 });
      const { port } = first;
      await page.goto(first.address());
      await page.getByRole("treeitem", { name: "form" }).click();
      await page.getByRole("textbox", { name: "URL" })
        .fill("http://127.0.0.1:1/edited");
      await page.getByRole("treeitem", { name: "source" }).click();
      await page.getByRole("tab", { name: "Source" }).click();
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Backspace");
      await page.keyboard.type("\ntags: [typed]\n");
      await page.waitForFunction(() =>
        Object.values(sessionStorage).filter((it) => it.includes("edited"))
            .length > 0 &&
        Object.values(sessionStorage).filter((it) => it.includes("typed"))
            .length > 0
      );
      await first[Symbol.asyncDispose]();
      await page.getByText("has ended").waitFor();
      await between(folder);
      await using second = await onFreedPort(() =>
        servePage(folder, { ...options, port })
      );
      // What is clicked at once is clicked while drafts still find their files.
      const slowly = "**/api/open";
      await page.route(slowly, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await page.goto(second.address());
      await page.getByRole("treeitem", { name: "source" }).waitFor();
      await test(page, folder);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Waits where another process has the port for a moment, as that of a connection. */
async function onFreedPort<T>(serve: () => T): Promise<T> {
  for (let tries = 0;; tries++) {
    try {
      return serve();
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse) || tries === 50) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function save(page: Page, name: string): Promise<void> {
  await page.getByRole("treeitem", { name }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

describe("a page that meets another server on its port", () => {
  const withPage = lendsPage();

  itNeeds("chromium")(
    "saves its drafts, and what hidden spans of the earlier one hid",
    async () => {
      await restarted(
        withPage,
        // Items that come first do not change what a draft is of.
        (folder) =>
          Deno.writeTextFile(join(folder, "a.yml"), request("another")),
        async (page, folder) => {
          await save(page, "form");
          await page.getByText("Saved form.yml").waitFor();
          await save(page, "source");
          await page.getByText("Saved source.yml").waitFor();
          const read = (file: string) => Deno.readTextFile(join(folder, file));
          assertEquals(
            await read("form.yml"),
            request("form").replace("1:1/form", "1:1/edited"),
          );
          assertEquals(
            await read("source.yml"),
            request("source").replace(
              "docs: none\n",
              "docs: none\ntags: [typed]\n",
            ),
          );
          assertEquals(await read("a.yml"), request("another"));
        },
      );
    },
  );

  itNeeds("chromium")(
    "asks where a file has changed since, and keeps both sides",
    async () => {
      await restarted(
        withPage,
        (folder) =>
          Deno.writeTextFile(
            join(folder, "form.yml"),
            request("form").replace("docs: none", "docs: theirs"),
          ),
        async (page, folder) => {
          await save(page, "form");
          await page.getByRole("button", { name: "Keep mine" }).click();
          await page.getByText("Saved form.yml").waitFor();
          assertEquals(
            await Deno.readTextFile(join(folder, "form.yml")),
            request("form").replace("1:1/form", "1:1/edited")
              .replace("docs: none", "docs: theirs"),
          );
        },
      );
    },
  );

  itNeeds("chromium")(
    "writes no secret into the place of another one that has changed since",
    async () => {
      const theirs = request("form").replace(ONE, "s3cret-new-1234");
      await restarted(
        withPage,
        (folder) => Deno.writeTextFile(join(folder, "form.yml"), theirs),
        async (page, folder) => {
          await save(page, "form");
          await page.getByText("does not know what was edited").waitFor();
          assertEquals(
            await Deno.readTextFile(join(folder, "form.yml")),
            theirs,
          );
          assertStringIncludes(
            await page.getByRole("textbox", { name: "URL" }).inputValue(),
            "edited",
          );
        },
      );
    },
  );
});

describe("hidden spans of an earlier server", () => {
  const rows: [what: string, before: string, now: string, found: string][] = [
    ["the same text", "a: ⟪secret 1⟫", "a: ⟪secret 7⟫", "1→7"],
    ["a line that moved", "a: ⟪secret 1⟫\nb: x", "b: x\na: ⟪secret 7⟫", "1→7"],
    ["a line that is gone", "a: ⟪secret 1⟫", "b: ⟪secret 7⟫", ""],
    [
      "several in a line",
      "⟪secret 1⟫⟪secret 2⟫",
      "⟪secret 8⟫⟪secret 9⟫",
      "1→8 2→9",
    ],
    [
      "lines that are alike",
      "- ⟪secret 1⟫\n- ⟪secret 2⟫",
      "- ⟪secret 8⟫\n- ⟪secret 9⟫",
      "1→8 2→9",
    ],
    ["one more of them", "- ⟪secret 1⟫", "- ⟪secret 8⟫\n- ⟪secret 9⟫", ""],
    [
      "two that are one now",
      "a: ⟪secret 1⟫\nb: ⟪secret 1⟫",
      "a: ⟪secret 8⟫\nb: ⟪secret 9⟫",
      "",
    ],
    ["none", "a: b", "a: b", ""],
  ];
  for (const [what, before, now, found] of rows) {
    it(`are found again in ${what}`, () => {
      const number = (span: string) => span.replace(/\D/g, "");
      assertEquals(
        [...reboundSpans(before, now)].map(([from, to]) =>
          `${number(from)}→${number(to)}`
        ).join(" "),
        found,
      );
    });
  }
});
