/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe } from "@std/testing/bdd";
import type { Page, Route } from "playwright-core";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { type Files, type OpenPage, openPage } from "../support/open_page.ts";
import { recordingServer } from "../support/recording_server.ts";

const file = (name: string, url: string) =>
  `info: {name: ${name}, type: http}\nhttp: {method: GET, url: "${url}"}\n`;

const FILES: Files = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
  "environments/one.yml": "name: one\n",
  "environments/two.yml":
    "name: two\nvariables: [{name: at, value: http://two}]\n",
  "a.yml": file("A", "http://h/1"),
  "b.yml": file("B", "{{at}}/b"),
};

/** Something between the page and the server that is on its way. */
interface Held {
  /** The server has answered; a question that is held has not reached it. */
  readonly reached: Promise<void>;
  release(): Promise<void>;
}

/** Holds the next question of a name, or the answer to it, until it is released. */
async function hold(
  page: Page,
  name: string,
  what: "question" | "answer",
): Promise<Held> {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const passed = Promise.withResolvers<void>();
  await page.route(`**/api/${name}`, async (route: Route) => {
    const answer = what === "answer" ? await route.fetch() : undefined;
    reached.resolve();
    await released.promise;
    await (answer ? route.fulfill({ response: answer }) : route.continue());
    passed.resolve();
  }, { times: 1 });
  return {
    reached: reached.promise,
    async release() {
      released.resolve();
      await passed.promise;
    },
  };
}

