import { describe } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { exampleFiles } from "../support/demo_pages.ts";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type OpenPage, openPage } from "../support/open_page.ts";
import {
  openItem,
  REQUEST_TABS,
  RESPONSE_TABS,
  tabOf,
  VIEWS,
} from "../support/page_views.ts";

type Role = Parameters<Page["getByRole"]>[0];
type Named = readonly [role: Role, name: string];

/** What people with screen readers find where. */
const PLACES: readonly {
  readonly where: string;
  readonly show: (page: Page, open: OpenPage) => Promise<unknown>;
  readonly named: readonly Named[];
}[] = [
  {
    where: "everywhere",
    show: (page) => page.getByRole("tree").waitFor(),
    named: [
      ["tree", "Collection"],
      ["treeitem", "users"],
      ["treeitem", "List users"],
      ["combobox", "Environment"],
      ["searchbox", "Search"],
      ["button", "Run"],
      ["button", "New request"],
      ["button", "New folder"],
      ["button", "Rename"],
      ["button", "Duplicate"],
      ["button", "Delete"],
    ],
  },
  {
    where: "at a request that was sent",
    show: async (page) => {
      await page.getByRole("combobox", { name: "Environment" })
        .selectOption("local");
      await openItem(page, "List users");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("status").getByText("200 OK").waitFor();
    },
    named: [
      ["combobox", "Method"],
      ["textbox", "URL"],
      ["tablist", "Request"],
      ["tablist", "Response"],
      ["region", "Response"],
      ["textbox", "Filter"],
      ["button", "Send"],
      ["button", "Save"],
    ],
  },
  {
    where: "in the history",
    show: (page) => page.keyboard.press("Alt+h"),
    named: [["region", "History"], ["button", "Compare"]],
  },
  {
    where: "among the problems",
    show: async (page) => {
      await page.keyboard.press("Alt+p");
      const first = page.getByRole("listitem")
        .filter({ has: page.getByRole("button", { name: "Fix" }) }).first();
      await first.waitFor();
      // The message says it, and nothing repeats it.
      assertEquals(
        (await first.innerText()).match(/did you mean/gi)?.length,
        1,
      );
    },
    named: [["region", "Problems"]],
  },
  {
    where: "in an environment",
    show: async (page) => {
      await page.keyboard.press("Alt+v");
      await page.getByRole("button", { name: "local", exact: true }).click();
    },
    named: [["button", "Reveal"]],
  },
  {
    where: "while a prompt and an undeclared host are asked about",
    show: async (page) => {
      await openItem(page, "Elsewhere");
      await page.getByRole("textbox", { name: "URL", exact: true })
        .fill("{{elsewhere}}/x");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("dialog", { name: "What is your name?" })
        .getByRole("textbox").fill("Ada");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Once" }).waitFor();
    },
    named: [
      ["dialog", "Send to an undeclared host?"],
      ["heading", "Send to an undeclared host?"],
      ["button", "No"],
      ["button", "Once"],
      ["button", "For this session"],
    ],
  },
  {
    where: "at a conflict",
    show: async (page, open) => {
      await page.getByRole("button", { name: "No", exact: true }).click();
      await openItem(page, "Delete the user");
      await page.getByRole("textbox", { name: "URL", exact: true }).fill("a");
      const path = "users/delete.yml";
      await open.write(
        path,
        (await open.read(path)).replace(/url: .*/, "url: b"),
      );
      await page.getByText("has changed on disk").waitFor();
      await page.getByRole("button", { name: "Save", exact: true }).click();
    },
    named: [
      ["heading", "The file has changed on disk"],
      ["button", "Keep mine"],
      ["button", "Take theirs"],
      ["button", "Compare"],
    ],
  },
];

describe("the names of the page", () => {
  const withPage = lendsPage();

  itNeeds("chromium")("are those that screen readers look for", async () => {
    const api = serveDemo();
    try {
      await using open = await openPage({
        ...await exampleFiles(api),
        ...VIEWS.files,
        // A problem with a sure fix.
        "fixable.yml":
          "info: {name: Fixable, type: http}\nhttp: {method: get, url: '{{baseUrl}}/users'}\nruntime: {assertion: []}\n",
      });
      await withPage(async (page) => {
        await page.goto(open.address());
        const counts: Record<string, number> = {};
        for (const { where, show, named } of PLACES) {
          await show(page, open);
          for (const [role, name] of named) {
            const found = page.getByRole(role, { name, exact: true });
            await found.first().waitFor().catch(() => {});
            const count = await found.count();
            // Each secret of the environment has one.
            if (name === "Reveal" ? count === 0 : count !== 1) {
              counts[`${where}: ${role} "${name}"`] = count;
            }
          }
        }
        assertEquals(counts, {});
      });
    } finally {
      await api.stop();
    }
  });

  itNeeds("chromium")("of tabs are those of their panels", async () => {
    const api = serveDemo();
    try {
      await using open = await openPage(await exampleFiles(api));
      await withPage(async (page) => {
        await page.goto(open.address());
        await page.getByRole("combobox", { name: "Environment" })
          .selectOption("local");
        await openItem(page, "List users");
        await page.keyboard.press("Control+Enter");
        await page.getByRole("status").getByText("200 OK").waitFor();
        for (
          const [list, names] of [
            ["Request", REQUEST_TABS],
            ["Response", RESPONSE_TABS],
          ] as const
        ) {
          const tabs = page.getByRole("tablist", { name: list }).getByRole(
            "tab",
          );
          const found = await tabs.evaluateAll((all) =>
            all.map((one) => one.getAttribute("aria-label"))
          );
          assertEquals(found, [...names]);
          for (const name of names) {
            await tabOf(page, list, name).click();
            const pane = page.getByRole("region", { name: list });
            await pane.getByRole("tabpanel", { name, exact: true }).waitFor();
          }
        }
      });
    } finally {
      await api.stop();
    }
  });
});
