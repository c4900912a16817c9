// Makes the pictures of README.md, with Chromium: deno task pictures
// docs/report.png: the HTML report of the example collection.
// docs/browser.png: the example collection in the page of `brace open`.
// docs/failure.svg: what a terminal shows of README's collection with a mistake.

import { fromFileUrl } from "@std/path/from-file-url";
import { SERVE_PORT } from "../lib/cli/command.ts";
import { servePage } from "../lib/open/serve_page.ts";
import { serveDemo } from "../lib/host/demo/serve_demo.ts";
import { brace } from "../tests/support/brace.ts";
import { openChromium } from "../tests/support/chromium.ts";
import { blocksOf, fileOf } from "../tests/docs/blocks.ts";
import { terminalPicture } from "./terminal_picture.ts";

const root = new URL("../", import.meta.url);
/** The file of README.md with a mistake. */
const MISTAKE = "typo.yml";

const folder = await Deno.makeTempDir();
// The port that the example's environment has.
const api = serveDemo({ port: SERVE_PORT });
try {
  await run([
    "run",
    "fixtures/example",
    "--env=local",
    `--reporter=html=${folder}/report.html`,
  ], fromFileUrl(root));
  await photograph(`${folder}/report.html`, "docs/report.png");
  await photographWorkbench("docs/browser.png");

  const readme = await Deno.readTextFile(new URL("README.md", root));
  const block = blocksOf(readme).find((one) => fileOf(one) === MISTAKE);
  if (block === undefined) throw new Error(`README.md has no ${MISTAKE}`);
  await Deno.writeTextFile(`${folder}/${MISTAKE}`, block.text);
  const output = await run(
    ["run", MISTAKE, "--color", "--reporter=pretty"],
    folder,
  );
  await Deno.writeTextFile(
    new URL("docs/failure.svg", root),
    terminalPicture(`$ brace run ${MISTAKE}\n${output}`),
  );
} finally {
  await api.stop();
  await Deno.remove(folder, { recursive: true });
}

async function run(args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await brace(args, { cwd, env: { NO_COLOR: "" } });
  return stdout;
}

/** The page of a request, with the place that a value comes from. */
async function photograph(report: string, picture: string): Promise<void> {
  const browser = await openChromium();
  try {
    const page = await browser.newPage({
      viewport: { width: 1500, height: 840 },
    });
    await page.goto(`file://${report}`);
    await page.getByText("Requests", { exact: true }).first().click();
    await page.getByText("Place an order").first().click();
    // A value in the body.
    await page.locator(".value").last().hover();
    await page.screenshot({ path: fromFileUrl(new URL(picture, root)) });
  } finally {
    await browser.close();
  }
}

/** A request beside its answer. */
async function photographWorkbench(picture: string): Promise<void> {
  await using server = servePage(
    fromFileUrl(new URL("fixtures/example", root)),
    { port: 0, readOnly: false, environments: ["local"], history: "none" },
  );
  const browser = await openChromium();
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 640 },
    });
    await page.goto(server.address());
    await page.getByRole("treeitem", { name: "Create a user" }).click();
    await page.getByRole("tab", { name: "Body", exact: true }).first().click();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("201 Created").waitFor();
    await page.locator(".cm-content").waitFor();
    await page.screenshot({ path: fromFileUrl(new URL(picture, root)) });
  } finally {
    await browser.close();
  }
}
