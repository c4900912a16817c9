/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds in what a page shows. */
export async function findings(page: Page): Promise<string[]> {
  // A script by its address is all that the page's policy permits; this one comes from the debugger.
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<
          {
            violations: {
              id: string;
              nodes: { html: string; failureSummary: string }[];
            }[];
          }
        >;
      };
    };
    const { violations } = await axe.run({
      resultTypes: ["violations"],
      iframes: false,
    });
    return violations.map(({ id, nodes }) =>
      `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`
    );
  });
}
