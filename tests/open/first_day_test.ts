import { afterAll, describe } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { Browser } from "playwright-core";
import { serveDemo } from "../../lib/host/demo/serve_demo.ts";
import { openChromium } from "../support/chromium.ts";
import { itNeeds } from "../support/needs.ts";
import { openPage } from "../support/open_page.ts";
import { openItem, tabOf } from "../support/page_views.ts";

/** What git says in a folder. */
async function git(cwd: string, ...args: string[]): Promise<string> {
  const { stdout, stderr, success } = await new Deno.Command("git", {
    cwd,
    args: ["-c", "user.name=ada", "-c", "user.email=ada@example.com", ...args],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

describe("the first day with the page", () => {
  let launched: Promise<Browser> | undefined;
  afterAll(async () => (await launched)?.close());

  itNeeds("chromium", "git")(
    "leads from an empty folder to a green run, and git shows what was meant",
    async () => {
      const api = serveDemo();
      const browser = await (launched ??= openChromium());
      const context = await browser.newContext();
      try {
        await using open = await openPage({});
        await git(open.folder, "init", "-q");
        const page = await context.newPage();
        page.setDefaultTimeout(15_000);
        const button = (name: string) =>
          page.getByRole("button", { name, exact: true });
        const field = (name: string) =>
          page.getByRole("textbox", { name, exact: true });
        const save = async () => {
          await button("Save").click();
          await button("Discard").waitFor({ state: "detached" });
        };
        const focused = (name: string) =>
          page.locator(`[aria-label="${name}"]:focus`).waitFor();
        await page.goto(open.address());
        await page.getByText("This folder has no collection").waitFor();
        await page.getByText("brace import FILE").waitFor();
        await field("Name").fill("Shop");
        await button("Create the collection").click();

        // A variable, where people of other clients have it: in an environment.
        await button("Variables").click();
        await button("New environment").click();
        await field("Name").fill("local");
        await button("Create").click();
        // The cursor is where the first thing is to be typed.
        await focused("Variable 1 name");
        await page.keyboard.type("baseUrl");
        await field("Variable 1 value").fill(api.url);
        await save();
        assertEquals(
          await page.getByRole("combobox", { name: "Environment" })
            .inputValue(),
          "local",
        );

        await button("New request").click();
        await field("Name").fill("List users");
        await button("Create").click();
        await focused("URL");
        assertEquals(await page.locator(".badge").count(), 0);
        await page.keyboard.type("{{baseUrl}}/users");
        await tabOf(page, "Request", "Assertions").click();
        await field("Assertion 1 value").fill("200");
        await save();
        await button("Send").click();
        await page.getByRole("status").getByText("200 OK").waitFor();
        await tabOf(page, "Response", "Checks").click();
        await page.getByText("1 of 1 passed").waitFor();
        await button("Run").click();
        await button("Run").click();
        await page.getByText("all passed").first().waitFor();

        await git(open.folder, "add", ".");
        assertEquals(
          (await git(open.folder, "diff", "--cached", "--name-only")).split(
            "\n",
          ),
          [
            "List users.yml",
            "environments/local.yml",
            "opencollection.yml",
            "",
          ],
        );
        await git(open.folder, "commit", "-qm", "first");
        // The line before is for editors.
        const text = await open.read("List users.yml");
        assertEquals(
          text.replace(/^# yaml-language-server: .*\n\n/, ""),
          `info:
  name: List users
  type: http
  seq: 1

http:
  method: GET
  url: "{{baseUrl}}/users"

runtime:
  assertions:
    - expression: res.status
      operator: eq
      value: "200"
`,
        );

        // An edit is a line of the difference.
        await openItem(page, "List users");
        await page.getByRole("combobox", { name: "Method" })
          .selectOption("POST");
        await save();
        const diff = await git(open.folder, "diff", "--unified=0");
        assertEquals(
          diff.split("\n").filter((line) => /^[-+] /.test(line)),
          ["-  method: GET", "+  method: POST"],
        );
      } finally {
        await context.close();
        await api.stop();
      }
    },
  );

  itNeeds("chromium")(
    "says where a secret of .env is changed, before it stands in a file",
    async () => {
      const browser = await (launched ??= openChromium());
      const context = await browser.newContext();
      try {
        await using open = await openPage({
          "opencollection.yml": "info: {name: Shop}\n",
          ".env": "PASSWORD=s3cret-of-env\n",
          "environments/local.yml":
            `name: local\nvariables:\n  - {name: plain, value: a}\n  - {name: password, secret: true, value: "{{process.env.PASSWORD}}"}\n`,
        }, { environments: ["local"] });
        const page = await context.newPage();
        page.setDefaultTimeout(15_000);
        const button = (name: string) =>
          page.getByRole("button", { name, exact: true });
        const hint = page.getByText(
          "The value of password is that of PASSWORD in .env or the environment: change it there. What you type here is written into the file as it is.",
        );
        await page.goto(open.address());
        await button("Variables").click();
        await button("Edit plain").click();
        assertEquals(await hint.count(), 0);
        await button("Cancel").click();
        await button("Edit password").click();
        await page.getByRole("textbox", { name: "Value of password" })
          .fill("typed");
        await hint.waitFor();
        await button("Cancel").click();
        await button("local").click();
        await page.getByRole("textbox", { name: "Variable 2 value" })
          .fill("typed");
        await hint.waitFor();
      } finally {
        await context.close();
      }
    },
  );
});
