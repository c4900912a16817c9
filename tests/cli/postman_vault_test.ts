import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { inFolder } from "../support/in_folder.ts";
import { openPage } from "../support/open_page.ts";
import { recordingServer } from "../support/recording_server.ts";
import { braceRows } from "../support/brace_rows.ts";

const SCRIPT =
  'pm.variables.set("script", await pm.vault.get("s-two") + "{{vault:s-one}}");';

/** A tree of Postman 12. */
const TREE: Readonly<Record<string, string>> = {
  ".resources/definition.yaml": "$kind: collection\nname: Shop\n",
  "Get.request.yaml": `$kind: http-request
method: GET
url: "{{base}}/orders"
headers:
  - key: X-One
    value: "{{vault:s-one}}"
  - key: X-Two
    value: "{{script}}"
scripts:
  - type: beforeRequest
    code: |-
      ${SCRIPT}
`,
};

/** The same as a file that Postman exports. */
const EXPORTED: Readonly<Record<string, string>> = {
  "shop.json": JSON.stringify({
    info: {
      name: "Shop",
      schema:
        "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    item: [{
      name: "Get",
      event: [{
        listen: "prerequest",
        script: { type: "text/javascript", exec: [SCRIPT] },
      }],
      request: {
        method: "GET",
        url: "{{base}}/orders",
        header: [
          { key: "X-One", value: "{{ vault:s-one}}" },
          { key: "X-Two", value: "{{script}}" },
        ],
      },
    }],
  }),
};

const VALUES = JSON.stringify({ "s-one": "0ne-4711", "s-two": "tw0-0815" });

/** Names that the vault can have, each for `s-one`, and what an import calls them in `.env`. */
const NAMES: Readonly<Record<string, string>> = {
  "s-one": "S_ONE",
  "s one": "S_ONE",
  "prod/s:one": "PROD_S_ONE",
  "s.one": "S_ONE",
  "s(1)": "S_1",
};

const SHAPES: readonly {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  /** What is imported before the run; absent: the tree runs where it is. */
  readonly imported?: string;
}[] = [
  { what: "a tree", files: TREE },
  { what: "a tree that is imported", files: TREE, imported: "." },
  {
    what: "an exported collection",
    files: EXPORTED,
    imported: "shop.json",
  },
];

const CASES = SHAPES.flatMap((shape) =>
  Object.entries(NAMES).map(([name, env]) => ({ ...shape, name, env }))
);

describe("names of Postman's vault", () => {
  const brace = braceRows();

  for (const { what, files, imported, name, env } of CASES) {
    it(`are secrets whose values are given outside: ${name} of ${what}`, async () => {
      await using server = recordingServer();
      const named = (text: string) => text.replaceAll("s-one", name);
      const texts = Object.entries(files)
        .map(([path, text]) => [`in/${path}`, named(text)] as const);
      const secrets = ["secrets.json", named(VALUES)] as const;
      await inFolder([...texts, secrets], async (cwd) => {
        if (imported !== undefined) {
          const { code, stdout, stderr } = await brace(
            ["import", `in/${imported}`, "-o", "out"],
            { cwd },
          );
          assertEquals(code, 0, stderr);
          assertStringIncludes(stdout, "The source lacks 2 values: copy ");
          await Deno.copyFile(`${cwd}/out/.env.example`, `${cwd}/out/.env`);
        }
        const folder = imported === undefined ? "in" : "out";
        const base = ["--env-var", `base=${server.url}`];
        const without = await brace(["run", folder, ...base], { cwd });
        assertStringIncludes(
          without.stdout.replaceAll(/\s+/g, " "),
          `the secret "${name}" has no value${
            imported === undefined
              ? " ("
              : `, as "process.env.${env}" is empty (write its value into "out/.env", `
          }give --secrets-file FILE, or run on a terminal, which asks for it)`,
        );
        assertEquals(server.requests.length, 0);
        const { stdout } = await brace(["check", folder], { cwd });
        assertMatch(stdout, /UNSET_SECRET/);
        assertStringIncludes(
          stdout.replaceAll(/\s+/g, " "),
          "give --secrets-file FILE, or run on a terminal",
        );
        assertEquals(stdout.includes("BRACE_SECRET_"), false, stdout);
        assertEquals(stdout.includes("INVALID_SYNTAX"), false, stdout);
        assertEquals(stdout.includes("UNUSED"), false, stdout);
        const run = await brace(
          ["run", folder, ...base, "--secrets-file", "secrets.json", "-v"],
          { cwd },
        );
        assertEquals(run.code, 0, run.stdout);
        const [{ headers }] = server.requests;
        assertEquals(
          [headers("x-one"), headers("x-two")],
          [["0ne-4711"], [`tw0-0815{{vault:${name}}}`]],
        );
        assertEquals(/-4711|-0815/.test(run.stdout + run.stderr), false);
      });
    });
  }

  it("are asked for by the page", async () => {
    await using server = recordingServer();
    await using page = await openPage({
      ...TREE,
      "Get.request.yaml": TREE["Get.request.yaml"]
        .replace("{{base}}", server.url),
    });
    const told: string[] = [];
    const id = await page.id("Get.request.yaml");
    for await (const event of page.lines("send", { id })) {
      if (event.type !== "question") continue;
      const { question, kind } = event;
      told.push(kind);
      await page.ask("answer", {
        question,
        answer: kind === "prompt" ? "0ne-4711" : "once",
      });
    }
    assertEquals(told.filter((it) => it === "prompt"), ["prompt"]);
    assertEquals(server.requests[0]?.headers("x-one"), ["0ne-4711"]);
  });
});
