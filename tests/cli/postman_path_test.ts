import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";
import { recordingServer } from "../support/recording_server.ts";

const PATH = "/:a/:b.json/:c/:d";
/** Values of path variables, as files have them. */
const VALUES: Readonly<Record<string, string>> = {
  a: "x%20y%2Fz",
  b: "{{seven}}",
  c: "100%",
  d: "{{percent}}",
};
const SENT = "/x%20y%2Fz/7.json/100%25/%2541";

const rows = Object.entries(VALUES);

const SHAPES: Readonly<Record<string, (url: string) => [string, string][]>> = {
  "an exported collection": (url) => [[
    "shop.json",
    JSON.stringify({
      info: {
        name: "Shop",
        schema:
          "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
      },
      item: [{
        name: "Get",
        request: {
          method: "GET",
          url: {
            raw: url + PATH,
            variable: rows.map(([key, value]) => ({ key, value })),
          },
        },
      }],
    }),
  ]],
  "a tree of Postman 12": (url) => [
    [".resources/definition.yaml", "$kind: collection\nname: Shop\n"],
    [
      "Get.request.yaml",
      `$kind: http-request
method: GET
url: "${url}${PATH}"
pathVariables:
${
        rows.map(([key, value]) => `  - { key: ${key}, value: "${value}" }`)
          .join("\n")
      }
`,
    ],
  ],
};

describe("path variables of Postman", () => {
  const brace = braceRows();

  for (const [what, filesOf] of Object.entries(SHAPES)) {
    it(`are sent as Postman sends them, and exported again: ${what}`, async () => {
      await using server = recordingServer();
      const files = filesOf(server.url)
        .map(([path, text]) => [`in/${path}`, text] as const);
      await inFolder(files, async (cwd) => {
        const from = files.length === 1 ? files[0][0] : "in";
        const imported = await brace(["import", from, "-o", "out"], { cwd });
        assertEquals(imported.code, 0, imported.stderr);
        const { code, stdout } = await brace(
          ["run", "out", "--var", "seven=7", "--var", "percent=%41"],
          { cwd },
        );
        assertEquals(code, 0, stdout);
        assertEquals(server.requests[0].target, SENT);
        const exported = await brace(["export", "postman", "out"], { cwd });
        const [{ request }] = JSON.parse(exported.stdout).item;
        assertEquals(
          request.url.variable.map(({ value }: { value: string }) => value),
          ["x y%2Fz", VALUES.b, "100%25", VALUES.d],
        );
      });
    });
  }
});
