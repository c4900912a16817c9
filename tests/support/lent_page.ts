import { afterAll } from "@std/testing/bdd";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openChromium } from "./chromium.ts";

/** What `page.url()` is where a page shows nothing. */
export const EMPTY = "about:blank";

/** What tests listen to. */
const EVENTS = ["console", "dialog", "pageerror", "request", "response"];

/** Playwright's, where a test asks for no other size. */
const SIZE = { width: 1280, height: 720 };

/**
 * Lends one page of Chromium to the tests of a file, one after the other:
 * another page takes more of a processor than what most tests do in it. Each
 * test finds it empty, except where tests one after the other look at the same
 * `kept` thing: the second one finds what the first one loaded. What is loaded
 * is gone after a failure. Call this in the `describe`.
 */
export function lendsPage(
  options: BrowserContextOptions = {},
): (test: (page: Page) => Promise<void>, kept?: unknown) => Promise<void> {
  let launched: Promise<Browser> | undefined;
  let page: Page | undefined;
  let has: unknown;
  afterAll(async () => (await launched)?.close());
  return async (test, kept) => {
    const browser = await (launched ??= openChromium());
    page ??= await newPage(browser, options);
    try {
      if (has !== undefined && has !== kept) await empty(page, options);
      has = kept;
      await test(page);
      if (kept === undefined) await empty(page, options);
      else for (const event of EVENTS) page.removeAllListeners(event);
    } catch (error) {
      // Nobody knows what a test that failed leaves behind.
      await page.context().close();
      page = has = undefined;
      throw error;
    }
  };
}

async function newPage(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<Page> {
  // A colour that passes on to another is drawn many times.
  const context = await browser.newContext({
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** Takes away what a test leaves in a page. */
async function empty(
  page: Page,
  { viewport, colorScheme = "light" }: BrowserContextOptions,
): Promise<void> {
  for (const event of EVENTS) page.removeAllListeners(event);
  for (const other of page.context().pages()) {
    if (other !== page) await other.close();
  }
  await page.evaluate(() => {
    // A later server may have the same port, and so the same storage.
    localStorage.clear();
    sessionStorage.clear();
    // From inside: this way Chromium starts no process for it.
    location.replace("about:blank");
  });
  await page.waitForURL(EMPTY);
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport ?? SIZE);
}
