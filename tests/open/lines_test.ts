import { assertEquals } from "@std/assert";
import { describe } from "@std/testing/bdd";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { openPage } from "../support/open_page.ts";

const FORMATS = {
  bru: {
    main: ["bruno.json", '{"version": "1", "name": "C", "type": "collection"}'],
    request: ["A.bru", "get {\n  url: http://127.0.0.1:1/\n}\n"],
    environment: "environments/local.bru",
    text: (lines: readonly string[], one: string) =>
      `vars {\n  note: '''\n${
        lines.map((line) => `    ${line}\n`).join("")
      }  '''\n  one: ${one}\n}\n`,
  },
  yml: {
    main: ["opencollection.yml", "info: { name: C }\n"],
    request: ["A.yml", "http: { url: http://127.0.0.1:1/ }\n"],
    environment: "environments/local.yml",
    text: (lines: readonly string[], one: string) =>
      `name: local\nvariables:\n  - name: note\n    value: |-\n${
        lines.map((line) => `      ${line}\n`).join("")
      }  - name: one\n    value: ${one}\n`,
  },
} as const;

describe("a value of several lines in a row of the page", () => {
  const withPage = lendsPage();

  for (const [format, it] of Object.entries(FORMATS)) {
    const { main, request, environment, text } = it;
    itNeeds("chromium")(
      `keeps its lines when it is edited: ${format}`,
      async () => {
        await using open = await openPage({
          [main[0]]: main[1],
          [request[0]]: request[1],
          [environment]: text(["BEGIN", "{{one}}"], "1"),
        }, { environments: ["local"] });
        await withPage(async (page) => {
          await page.goto(open.address());
          await page.getByRole("button", { name: "Variables", exact: true })
            .click();
          await page.getByRole("link", { name: "local" })
            .or(page.getByRole("button", { name: "local", exact: true }))
            .click();
          const value = page.getByLabel("Variable 1 value", { exact: true });
          assertEquals(await value.inputValue(), "BEGIN\n{{one}}");
          // Its placeholders are marked where they stand.
          await page.locator(".field-marks .mark", { hasText: "{{one}}" })
            .waitFor();
          await value.press("Control+End");
          await value.press("Enter");
          await value.pressSequentially("END");
          await page.keyboard.press("Control+s");
          await page.getByText("Saved").waitFor();
          assertEquals(
            await open.read(environment),
            text(["BEGIN", "{{one}}", "END"], "1"),
          );
          // Who takes out the breaks goes on typing.
          await value.press("Control+a");
          await value.pressSequentially("x");
          await value.pressSequentially("y");
          assertEquals(await value.inputValue(), "xy");
          const one = page.getByLabel("Variable 2 value", { exact: true });
          await one.focus();
          assertEquals(
            await one.evaluate(({ nodeName }) => nodeName),
            "INPUT",
          );
          // A browser takes the breaks out of a line that it pastes.
          await one.press("End");
          await page.evaluate(`
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", "BEGIN\\r\\nEND\\n");
            const options = { clipboardData, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(
              new ClipboardEvent("paste", options),
            );
          `);
          await page.locator("textarea:focus").waitFor();
          await page.keyboard.type("!");
          assertEquals(await one.inputValue(), "1BEGIN\nEND!");
        });
      },
    );
  }
});
