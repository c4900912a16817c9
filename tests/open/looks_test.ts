/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { describe } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { findings } from "../support/axe_findings.ts";
import { exampleFiles } from "../support/demo_pages.ts";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type OpenPage, openPage } from "../support/open_page.ts";
import { VIEWS } from "../support/page_views.ts";

const SIZES = [
  { colorScheme: "dark", viewport: { width: 400, height: 800 } },
  { colorScheme: "light", viewport: { width: 1280, height: 760 } },
] as const;

/** What is wrong with a view: findings of axe, and what sticks out at the side. */
async function wrongWith(page: Page): Promise<string[]> {
  const [seen, wide] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    document.documentElement.scrollWidth,
  ]);
  return [
    ...await findings(page),
    ...wide > seen ? [`the page has ${wide} of ${seen} pixels`] : [],
  ];
}

describe("the looks of the page", () => {
  const withPage = lendsPage(SIZES[0]);

  /**
   * What is wrong with what a page shows, at each size. The page stays at the
   * last one, where the next view begins: a change of both costs as much as a view.
   */
  async function wrongAtSizes(page: Page): Promise<string[]> {
    const found: string[] = [];
    const { width } = page.viewportSize()!;
    const isLast = SIZES.at(-1)!.viewport.width === width;
    for (const size of isLast ? SIZES.toReversed() : SIZES) {
      const { colorScheme, viewport } = size;
      if (viewport.width !== width) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        // Lists draw the rows that are in sight now.
        await page.evaluate(async () => {
          for (let frame = 0; frame < 3; frame++) {
            await new Promise(requestAnimationFrame);
          }
        });
      }
      for (const it of await wrongWith(page)) {
        found.push(`${colorScheme}, ${viewport.width} pixels: ${it}`);
      }
    }
    return found;
  }

  itNeeds("chromium")("has no view that axe finds fault with", async () => {
    const api = serveDemo();
    try {
      await using open = await openPage({
        ...await exampleFiles(api),
        ...VIEWS.files,
      });
      await withPage(async (page) => {
        await page.goto(open.address());
        const wrong: Record<string, string[]> = {};
        for (const { name, show } of VIEWS.list) {
          await show({ page, open });
          const found = await wrongAtSizes(page);
          if (found.length > 0) wrong[name] = found;
        }
        assertEquals(wrong, {});
      });
    } finally {
      await api.stop();
    }
  });

  const STARTS: readonly {
    readonly what: string;
    readonly files: Record<string, string>;
    readonly readOnly?: boolean;
    readonly show: (page: Page, open: OpenPage) => Promise<void>;
  }[] = [
    {
      what: "a folder without a collection, but with one in it",
      files: { "shop/opencollection.yml": "opencollection: 1.0.0\n" },
      show: async (page) =>
        await page.getByRole("button", { name: "Create the collection" })
          .waitFor(),
    },
    {
      what: "a collection without requests",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: A}\n",
      },
      show: async (page) => await page.getByText("No requests yet").waitFor(),
    },
    {
      what: "a collection that is only read",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: A}\n",
      },
      readOnly: true,
      show: async (page) => await page.getByText("read only").waitFor(),
    },
    {
      what: "an address that is used up",
      files: {
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: A}\n",
      },
      show: async (page, open) => {
        await page.goto(`http://127.0.0.1:${open.port}/#${"x".repeat(43)}`);
        await page.getByRole("alert").waitFor();
      },
    },
  ];
  for (const { what, files, readOnly = false, show } of STARTS) {
    itNeeds("chromium")(
      `has no start that axe finds fault with: ${what}`,
      async () => {
        await using open = await openPage(files, { readOnly });
        await withPage(async (page) => {
          await page.goto(open.address());
          await show(page, open);
          assertEquals(await wrongAtSizes(page), []);
        });
      },
    );
  }
});
