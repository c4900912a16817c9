import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { oneLine } from "../support/one_line.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": "info: { name: Shop }\n",
  "environments/local.yml":
    "name: local\nvariables:\n  - { name: base_url, value: 'http://127.0.0.1:1' }\n",
  "environments/prod.yml":
    "name: prod\nvariables:\n  - { name: base_url, value: 'https://shop.example' }\n  - { name: key, value: k }\n",
  "users/create.yml": `info: { name: Create, type: http }
http:
  method: POST
  url: "{{baseUrl}}/users"
  headers:
    - { name: X-Key, value: "{{key}}" }
`,
  "users/fine.yml": `info: { name: Fine, type: http }
http: { method: GET, url: "{{base_url}}/fine" }
`,
  "later/late.yml": `info: { name: Late, type: http }
http: { method: GET, url: "{{base_url}}/{{id}}" }
runtime:
  scripts: [{ type: after-response, code: 'client.setVar("id", 1)' }]
`,
};

/** Only what `brace check` may need: to read. */
const READ_ONLY = ["--allow-read", "--allow-env", "--no-prompt"];

describe("brace check", () => {
  let cwd: string;
  const check = (...args: string[]) =>
    brace(["check", ...args], { cwd, permissions: READ_ONLY });

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.mkdir(join(cwd, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(cwd, path), text);
    }
  });
  afterAll(() => Deno.remove(cwd, { recursive: true }));

  it("shows what is wrong, where, and what is related", async () => {
    const { code, stdout, stderr } = await check();
    assertEquals(stderr, "");
    assertEquals(
      stdout,
      `warning USED_BEFORE_SET: Cannot resolve "{{id}}" here: "id" is set later in
    the run, by the after-response script of later/late.yml (give it a first
    value)
  later/late.yml:2:41  http.url
  2 | http: { method: GET, url: "{{base_url}}/{{id}}" }
    |                                         ^^^^^^
  later/late.yml:4:59  "id" is set here

error UNDEFINED_VARIABLE: Cannot resolve "{{baseUrl}}": no scope defines
    "baseUrl" (did you mean "base_url"?)
  users/create.yml:4:9  http.url
  4 |   url: "{{baseUrl}}/users"
    |         ^^^^^^^^^^^
  searched: runtime, request, folder, environment, collection, global

error UNDEFINED_VARIABLE: Cannot resolve "{{key}}": no scope defines "key"
  users/create.yml:6:30  http.headers[0].value
  6 |     - { name: X-Key, value: "{{key}}" }
    |                              ^^^^^^^
  searched: runtime, request, folder, environment, collection, global
  in the environment "local"
  defined by the environment "prod"

2 errors, 1 warning in 3 requests, with 2 environments: local, prod
a run contacts 127.0.0.1:1, shop.example
`,
    );
    assertEquals(code, 1);
  });

  for (
    const [title, args, wanted, last] of [
      ["a part without a problem", ["users/fine.yml"], 0, "no problems in 1"],
      ["warnings alone", ["later"], 0, "1 warning in 1 request"],
      ["warnings, strictly", ["later", "--strict"], 1, "1 warning in 1"],
      [
        "values from the command line",
        ["--var", "baseUrl=http://a", "--env-var", "key=k", "--var", "id=7"],
        0,
        "no problems in 3",
      ],
      [
        "one environment",
        ["users", "--env", "prod"],
        1,
        "the environment prod",
      ],
    ] as const
  ) {
    it(`${title}: exit code ${wanted}`, async () => {
      const { code, stdout } = await check(...args);
      assertStringIncludes(stdout, last);
      assertEquals(code, wanted);
    });
  }

  for (
    const [title, args, wanted] of [
      ["an unknown environment", ["--env", "locl"], 'did you mean "local"?'],
      ["a path that there is not", ["none.yml"], 'Cannot find "none.yml"'],
      ["a file of rows that there is not", ["--data", "x.csv"], '"x.csv"'],
      ["an unknown flag", ["--enviroment", "local"], "--enviroment"],
    ] as const
  ) {
    it(`${title}: exit code 2`, async () => {
      const { code, stdout, stderr } = await check(...args);
      assertStringIncludes(stdout + stderr, wanted);
      assertEquals(code, 2);
    });
  }

  it("writes for programs, code scanning and annotations", async () => {
    const json = JSON.parse((await check("--format", "json")).stdout);
    assertEquals(json.summary, {
      errors: 2,
      warnings: 1,
      hints: 0,
      requests: 3,
    });
    assertEquals(json.environments, ["local", "prod"]);
    const [, first, second] = json.diagnostics;
    assertEquals(
      [first.code, first.suggestion, first.fix, second.environments],
      ["UNDEFINED_VARIABLE", "base_url", 'Change it to "base_url"', ["local"]],
    );
    assertEquals(first.location, {
      file: "users/create.yml",
      line: 4,
      column: 9,
      length: 11,
      yamlPath: "http.url",
      place: "url",
    });
    const { stdout: github } = await check("later", "--format", "github");
    assertEquals(
      github,
      `::warning file=later/late.yml,line=2,col=41,title=USED_BEFORE_SET::Cannot resolve "{{id}}" here: "id" is set later in the run, by the after-response script of later/late.yml (give it a first value)\n`,
    );
  });

  it("writes SARIF 2.1.0", async () => {
    const { code, stdout } = await check("--format", "sarif");
    const { version, runs: [run] } = JSON.parse(stdout);
    assertEquals([code, version, run.tool.driver.name], [1, "2.1.0", "Brace"]);
    const rules = run.tool.driver.rules.map(({ id }: { id: string }) => id);
    assertEquals(rules, ["UNDEFINED_VARIABLE", "USED_BEFORE_SET"]);
    for (const { ruleId, ruleIndex, level, locations } of run.results) {
      assertEquals(rules[ruleIndex], ruleId);
      assertEquals(["error", "warning", "note"].includes(level), true);
      const [{ physicalLocation: { region } }] = locations;
      assertEquals(region.endColumn > region.startColumn, true);
    }
    assertEquals(run.results[0].relatedLocations, [{
      id: 0,
      message: { text: '"id" is set here' },
      physicalLocation: {
        artifactLocation: { uri: "later/late.yml" },
        region: { startLine: 4, startColumn: 59, endColumn: 61 },
      },
    }]);
  });

  describe("--fix", () => {
    const MISTAKES = `# kept
info: { name: Create, type: http }
http:
  method: POST
  url: "{{ baseUrl }}/users" # kept, too
  body:
    type: json
    data: |-
      { "a": {{word}}, "b": {{word}} }
`;
    const MENDED = MISTAKES.replace("baseUrl", "base_url")
      .replaceAll("{{word}}", '"{{word}}"');
    const QUOTED =
      `http: { method: POST, url: '{{base_url}}', body: { type: json, data: "[{{word}}]" } }\n`;
    let folder: string;

    beforeAll(async () => {
      folder = join(cwd, "fix");
      await Deno.mkdir(folder);
      await Deno.writeTextFile(
        join(folder, "opencollection.yml"),
        `info: { name: Fix }
request:
  variables:
    - { name: base_url, value: "http://a.example" }
    - { name: word, value: some text }
`,
      );
      await Deno.writeTextFile(join(folder, "a.yml"), MISTAKES);
      await Deno.writeTextFile(join(folder, "b.yml"), QUOTED);
    });
    afterAll(() => Deno.remove(folder, { recursive: true }));

    const text = (name: string) => Deno.readTextFile(join(folder, name));

    it("shows what it would change", async () => {
      const { code, stdout } = await check("fix", "--fix", "--diff");
      assertEquals(
        stdout,
        `--- fix/a.yml
+++ fix/a.yml
@@ -3,8 +3,8 @@
 http:
   method: POST
-  url: "{{ baseUrl }}/users" # kept, too
+  url: "{{ base_url }}/users" # kept, too
   body:
     type: json
     data: |-
-      { "a": {{word}}, "b": {{word}} }
+      { "a": "{{word}}", "b": {{word}} }
 
--- fix/b.yml
+++ fix/b.yml
@@ -1,2 +1,2 @@
-http: { method: POST, url: '{{base_url}}', body: { type: json, data: "[{{word}}]" } }
+http: { method: POST, url: '{{base_url}}', body: { type: json, data: "[\\"{{word}}\\"]" } }
 
`,
      );
      assertEquals(code, 1);
      assertEquals([await text("a.yml"), await text("b.yml")], [
        MISTAKES,
        QUOTED,
      ]);
    });

    it("fixes what needs no question, and nothing else", async () => {
      const { code, stdout } = await brace(["check", "fix", "--fix"], {
        cwd,
        permissions: [...READ_ONLY, "--allow-write"],
      });
      assertStringIncludes(stdout, "Fixed fix/a.yml");
      assertStringIncludes(stdout, "no problems in 2 requests");
      assertEquals(code, 0);
      assertEquals(await text("a.yml"), MENDED);
      assertEquals(
        await text("b.yml"),
        QUOTED.replace("[{{word}}]", '[\\"{{word}}\\"]'),
      );
    });
  });

  it("explains every code, and knows the nearest", async () => {
    const one = await brace(["explain", "CYCLE"], { cwd, permissions: [] });
    assertEquals(one.code, 0);
    assertStringIncludes(one.stdout, "CYCLE\n\nVariables are defined by each");
    const list = await brace(["explain"], { cwd, permissions: [] });
    assertStringIncludes(list.stdout, "UNDEFINED_VARIABLE");
    const none = await brace(["explain", "CYCEL"], { cwd, permissions: [] });
    assertEquals(none.code, 2);
    assertStringIncludes(oneLine(none.stderr), 'did you mean "CYCLE"?');
  });

  it("never shows a secret of a file", async () => {
    const folder = join(cwd, "secret");
    await Deno.mkdir(folder);
    await Deno.writeTextFile(join(folder, "opencollection.yml"), "info: {}\n");
    await Deno.writeTextFile(
      join(folder, "a.yml"),
      `http: { url: "http://a/{{no}}?key=hunter22hunter" }
runtime: { variables: [{ name: password, value: hunter22hunter }] }
`,
    );
    const { stdout } = await check("secret");
    assertStringIncludes(stdout, "UNDEFINED_VARIABLE");
    assertEquals(stdout.includes("hunter22"), false);
    await Deno.remove(folder, { recursive: true });
  });
});
