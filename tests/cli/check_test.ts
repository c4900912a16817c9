import {
  assert,
  assertEquals,
  assertFalse,
  assertStringIncludes,
} from "@std/assert";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace as braceProcess } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
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
  const brace = braceRows({ permissions: READ_ONLY });
  const braceWrites = braceRows({
    permissions: [...READ_ONLY, "--allow-write"],
  });
  let cwd: string;
  const check = (...args: string[]) => brace(["check", ...args], { cwd });

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.mkdir(join(cwd, path, ".."), { recursive: true });
      await Deno.writeTextFile(join(cwd, path), text);
    }
  });
  afterAll(() => Deno.remove(cwd, { recursive: true }));

  it("ends with one line break where nothing could be checked", async () => {
    const { stdout, stderr } = await check("nope.yml");
    assertEquals(
      [stdout, stderr],
      [
        "",
        'error MISSING_PATH: Cannot find "nope.yml": no such file or folder\n',
      ],
    );
  });

  it("says of a value that cannot be read nothing else", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(
      join(folder, "opencollection.yml"),
      "info: { name: C }\n",
    );
    await Deno.writeTextFile(
      join(folder, "read.yml"),
      'info: { name: R, type: http }\nhttp:\n  url: "http://127.0.0.1:1/"\n  auth:\n    type: bearer\n    token: {{token}}\n',
    );
    const { stdout } = await check(folder, "--format", "json");
    const { summary, diagnostics } = JSON.parse(stdout);
    assertEquals(summary.requests, 1);
    assertEquals(
      diagnostics.map(({ code }: { code: string }) => code),
      ["YAML_SYNTAX"],
      stdout,
    );
    await Deno.remove(folder, { recursive: true });
  });

  it("holds back what only follows from a file that cannot be read", async () => {
    const rows: [
      file: string,
      text: string,
      requests: number,
      undefineds: string[],
    ][] = [
      ["set.yml", 'http: [\nx: setVar("user", {{other}})\n', 2, ["other"]],
      ["set.yml", "http: [\nvariables:\n  - name: user\n", 2, ["other"]],
      ["set.yml", "http: [\n", 2, ["user.id", "other"]],
      ["in/folder.yml", "request: [\n  - name: user\n", 1, ["other"]],
      ["environments/e.yml", "variables: [\n  - name: user\n", 1, []],
    ];
    const apart = await Deno.makeTempDir();
    for (const [at, [file, text, requests, undefineds]] of rows.entries()) {
      const folder = join(apart, String(at));
      const files = {
        "opencollection.yml": "info: { name: C }\n",
        "read.yml":
          'info: { name: R, type: http }\nhttp: { url: "http://127.0.0.1:1/{{user.id}}/{{other}}" }\n',
        [file]: text,
      };
      for (const [path, text] of Object.entries(files)) {
        await Deno.mkdir(join(folder, path, ".."), { recursive: true });
        await Deno.writeTextFile(join(folder, path), text);
      }
      const { stdout } = await check(folder, "--format", "json");
      const { summary, diagnostics } = JSON.parse(stdout);
      const found = diagnostics.filter(({ code }: { code: string }) =>
        code === "UNDEFINED_VARIABLE"
      ).map(({ expression }: { expression: string }) => expression);
      assertEquals(found, undefineds, stdout);
      assertEquals(summary.requests, requests, file);
      assertEquals(
        stdout.includes('this file names \\"user\\": uses'),
        undefineds.join() === "other",
      );
    }
    await Deno.remove(apart, { recursive: true });
  });

  it("does not call unused what a file names that cannot be read", async () => {
    const folder = await Deno.makeTempDir();
    const files = {
      "opencollection.yml":
        "info: { name: C }\nrequest: { variables: [{ name: stage, value: a }, { name: stages, value: b }] }\n",
      "broken.yml": 'http: [\n  url: "http://127.0.0.1:1/{{stage}}"\n',
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(join(folder, path), text);
    }
    const { stdout } = await check(folder, "--format", "json");
    const { diagnostics } = JSON.parse(stdout);
    assertEquals(
      diagnostics.filter(({ code }: { code: string }) =>
        code === "UNUSED_VARIABLE"
      ).map(({ expression }: { expression: string }) => expression),
      ["stages"],
    );
    await Deno.remove(folder, { recursive: true });
  });

  const FOLDER =
    'info: { name: A }\nrequest: { auth: { type: basic, username: "{{user}}", password: "{{pass}}" }, headers: [{ name: X, value: "{{header}}" }], variables: [{ name: own, value: "{{of}}" }], scripts: [{ type: before-request, code: client.getVar("script") }] }\n';
  const NAMES = ["user", "pass", "header", "own", "of", "script", "other"];
  const UNREAD: [what: string, files: Record<string, string>, string[]][] = [
    [
      "a folder's texts",
      {
        "a/folder.yml": FOLDER,
        "a/in/folder.yml": "info: { name: I }\n",
        "a/in/r.yml": "http: { url: {{own}} }\n",
      },
      ["other"],
    ],
    [
      "a folder's texts without any request",
      { "a/folder.yml": FOLDER },
      // What a folder defines stays without a use.
      ["other", "own"],
    ],
    [
      "a request without its URL",
      {
        "r.yml":
          'http: { method: GET }\nruntime: { assertions: [{ expression: "user + pass", operator: eq, value: "{{header}}" }] }\n',
      },
      ["of", "other", "own", "script"],
    ],
    [
      "a list in place of a request",
      {
        "r.yml":
          '- http: { method: GET, url: "http://127.0.0.1:1/{{user}}" }\n',
      },
      ["header", "of", "other", "own", "pass", "script"],
    ],
    [
      "names that a script computes",
      { "r.yml": "http: [\ncode: client.getVar(name)\n" },
      [],
    ],
    [
      "a file that it requires",
      { "r.yml": "http: [\ncode: require('./lib.js')\n" },
      [],
    ],
  ];
  for (const [what, files, unused] of UNREAD) {
    it(`does not call unused what a request may use that cannot be read: ${what}`, async () => {
      const folder = await Deno.makeTempDir();
      const all = {
        "opencollection.yml": `info: { name: C }\nrequest:\n  variables:\n${
          NAMES.map((name) => `    - { name: ${name}, value: a }\n`).join("")
        }`,
        ...files,
      };
      for (const [path, text] of Object.entries(all)) {
        await Deno.mkdir(join(folder, path, ".."), { recursive: true });
        await Deno.writeTextFile(join(folder, path), text);
      }
      const { stdout } = await check(folder, "--format", "json");
      const found = new Set(
        JSON.parse(stdout).diagnostics.flatMap((
          { code, expression }: { code: string; expression?: string },
        ) => code === "UNUSED_VARIABLE" ? expression : []),
      );
      assertEquals([...found].toSorted(), unused, stdout);
      await Deno.remove(folder, { recursive: true });
    });
  }

  for (
    const [format, files] of Object.entries({
      YAML: {
        "opencollection.yml": "info: { name: C }\n",
        "environments/e.yml":
          "variables: [{ name: token, secret: true }, { name: pin, secret: true }]\n",
        "login.yml":
          "info: { name: l, type: http }\nhttp: { url: [ }\nruntime: { scripts: [{ type: tests, code: 'bru.setEnvVar(\"token\", 1)' }] }\n",
        "use.yml": 'http: { url: "http://127.0.0.1:1/{{token}}/{{pin}}" }\n',
      },
      bru: {
        "bruno.json": '{"version": "1", "name": "C", "type": "collection"}',
        "environments/e.bru": "vars:secret [\n  token,\n  pin\n]\n",
        "login.bru":
          'get {\n  url: http://127.0.0.1:1\n}\n\nscript:post-response {\n  bru.setEnvVar("token", 1);\n',
        "use.bru": "get {\n  url: http://127.0.0.1:1/{{token}}/{{pin}}\n}\n",
      },
      "YAML that reads entries": {
        "opencollection.yml": "info: { name: C }\n",
        "environments/e.yml":
          `variables: [{ name: token, secret: true, value: "{{process.env.TOKEN}}" }, { name: pin, secret: true, value: "{{process.env.PIN}}" }]\n`,
        "login.yml":
          'info: { name: l, type: http }\nhttp: { url: [ }\nruntime: { scripts: [{ type: tests, code: "bru.setEnvVar(\\"token\\", 1)" }] }\n',
        "use.yml": 'http: { url: "http://127.0.0.1:1/{{token}}/{{pin}}" }\n',
      },
      "bru that is not UTF-8": {
        "bruno.json": '{"version": "1", "name": "C", "type": "collection"}',
        "environments/e.bru": "vars:secret [\n  token,\n  pin\n]\n",
        "login.bru":
          'get {\n  url: http://127.0.0.1:1\n}\n\nscript:post-response {\n  bru.setEnvVar("token", "\xfc");\n}\n',
        "use.bru": "get {\n  url: http://127.0.0.1:1/{{token}}/{{pin}}\n}\n",
      },
      "YAML that is not UTF-8": {
        "opencollection.yml": "info: { name: C }\n",
        "environments/e.yml":
          "variables: [{ name: token, secret: true }, { name: pin, secret: true }]\n",
        "login.yml":
          "http: { url: 'http://127.0.0.1:1' }\nruntime: { scripts: [{ type: tests, code: 'bru.setEnvVar(\"token\", \"\xfc\")' }] }\n",
        "use.yml": 'http: { url: "http://127.0.0.1:1/{{token}}/{{pin}}" }\n',
      },
    })
  ) {
    const isBru = format.startsWith("bru");
    for (const part of ["", isBru ? "use.bru" : "use.yml"]) {
      it(`asks for no secret that a file sets which cannot be read: ${format}, ${part || "all"}`, async () => {
        const folder = await Deno.makeTempDir();
        await Deno.mkdir(join(folder, "environments"));
        for (const [path, text] of Object.entries(files)) {
          const isLatin = format.endsWith("not UTF-8");
          await Deno.writeFile(
            join(folder, path),
            isLatin
              ? Uint8Array.from([...text], (it) => it.charCodeAt(0))
              : new TextEncoder().encode(text),
          );
        }
        const { stdout } = await check(join(folder, part), "--format", "json");
        const { diagnostics, summary } = JSON.parse(stdout);
        assertEquals(
          diagnostics.map((
            { code, expression }: { code: string; expression?: string },
          ) => [code, expression]).toSorted(),
          [
            [
              format.endsWith("not UTF-8")
                ? "INVALID_FIELD"
                : isBru
                ? "BRU_SYNTAX"
                : "YAML_SYNTAX",
              undefined,
            ],
            format.endsWith("entries")
              ? ["PERMISSION", "process.env.PIN"]
              : ["UNSET_SECRET", "pin"],
          ].toSorted(),
        );
        assertStringIncludes(stdout, 'this file names \\"token\\": uses');
        assertEquals(summary.requests, part === "" ? 2 : 1);
        await Deno.remove(folder, { recursive: true });
      });
    }
  }

  for (const part of ["", "use.yml"]) {
    it(`does not call undefined what a request sets that has no URL: ${part || "all"}`, async () => {
      const folder = await Deno.makeTempDir();
      const files = {
        "opencollection.yml": "info: { name: C }\n",
        "login.yml":
          "http: { method: GET }\nruntime: { scripts: [{ type: tests, code: \"client.setVar('token', 1)\" }] }\n",
        "use.yml": 'http: { url: "http://127.0.0.1:1/{{token}}/{{other}}" }\n',
      };
      for (const [path, text] of Object.entries(files)) {
        await Deno.writeTextFile(join(folder, path), text);
      }
      const { stdout } = await check(join(folder, part), "--format", "json");
      const { diagnostics, summary } = JSON.parse(stdout);
      assertEquals(
        diagnostics.map((
          { code, expression }: { code: string; expression?: string },
        ) => [code, expression]),
        [["INVALID_FIELD", undefined], ["UNDEFINED_VARIABLE", "other"]],
      );
      assertStringIncludes(stdout, 'this file names \\"token\\": uses');
      assertEquals(summary.requests, part === "" ? 2 : 1);
      await Deno.remove(folder, { recursive: true });
    });
  }

  for (
    const [part, code] of [
      ['body: { type: Json, data: "{{stage}}" }', "INVALID_FIELD"],
      [
        'bdoy: { type: json, data: \'{"a": "{{ stage.name }}"}\' }',
        "UNKNOWN_KEY",
      ],
    ]
  ) {
    it(`does not call unused what a part uses that is left out: ${code}`, async () => {
      const folder = await Deno.makeTempDir();
      await Deno.writeTextFile(
        join(folder, "opencollection.yml"),
        "info: { name: C }\n",
      );
      await Deno.writeTextFile(
        join(folder, "a.yml"),
        `http:
  method: POST
  url: http://127.0.0.1:1/
  ${part}
runtime: { variables: [{ name: stage, value: a }, { name: stages, value: b }] }
`,
      );
      const { stdout } = await check(folder, "--format", "json");
      const { diagnostics } = JSON.parse(stdout);
      assertEquals(
        diagnostics.map((
          { code, expression }: { code: string; expression?: string },
        ) => [code, expression]),
        [[code, undefined], ["UNUSED_VARIABLE", "stages"]],
      );
      await Deno.remove(folder, { recursive: true });
    });
  }

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

  it("lists the hosts that --print-hosts lists", async () => {
    const root = await Deno.makeTempDir();
    const collection = `info: { name: Hosts }
extensions: { brace: { hosts: ["cdn.example.com", "{{other}}"] } }
request:
  variables: [{ name: other, value: "https://other.example:8443/a" }]
  auth:
    type: oauth2
    flow: client_credentials
    accessTokenUrl: "https://{{login}}/token"
    credentials: { clientId: a, clientSecret: "{{process.env.S}}" }
items:
  - info: { name: Get, type: http }
    http: { method: GET, url: "https://api.example.com/a", auth: inherit }
    runtime: { variables: [{ name: login, value: login.example.com }] }
`;
    await Deno.writeTextFile(join(root, "hosts.yml"), collection);
    const checked = await brace(["check", "hosts.yml", "--format", "json"], {
      cwd: root,
    });
    const printed = await brace(["run", "hosts.yml", "--print-hosts"], {
      cwd: root,
    });
    assertEquals(JSON.parse(checked.stdout).hosts, [
      "api.example.com",
      "login.example.com",
      "cdn.example.com",
      "other.example:8443",
    ]);
    assertEquals(
      printed.stdout.trim().split("\n"),
      JSON.parse(checked.stdout).hosts,
    );
  });

  it("names the flags that give a run what is missing", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: S}\nrequest: {variables: [{secret: true, name: key}]}\n",
    );
    await Deno.writeTextFile(
      `${folder}/a.yml`,
      "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://a/{{key}}/{{process.env.HOME}}/{{user.id}}'}\n",
    );
    const WAYS = [
      "set the environment variable BRACE_SECRET_key, give --secrets-file FILE",
      "add --allow-env=HOME",
      "define it, or give it with --var user.id=VALUE or a column of --data FILE",
    ];
    for (const format of ["human", "json", "sarif", "github"]) {
      const { stdout } = await brace(["check", folder, "--format", format], {});
      const said = stdout.replace(/\s+/g, " ");
      for (const way of WAYS) assertStringIncludes(said, way);
      assert(!said.includes("waysOut"), said);
    }
    await Deno.remove(folder, { recursive: true });
  });

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

  describe("of equal findings", () => {
    let folder: string;
    const same = (...args: string[]) =>
      brace(["check", ...args], { cwd: folder });
    const REQUESTS = 30;

    beforeAll(async () => {
      folder = await Deno.makeTempDir();
      const write = (path: string, text: string) =>
        Deno.writeTextFile(join(folder, path), text);
      await write("opencollection.yml", "info: { name: Same }\n");
      for (
        const [name, more] of [["eu", ""], ["us", ", { name: id, value: 1 }"]]
      ) {
        await Deno.mkdir(join(folder, "environments"), { recursive: true });
        await write(
          `environments/${name}.yml`,
          `name: ${name}\nvariables: [{ name: page, value: 1 }${more}]\n`,
        );
      }
      for (let at = 0; at < REQUESTS; at++) {
        await write(
          `${at + 10}.yml`,
          `info: { name: R${at}, type: http }
http: { method: GET, url: "{{base}}/{{page}}/${at < 2 ? "{{id}}" : ""}" }
runtime: { variables: [{ name: unused${at}, value: 1 }] }
`,
        );
      }
    });
    afterAll(() => Deno.remove(folder, { recursive: true }));

    it("shows the first, where the others are, and of many only names", async () => {
      const { stdout } = await same();
      const blocks = oneLine(stdout).match(/(?:error|hint) [A-Z_]+:/g)!;
      assertEquals(Object.groupBy(blocks, (it) => it), {
        "error UNDEFINED_VARIABLE:": Array(2).fill("error UNDEFINED_VARIABLE:"),
        "hint UNUSED_VARIABLE:": Array(20).fill("hint UNUSED_VARIABLE:"),
      });
      assertStringIncludes(stdout, "and 29 more places: 11.yml:2:28, 12.yml:");
      assertStringIncludes(stdout, "and 1 more place: 11.yml:2:46\n");
      assertStringIncludes(
        stdout,
        "\n10 more hints in 10 files: 30.yml:3, 31.yml:3,",
      );
      assertStringIncludes(
        stdout,
        "\n32 errors, 30 hints in 30 requests, with 2 environments: eu, us\n--verbose shows each of them in full\n",
      );
    });

    it("shows all of them with --verbose, and writes all of them", async () => {
      const { stdout } = await same("--verbose");
      assertEquals(stdout.match(/^error UNDEFINED/gm)?.length, 32);
      assertEquals(stdout.includes("--verbose"), false);
      const json = JSON.parse((await same("--format", "json")).stdout);
      assertEquals(json.diagnostics.length, 62);
      const sarif = JSON.parse((await same("--format", "sarif")).stdout);
      assertEquals(sarif.runs[0].results.length, 62);
      const github = (await same("--format", "github")).stdout;
      assertEquals(github.trim().split("\n").length, 62);
    });
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

  describe("with what only a run is given", () => {
    let folder: string;
    const GIVEN: Record<string, string> = {
      "opencollection.yml": "info: { name: Given }\n",
      "environments/eu.yml":
        "variables: [{ name: base, value: 'http://eu.example' }]\n",
      "environments/ada.yml": "variables: [{ name: user, value: ada }]\n",
      "environments/local.yml":
        "variables: [{ name: base, value: 'http://127.0.0.1' }, { name: user, value: me }]\n",
      "a.yml": `http:
  method: GET
  url: "{{base}}/{{region}}/{{user}}"
  headers: [{ name: X, value: "{{apiKey}}" }]
runtime: { variables: [{ name: apiKey, secret: true }] }
`,
      "ci.env": "region=west\n",
      "secrets.env": "apiKey=hush-hush\n",
    };

    beforeAll(async () => {
      folder = await Deno.makeTempDir();
      for (const [path, text] of Object.entries(GIVEN)) {
        await Deno.mkdir(join(folder, path, ".."), { recursive: true });
        await Deno.writeTextFile(join(folder, path), text);
      }
    });
    afterAll(() => Deno.remove(folder, { recursive: true }));

    /** Codes and environments of what is found. */
    const found = async (
      args: readonly string[],
      { config, env }: {
        readonly config?: string;
        readonly env?: Record<string, string>;
      } = {},
    ) => {
      const file = join(folder, "brace.yaml");
      if (config !== undefined) await Deno.writeTextFile(file, config);
      const { stdout } = await brace(["check", "--format", "json", ...args], {
        cwd: folder,
        ...(env && { env }),
      });
      if (config !== undefined) await Deno.remove(file);
      const { diagnostics, environments } = JSON.parse(stdout);
      return [
        environments.join(),
        ...diagnostics.map((
          { code, expression, environments: only, location }: {
            code: string;
            expression?: string;
            environments?: string[];
            location?: { file: string; line: number };
          },
        ) =>
          [code, expression ?? `${location?.file}:${location?.line}`]
            .concat(only ?? []).join(" ")
        ),
      ];
    };
    const LOCAL = ["--env", "local"];
    const SECRET = "UNSET_SECRET apiKey";

    for (
      const [title, args, wanted, more] of [
        ["nothing", LOCAL, ["local", "UNDEFINED_VARIABLE region", SECRET]],
        ["--env-file", [...LOCAL, "--env-file", "ci.env"], ["local", SECRET]],
        [
          "--secrets-file",
          [...LOCAL, "--secrets-file", "secrets.env"],
          ["local", "UNDEFINED_VARIABLE region"],
        ],
        ["BRACE_SECRET_…", LOCAL, ["local", "UNDEFINED_VARIABLE region"], {
          env: { BRACE_SECRET_apiKey: "hush-hush" },
        }],
        [
          "no environment but a file's",
          [
            "--env",
            "local",
            "--env-file",
            "ci.env",
            "--secrets-file",
            "secrets.env",
          ],
          ["local"],
        ],
        ["brace.yaml's files", LOCAL, ["local"], {
          config: "run: { env-file: ci.env, secrets-file: secrets.env }",
        }],
        ["brace.yaml's values", LOCAL, ["local", SECRET], {
          config: "run: { var: { region: west } }",
        }],
        ["brace.yaml's environment: each is looked at", [
          "--env-file",
          "ci.env",
          "--secrets-file",
          "secrets.env",
        ], [
          "ada,eu,local",
          "UNDEFINED_VARIABLE base ada",
          "UNDEFINED_VARIABLE user eu",
        ], { config: "run: { env: local }" }],
        [
          "brace.yaml's environment that is not there",
          ["--env-file", "ci.env", "--secrets-file", "secrets.env"],
          [
            "ada,eu,local",
            "UNDEFINED_VARIABLE base ada",
            "UNDEFINED_VARIABLE user eu",
            "UNKNOWN_ENVIRONMENT brace.yaml:1",
          ],
          { config: "run: { env: locl }" },
        ],
        ["brace.yaml's environments together", [], ["eu + ada,local"], {
          config:
            "run: { env: [eu, ada], env-file: ci.env, secrets-file: secrets.env }",
        }],
        ["a profile's environment", ["--profile", "ci"], ["local"], {
          config:
            "run: { env-file: ci.env, secrets-file: secrets.env }\nprofiles: { ci: { env: local } }",
        }],
        [
          "what is typed is before brace.yaml",
          [
            ...LOCAL,
            "--var",
            "region=east",
          ],
          ["local", SECRET],
          { config: "run: { var: { other: west } }" },
        ],
        ["a brace.yaml that is wrong", LOCAL, [
          "local",
          "UNDEFINED_VARIABLE region",
          SECRET,
          "UNKNOWN_KEY brace.yaml:1",
        ], { config: "run: { evn: local }" }],
      ] as [
        string,
        string[],
        string[],
        { config?: string; env?: Record<string, string> }?,
      ][]
    ) {
      it(title, async () => {
        assertEquals((await found(args, more)).sort(), wanted.toSorted());
      });
    }

    it("a value that is given is not shown", async () => {
      const { stdout } = await brace([
        "check",
        ...LOCAL,
        "--env-var",
        "base=http://hush-hush",
        "--secrets-file",
        "secrets.env",
      ], { cwd: folder });
      assertEquals(stdout.includes("hush-hush"), false, stdout);
    });

    it("a collection's file that is not YAML: exit code 2", async () => {
      const broken = `${folder}/broken`;
      await Deno.mkdir(broken);
      await Deno.writeTextFile(`${broken}/opencollection.yml`, "info: [");
      const { code, stdout, stderr } = await brace(["check", "broken"], {
        cwd: folder,
      });
      assertStringIncludes(
        stdout + stderr,
        'error YAML_SYNTAX: Cannot read "broken/opencollection.yml": a bracket is not',
      );
      assertEquals(code, 2);
    });

    it("a profile that there is not: exit code 2", async () => {
      const { code, stderr } = await brace(["check", "--profile", "ci"], {
        cwd: folder,
      });
      assertStringIncludes(stderr, 'Cannot use "--profile ci"');
      assertEquals(code, 2);
    });
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
        `--- a/fix/a.yml
+++ b/fix/a.yml
@@ -2,8 +2,8 @@
 info: { name: Create, type: http }
 http:
   method: POST
-  url: "{{ baseUrl }}/users" # kept, too
+  url: "{{ base_url }}/users" # kept, too
   body:
     type: json
     data: |-
-      { "a": {{word}}, "b": {{word}} }
+      { "a": "{{word}}", "b": "{{word}}" }
--- a/fix/b.yml
+++ b/fix/b.yml
@@ -1,1 +1,1 @@
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

    it("says what a patch does not fix", async () => {
      await Deno.mkdir(join(folder, "sub"));
      const left = join(folder, "sub/left.yml");
      await Deno.writeTextFile(left, 'http: { url: "{{nothingAlike}}" }\n');
      const one = await check("fix/sub", "--fix", "--diff");
      assertEquals([one.code, one.stdout], [1, "Nothing to fix\n"]);
      assertEquals(one.stderr, "1 error is left; brace check shows it\n");
      const all = await check("fix", "--fix", "--diff");
      assertStringIncludes(all.stderr, "left; brace check shows");
      await Deno.remove(join(folder, "sub"), { recursive: true });
    });

    it("fixes what needs no question, and nothing else", async () => {
      const { code, stdout } = await braceWrites(["check", "fix", "--fix"], {
        cwd,
      });
      // Several passes find them, and one line names the file.
      assertEquals(
        stdout.split("\n").filter((line) => line.startsWith("Fixed")),
        ["Fixed fix/a.yml (3 places)", "Fixed fix/b.yml"],
      );
      assertEquals(
        stdout.split("\n").filter((line) => line.startsWith("  line")),
        [
          '  line 5: "baseUrl" is now "base_url"',
          "  line 9: put quotes around it",
          "  line 9: put quotes around it",
          "  line 1: put quotes around it",
        ],
      );
      assertStringIncludes(stdout, "no problems in 2 requests");
      assertEquals(code, 0);
      assertEquals(await text("a.yml"), MENDED);
      assertEquals(
        await text("b.yml"),
        QUOTED.replace("[{{word}}]", '[\\"{{word}}\\"]'),
      );
    });
  });

  itNeeds("git")("--fix --diff prints what git apply takes", async () => {
    const wrong = 'http: { method: GET, url: "{{baseUrl}}/a" }';
    const files: Record<string, string> = {
      "opencollection.yml":
        'info: { name: Fix }\nrequest:\n  variables: [{ name: base_url, value: "http://a" }]\n',
      "plain.yml": `${wrong}\n`,
      "two words/ü and ß.yml": `${wrong}\n`,
      "crlf.yml": `info: { name: CRLF }\r\n${wrong}\r\n`,
      "no line break at the end.yml": `info: { name: End }\n${wrong}`,
    };
    const folder = join(cwd, "patched");
    for (const [name, text] of Object.entries(files)) {
      await Deno.mkdir(dirname(join(folder, name)), { recursive: true });
      await Deno.writeTextFile(join(folder, name), text);
    }
    const { stdout } = await brace(["check", "--fix", "--diff"], {
      cwd: folder,
    });
    const patch = join(cwd, "fix.patch");
    await Deno.writeTextFile(patch, stdout);
    const { success, stderr } = await new Deno.Command("git", {
      args: ["apply", patch],
      cwd: folder,
      env: { GIT_CEILING_DIRECTORIES: cwd },
    }).output();
    assertEquals(new TextDecoder().decode(stderr), "");
    assert(success);
    for (const [name, text] of Object.entries(files)) {
      assertEquals(
        await Deno.readTextFile(join(folder, name)),
        text.replace("baseUrl", "base_url"),
      );
    }
    await Deno.remove(folder, { recursive: true });
  });

  describe("--fix of more files", () => {
    const BRU = `meta {
  name: a
  type: http
}

post {
  url: {{ baseUrl }}/users?q={{wrod}}
  body: json
}

params:query {
  q: {{wrod}}
  ~r: {{wrod}}
}

headers {
  X-Word: {{word}}
  ~X-Off: {{wrod}}
}

body:json {
  {
    "a": {{word}},
    "b": [{{word}}]
  }
}
`;
    const KEYS = `http:
  method: GET
  url: http://a.example
  # kept
  heders: # kept, too
    - { name: X, value: "1", "disabeld": true }
  ath: { type: bearer, token: t }
settings: { timout: 5 }
runtime:
  asertions: [] # actions are not as near
`;
    const AUTH =
      "http: { method: GET, url: http://a.example, auth: { type: basic, usrname: a, password: b } }\n";
    /** Two candidates, one of which is auth; and one that stands there already. */
    const UNSURE =
      "http: { method: GET, url: http://a.example, urll: b }\nsettins: {}\nsettings: { timeout: 5 }\n";
    const http = (path: string) =>
      `http: { method: GET, url: "http://a.example/${path}" }\n`;
    let folder: string;

    beforeAll(async () => {
      folder = await Deno.makeTempDir();
      const files = {
        "bru/bruno.json":
          '{ "version": "1", "name": "Shop", "type": "collection" }',
        "bru/environments/local.bru":
          "vars {\n  base_url: http://a.example\n  word: some text\n}\n",
        "bru/a.bru": BRU,
        "keys/opencollection.yml": "info: { name: Keys }\n",
        "keys/a.yml": KEYS,
        "keys/b.yml": AUTH,
        "keys/c.yml": UNSURE,
        "words/opencollection.yml": "info: { name: Words }\n",
        "words/a.yml":
          "info: { name: a, type: htpp }\nhttp: { url: http://a.example, body: { type: jsn, data: '{}' } }\n",
        "masked/opencollection.yml": "info: { name: Masked }\n",
        "masked/a.yml":
          "http:\n  url: http://a.example\n  auth:\n    type: baisc\n    username: u\n    password: hunter2secret\n",
        "names/opencollection.yml": "info: { name: Names }\n",
        "names/a.yml": http("{{userName}}"),
        "names/b.yml": http("{{apiKey}}"),
        "names/environments/local.yml":
          "name: local\nvariables: [{ name: user_name, value: Ada }, { name: api_key, value: k }]\n",
        "names/environments/staging.yml":
          "name: staging\nvariables: [{ name: userName, value: Ada }, { name: apiKey, secret: true }]\n",
        "levels/opencollection.yml":
          'info: { name: Levels }\nrequest: { headers: [{ name: X, value: "{{userName}}" }] }\n',
        "levels/a/folder.yml":
          "info: { name: A, type: folder }\nrequest: { variables: [{ name: user_name, value: x }] }\n",
        "levels/a/r.yml": http("r"),
        "levels/b/folder.yml":
          "info: { name: B, type: folder }\nrequest: { variables: [{ name: userName, value: x }] }\n",
        "levels/b/r.yml": http("r"),
      };
      for (const [path, text] of Object.entries(files)) {
        await Deno.mkdir(join(folder, path, ".."), { recursive: true });
        await Deno.writeTextFile(join(folder, path), text);
      }
    });
    afterAll(() => Deno.remove(folder, { recursive: true }));

    const fix = (path: string) =>
      braceWrites(["check", path, "--fix"], {
        cwd: folder,
      });
    const diff = (path: string) =>
      brace(["check", path, "--fix", "--diff"], { cwd: folder });
    const text = (path: string) => Deno.readTextFile(join(folder, path));

    it("names and quotes in .bru files", async () => {
      const { code, stdout } = await fix("bru");
      assertStringIncludes(stdout, "Fixed bru/a.bru");
      assertEquals(code, 0);
      assertEquals(
        await text("bru/a.bru"),
        BRU.replace("baseUrl", "base_url")
          .replace("?q={{wrod}}", "?q={{word}}")
          .replace(" q: {{wrod}}", " q: {{word}}")
          .replace('"a": {{word}}', '"a": "{{word}}"')
          .replace("[{{word}}]", '["{{word}}"]'),
      );
      assertEquals((await fix("bru")).stdout.includes("Fixed"), false);
    });

    it("a difference hides secrets, as excerpts do, and says so", async () => {
      const { stdout, stderr } = await diff("masked");
      assertEquals(
        stdout,
        `--- a/masked/a.yml
+++ b/masked/a.yml
@@ -1,6 +1,6 @@
 http:
   url: http://a.example
   auth:
-    type: baisc
+    type: basic
     username: u
     password: ***
`,
      );
      assertStringIncludes(stderr, "so git apply refuses the patch");
    });

    it("words that stop a request, also those behind the first", async () => {
      const before = await text("words/a.yml");
      const shown = await diff("words");
      // What all passes make of it, without a file that is written.
      assertStringIncludes(
        shown.stdout,
        "\n+info: { name: a, type: http }\n+http: { url: http://a.example, body: { type: json, data: '{}' } }\n",
      );
      assertEquals([shown.code, shown.stderr], [1, ""]);
      assertEquals(await text("words/a.yml"), before);
      const { code, stdout } = await fix("words");
      assertEquals([code, stdout.split("\n")[0]], [
        0,
        "Fixed words/a.yml (2 places)",
      ]);
      assertStringIncludes(await text("words/a.yml"), "type: json,");
    });

    for (const path of ["names", "levels"]) {
      it(`no name that others define: ${path}`, async () => {
        const { code, stdout } = await fix(path);
        assertEquals([code, stdout.includes("Fixed")], [1, false]);
        assertStringIncludes(stdout, 'did you mean "user_name"?');
      });
    }

    it("keys to which one candidate is the nearest, but none of auth", async () => {
      const { stdout } = await fix("keys");
      assertEquals(
        await text("keys/a.yml"),
        KEYS.replace("heders", "headers").replace("disabeld", "disabled")
          .replace("timout", "timeout").replace("asertions", "assertions"),
      );
      assertEquals(await text("keys/b.yml"), AUTH);
      assertEquals(await text("keys/c.yml"), UNSURE);
      for (const key of ["http.ath", "http.auth.usrname", "settins"]) {
        assertStringIncludes(stdout, `Ignored "${key}"`);
      }
    });
  });

  it("explains every code, and knows the nearest", async () => {
    const one = await braceProcess(["explain", "CYCLE"], {
      cwd,
      permissions: [],
    });
    assertEquals(one.code, 0);
    assertStringIncludes(one.stdout, "CYCLE\n\nVariables refer to each other");
    const list = await braceProcess(["explain"], { cwd, permissions: [] });
    assertStringIncludes(list.stdout, "UNDEFINED_VARIABLE");
    const none = await braceProcess(["explain", "CYCEL"], {
      cwd,
      permissions: [],
    });
    assertEquals(none.code, 2);
    assertStringIncludes(oneLine(none.stderr), 'did you mean "CYCLE"?');
    assertStringIncludes(none.stderr, '"brace explain" lists what there is');
    // Its help does not.
    assertFalse(none.stderr.includes("--help"));
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
