import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

/**
 * Where Debian has it. The shell has no toolbar to draw, which is a tenth to a
 * quarter of what Chromium takes of a processor.
 */
const SHELL = "/usr/bin/chromium-headless-shell";
const WHOLE = "/usr/bin/chromium";

/** Features that are off. A second list replaces Playwright's (1.65), so its names come first. */
const WITHOUT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // The address bar's popup: a process for each context, half of what a page costs.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

/**
 * Opens Chromium without a screen; it asks for nothing from outside by itself.
 * The whole one, where there is one, is what a person has.
 */
export async function openChromium(
  { whole = false } = {},
): Promise<Browser> {
  const [first, other] = whole ? [WHOLE, SHELL] : [SHELL, WHOLE];
  return await chromium.launch({
    executablePath: existsSync(first) ? first : other,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${WITHOUT.join()}`,
    ],
  });
}

/** What a page complained about. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (line) => complaints.push(line.text()));
  page.on("dialog", async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) complaints.push(request.url());
  });
  return complaints;
}
