import { type Browser, chromium, type Page } from "playwright-core";

/** Where Debian has it. */
const EXECUTABLE = "/usr/bin/chromium";

/** Opens Chromium without a screen; it asks for nothing from outside by itself. */
export async function openChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
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
