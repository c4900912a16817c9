/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Half of the other one, and each page that is looked at compiles it.
import axe from "axe-core/axe.min.js";
import type { Page } from "playwright-core";

/** The rules that look at colours. */
const COLORS = ["color-contrast", "link-in-text-block"];

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly failureSummary: string;
  }[];
}

/** What axe finds in what a page shows. */
export async function findings(
  page: Page,
  { looksAt = "all", impacts }: {
    /** Of a page that was looked at, another theme has only other colours. */
    readonly looksAt?: "all" | "colors";
    /** Those that count; all by default. */
    readonly impacts?: readonly string[];
  } = {},
): Promise<string[]> {
  // A script by its address is all that the page's policy permits; this one comes from the debugger.
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run(options)).violations;
  }, {
    resultTypes: ["violations"],
    iframes: false,
    ...looksAt === "colors" && { runOnly: COLORS },
  });
  return violations
    .filter(({ impact }) => impacts?.includes(impact) ?? true)
    .map(({ id, nodes }) =>
      `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`
    );
}
