import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";
import { recordingServer } from "../support/recording_server.ts";
import { oneLine } from "../support/one_line.ts";

const TOKEN = 'const token = async () => "t";';
const AWAIT =
  'in a script, a promise became text (write "await" before what gives it)';

/** A script before a request, and the warning; none: it is silent. */
const ROWS: readonly [code: string, warning?: string][] = [
  [
    `${TOKEN} req.setHeader("Authorization", \`Bearer \${token()}\`);`,
    `Sent "[object Promise]" in the header "Authorization": ${AWAIT}`,
  ],
  [
    `${TOKEN} req.setUrl(req.getUrl() + "?token=" + token());`,
    `Sent "[object Promise]" in the URL: ${AWAIT}`,
  ],
  [
    `${TOKEN} req.setBody(\`{"token": "\${token()}"}\`);`,
    `Sent "[object Promise]" in the body: ${AWAIT}`,
  ],
  [
    `${TOKEN} req.setBody({ token: \`\${token()}\` });`,
    `Sent "[object Promise]" in the body: ${AWAIT}`,
  ],
  [
    `${TOKEN} client.setVar("token", \`Bearer \${token()}\`);`,
    'Set the variable "token" to a text with "[object Promise]": a promise became text (write "await" before what gives it)',
  ],
  [
    'req.setHeader("Authorization", "Bearer " + { token: 1 });',
    'Sent "[object Object]" in the header "Authorization": in a script, an object became text (write the member that you mean, or use JSON.stringify)',
  ],
  [
    'req.setHeader("Authorization", String({ id: 1 }));',
    'Sent "[object Object]" in the header "Authorization": in a script, an object became text (write the member that you mean, or use JSON.stringify)',
  ],
  [
    `${TOKEN} req.setHeader("Authorization", String(token()));`,
    `Sent "[object Promise]" in the header "Authorization": ${AWAIT}`,
  ],
  [
    `${TOKEN} req.setHeader("Authorization", \`Bearer \${await token()}\`); client.setVar("it", await token());`,
  ],
  [
    'const load = async () => ({}); const j = load(); req.setHeader("X-A", "a " + j.token);',
    'Cannot read "j.token": j is a promise (write "await" before load())',
  ],
  [
    'const load = async () => ({}); const j = load(); await j; req.setHeader("X-A", "undefined");',
  ],
  ...["client.setVar", "client.setEnvVar"].map((set): [string, string] => [
    `const load = async () => ({}); const j = load(); ${set}("it", "a " + j.token);`,
    'Cannot read "j.token": j is a promise (write "await" before load())',
  ]),
  [
    'const load = async () => ({}); const { token } = load(); client.setVar("it", `a ${token}`);',
    'Cannot read "load().token": load() gives a promise (write "await" before load())',
  ],
  [
    'const load = async () => ({}); const j = load(); await j; client.setVar("it", "undefined");',
  ],
  [
    'const load = async () => ({}); const j = load(); client.setVar("it", "a"); j.token;',
  ],
  ['req.setBody({ note: "was: [object Object] there" });'],
];

describe("a promise or an object that a script joins with text", () => {
  const brace = braceRows();

  for (const [code, warning] of ROWS) {
    it(`${code}: ${warning === undefined ? "silent" : "warns"}`, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const files: [string, string][] = [
        ["c/opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
        [
          "c/a.yml",
          `info: {name: A, type: http}
http: {method: POST, url: "${server.url}/"}
runtime: {scripts: [{type: before-request, code: ${JSON.stringify(code)}}]}
`,
        ],
      ];
      await inFolder(files, async (cwd) => {
        const { code: exit, stdout, stderr } = await brace(
          ["run", "c", "--verbose"],
          { cwd },
        );
        const output = oneLine(stdout + stderr);
        assertEquals(exit, 0, output);
        if (warning === undefined) {
          assertEquals(/became text|promise/.test(output), false, output);
          return;
        }
        assertStringIncludes(output, warning);
        if (code.includes("Bearer ${token()}") && code.includes("req.")) {
          assertStringIncludes(
            output,
            "Authorization: Bearer [object Promise]",
          );
        }
      });
    });
  }

  it("is shown at the call that sets a variable", async () => {
    await inFolder([
      [
        "c/a.bru",
        'meta {\n  name: A\n}\n\nget {\n  url: http://127.0.0.1:9/\n}\n\nscript:pre-request {\n  const one = 1;\n  bru.setVar("it", "was: " + Promise.resolve());\n}\n',
      ],
      ["c/bruno.json", '{"version": "1", "name": "C", "type": "collection"}'],
    ], async (cwd) => {
      const { stdout } = await brace(["run", "c"], { cwd });
      assertStringIncludes(stdout, "a.bru:11:15");
    });
  });

  it("does not move a refused variable in a pattern to the first line", async () => {
    await inFolder([
      ["c/opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
      [
        "c/a.yml",
        `info: {name: A, type: http}
http: {url: "http://127.0.0.1:9/"}
runtime:
  scripts:
  - type: before-request
    code: |-
      const one = 1;
      const { ACME } = process.env;
`,
      ],
    ], async (cwd) => {
      const { stdout } = await brace(["run", "c"], { cwd });
      assertStringIncludes(stdout, "a.yml:8:15");
    });
  });
});
