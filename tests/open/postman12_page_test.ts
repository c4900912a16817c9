import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { lendsPage } from "../support/lent_page.ts";
import { itNeeds } from "../support/needs.ts";
import { openPage } from "../support/open_page.ts";
import { recordingServer } from "../support/recording_server.ts";

const TREE = {
  ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
  "Get.request.yaml": `$kind: http-request
method: GET
url: "http://127.0.0.1:1/{{part}}"
headers:
  - key: X-One
    value: "{{vault:zebra}}"
`,
};

describe("a tree of Postman 12 in the page", () => {
  it("lacks no value that a flag of brace open gives", async () => {
    const codes = async (run = {}) => {
      await using open = await openPage(TREE, { run });
      const { problems } = await open.ask("problems", {});
      return problems.map(({ code }) => code);
    };
    assertEquals(await codes(), ["UNDEFINED_VARIABLE", "UNSET_SECRET"]);
    assertEquals(
      await codes({ variables: { part: "x" }, envVariables: { zebra: "z" } }),
      [],
    );
    const [secretsFile, envFile] = [
      await Deno.makeTempFile({ suffix: ".json" }),
      await Deno.makeTempFile({ suffix: ".env" }),
    ];
    try {
      await Deno.writeTextFile(secretsFile, '{"zebra": "z"}');
      await Deno.writeTextFile(envFile, "part=x\n");
      assertEquals(await codes({ secretsFile, envFile }), []);
    } finally {
      for (const file of [secretsFile, envFile]) await Deno.remove(file);
    }
  });

  it("names no file for what Postman's vault has", async () => {
    await using open = await openPage(TREE);
    const { variables } = await open.ask("variables", {});
    const [{ definitions: [vault] }] = variables;
    assertEquals(vault, {
      scope: "collection",
      by: "file",
      secret: true,
      text: "in Postman's vault",
    });
  });

  const withPage = lendsPage();

  itNeeds("chromium")("has tabs that all show something", async () => {
    await using open = await openPage(TREE, {
      run: { variables: { part: "x", zebra: "z" } },
    });
    await withPage(async (page) => {
      await page.goto(open.address());
      await page.getByRole("treeitem", { name: "Get" }).click();
      const tabs = page.getByRole("tablist", { name: "Request" })
        .getByRole("tab");
      await page.getByText("$kind").waitFor();
      assertEquals(await tabs.allInnerTexts(), ["Source", "Resolved"]);
      await tabs.filter({ hasText: "Resolved" }).click();
      await page.getByText("http://127.0.0.1:1/x").waitFor();
      await tabs.filter({ hasText: "Source" }).click();
      await page.getByText("$kind").waitFor();
    });
  });

  itNeeds("chromium")("offers to keep no response in its files", async () => {
    await using server = recordingServer(() => ({ body: "hi" }));
    const request = `$kind: http-request\nmethod: GET\nurl: "${server.url}/"\n`;
    await using open = await openPage({
      ...TREE,
      "Get.request.yaml": request,
    });
    await withPage(async (page) => {
      await page.goto(open.address());
      await page.getByRole("treeitem", { name: "Get" }).click();
      await page.getByText("$kind").waitFor();
      await page.keyboard.press("Control+Enter");
      await page.getByRole("button", { name: "Download" }).waitFor();
      const keep = page.getByRole("button", { name: "Keep as an example" });
      assertEquals(await keep.count(), 0);
    });
  });
});
