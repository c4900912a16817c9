import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";
import { oneLine } from "../support/one_line.ts";

const ROWS: readonly [code: string, dialect: string, hint: string][] = [
  [
    "const id = {{userId}};",
    "",
    '(code has no placeholders: write client.getVar("userId"))',
  ],
  [
    "client.setVar('a', {{ user.list[0].id }})",
    "",
    'write client.getVar("user").list[0].id)',
  ],
  [
    "pm.expect({{userId}}).to.eql(1)",
    ", extensions: {brace: {dialect: postman}}",
    'write pm.variables.get("userId"))',
  ],
  [
    "const key = {{process.env.KEY}};",
    "",
    'write client.getProcessEnv("KEY"))',
  ],
];

describe("a placeholder in a script", () => {
  const brace = braceRows();

  for (const [code, dialect, hint] of ROWS) {
    it(`${code}: says what to write`, async () => {
      const script = JSON.stringify(code);
      const files: [string, string][] = [
        ["c/opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
        [
          "c/a.yml",
          `info: {name: A, type: http}
http: {method: GET, url: "http://127.0.0.1:1/"}
runtime: {scripts: [{type: before-request, code: ${script}${dialect}}]}
`,
        ],
      ];
      await inFolder(files, async (cwd) => {
        for (const command of ["run", "check"]) {
          const { stdout, stderr } = await brace([command, "c"], { cwd });
          const output = oneLine(stdout + stderr);
          assertStringIncludes(output, "SCRIPT_SYNTAX");
          assertStringIncludes(output, hint);
        }
      });
    });
  }

  it("elsewhere in code that is no JavaScript is not meant", async () => {
    const code = JSON.stringify('const url = "{{base}}"; const = 1;');
    await inFolder([
      ["c/opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
      [
        "c/a.yml",
        `info: {name: A, type: http}
http: {method: GET, url: "http://127.0.0.1:1/"}
runtime: {scripts: [{type: before-request, code: ${code}}]}
`,
      ],
    ], async (cwd) => {
      for (const command of ["run", "check"]) {
        const { stdout, stderr } = await brace([command, "c"], { cwd });
        const output = oneLine(stdout + stderr);
        assertStringIncludes(output, "SCRIPT_SYNTAX");
        assertEquals(output.includes("placeholders"), false, output);
      }
    });
  });
});