describe("the page of brace open, where an answer is late", () => {
  const withPage = lendsPage();

  /** The parts of a page that the tests look at. */
  const partsOf = (page: Page) => ({
    item: (name: string) => page.getByRole("treeitem", { name, exact: true }),
    url: page.getByRole("textbox", { name: "URL", exact: true }),
    environment: page.getByRole("combobox", { name: "Environment" }),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
  });

  /** The page has drawn what it was told. */
  const drawn = (page: Page) =>
    page.evaluate(() =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      )
    );

  /** The page hears that something has changed, and asks for the state. */
  async function hears(page: Page, change: () => Promise<unknown>) {
    const heard = page.waitForResponse("**/api/state");
    await change();
    await heard;
  }

  type Parts = ReturnType<typeof partsOf> & {
    readonly page: Page;
    readonly open: OpenPage;
  };

  function test(
    name: string,
    act: (parts: Parts) => Promise<void>,
    before?: (page: Page, open: OpenPage) => Promise<void>,
  ): void {
    itNeeds("chromium")(name, async () => {
      await using open = await openPage(FILES);
      await withPage(async (page) => {
        const complaints: string[] = [];
        page.on("pageerror", ({ message }) => complaints.push(message));
        // Without any route, Playwright lets go of what is still held.
        await page.route("**/none", (route) => route.continue());
        await before?.(page, open);
        await page.goto(open.address());
        const parts = partsOf(page);
        await parts.item("A").waitFor();
        await act({ ...parts, page, open });
        await page.unrouteAll({ behavior: "wait" });
        assertEquals(complaints, []);
      });
    });
  }

  test(
    "shows a file that changes while it is read",
    async ({ page, open, item, url }) => {
      const old = await hold(page, "open", "answer");
      await item("A").click();
      await old.reached;
      await hears(page, () => open.write("a.yml", file("A", "http://h/2")));
      await old.release();
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>("[aria-label=URL]")?.value ===
          "http://h/2"
      );
      assertEquals(await url.inputValue(), "http://h/2");
    },
  );

  test(
    "keeps the later one of two answers about a file",
    async ({ page, open, item, url }) => {
      await item("A").click();
      await url.waitFor();
      const old = await hold(page, "open", "answer");
      // Nothing of it changes by that: it is asked what is said of it.
      await open.ask("environment", { names: ["one"] });
      await old.reached;
      await url.fill("http://h/2");
      await page.keyboard.press("Control+s");
      await page.getByText("Saved a.yml").waitFor();
      const read = page.waitForEvent("requestfinished");
      await old.release();
      await read;
      await drawn(page);
      assertEquals(await url.inputValue(), "http://h/2");
    },
  );

  test(
    "keeps the environment that is selected meanwhile",
    async ({ page, item, environment, button }) => {
      // Who makes it asks, and who hears of it: the last one in is held first.
      const second = await hold(page, "state", "answer");
      const first = await hold(page, "state", "answer");
      await page.keyboard.press("Alt+n");
      await page.getByRole("dialog").getByRole("textbox").fill("C");
      await button("Create").click();
      await Promise.all([first.reached, second.reached]);
      const selected = page.waitForResponse("**/api/environment");
      await environment.selectOption("two", { force: true });
      await selected;
      await first.release();
      await drawn(page);
      await second.release();
      await drawn(page);
      await item("C").waitFor();
      assertEquals(
        await environment.locator("option:checked").innerText(),
        "two",
      );
    },
  );

  test(
    "goes on hearing of changes after an answer that failed",
    async ({ page, open, item }) => {
      await page.route(
        "**/api/state",
        (route) =>
          route.fulfill({ status: 500, body: '{"message": "Cannot answer"}' }),
        {
          times: 1,
        },
      );
      await open.write("c.yml", file("C", "http://h/c"));
      await page.getByText("Cannot answer").waitFor();
      await open.write("d.yml", file("D", "http://h/d"));
      await item("D").waitFor();
    },
  );

  test(
    "saves once more where the key comes while it saves",
    async ({ page, open, item, url }) => {
      await item("A").click();
      await url.fill("http://h/2");
      const first = await hold(page, "save", "answer");
      await page.keyboard.press("Control+s");
      await first.reached;
      await url.fill("http://h/3");
      await page.keyboard.press("Control+s");
      await first.release();
      await page.getByRole("button", { name: "Discard" })
        .waitFor({ state: "detached" });
      assertStringIncludes(await open.read("a.yml"), "http://h/3");
    },
  );

  test(
    "keeps what is typed while it reads what it saved",
    async ({ page, item, url }) => {
      await item("A").click();
      await url.fill("http://h/2");
      const view = await hold(page, "open", "answer");
      await page.keyboard.press("Control+s");
      await view.reached;
      await url.fill("http://h/3");
      await view.release();
      await page.getByText("Saved a.yml").waitFor();
      assertEquals(await url.inputValue(), "http://h/3");
    },
  );

  let server: ReturnType<typeof recordingServer> | undefined;

  test(
    "lists once what is sent while it reads the history",
    async ({ page, item }) => {
      await page.keyboard.press("Alt+h");
      const rows = page.getByRole("list", { name: "Exchanges" })
        .getByRole("listitem");
      await rows.nth(1).waitFor();
      assertEquals(await rows.count(), 2);
      await item("A").waitFor();
      await server!.close();
    },
    async (page, open) => {
      server = recordingServer();
      await open.write("a.yml", file("A", server.url));
      const id = await open.id("a.yml");
      const send = async () => {
        for await (const _ of open.lines("send", { id }));
      };
      await send();
      await page.route("**/api/history", async (route) => {
        const old = await route.fetch();
        await send();
        await route.fulfill({ response: old });
      }, { times: 1 });
    },
  );

  test(
    "cancels what the server has not begun",
    async ({ page, open, item, button }) => {
      await using server = recordingServer(() => new Promise(() => {}));
      await open.write("a.yml", file("A", server.url));
      await item("A").click();
      const sent = await hold(page, "send", "question");
      await button("Send").click();
      await sent.reached;
      await button("Cancel").click();
      await sent.release();
      await button("Send").waitFor();
      assertStringIncludes(
        await page.getByRole("region", { name: "Response" }).innerText(),
        "ancelled",
      );
    },
  );
});
