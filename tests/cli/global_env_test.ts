import { assertEquals, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import type { Outcome } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { recordingServer } from "../support/recording_server.ts";

const REQUEST = `info: { name: one, type: http }
http:
  method: POST
  url: "{{base}}/{{tenant}}"
  body: { type: text, data: "{{key}} {{region}}" }
`;

describe("--global-env", () => {
  const brace = braceRows();
  let cwd: string;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.mkdir(`${cwd}/api/environments`, { recursive: true });
    await write("api/opencollection.yml", "info: { name: Api }\n");
    await write("api/one.yml", REQUEST);
    await write(
      "api/environments/local.yml",
      "variables: [{ name: tenant, value: from the environment }]\n",
    );
  });
  afterEach(() => Deno.remove(cwd, { recursive: true }));

  function write(path: string, text: string): Promise<void> {
    return Deno.writeTextFile(`${cwd}/${path}`, text);
  }

  function run(...args: string[]): Promise<Outcome> {
    return brace(["run", "api", "--global-env=global.yml", ...args], { cwd });
  }

  it("gives the lowest scope, whose hosts are declared and whose secrets are masked", async () => {
    await using server = recordingServer();
    await write(
      "global.yml",
      `variables:
  - { name: base, value: "${server.url}" }
  - { name: tenant, value: global }
  - { name: region, value: "of {{tenant}}" }
  - { name: key, value: secret-key-1, secret: true }
`,
    );
    const outcome = await run("--env=local", "--env-var=tenant=t1", "-v");
    assertEquals([outcome.code, outcome.stderr], [0, ""], outcome.stdout);
    const [{ target, text }] = server.requests;
    assertEquals([target, text], ["/t1", "secret-key-1 of t1"]);
    assertEquals(outcome.stdout.includes("secret-key-1"), false);
    const without = await run();
    assertEquals(without.code, 0, without.stdout);
    assertEquals(server.requests[1].target, "/global");
  });

  const KINDS: [file: string, text: (base: string) => string][] = [
    [
      "globals.yml",
      (base) => `base: "${base}"\ntenant: t1\nkey: k\nregion: eu\n`,
    ],
    [
      "globals.json",
      (base) => JSON.stringify({ base, tenant: "t1", key: "k", region: "eu" }),
    ],
    ["Shop.postman_globals.json", (base) =>
      JSON.stringify({
        id: "g1",
        name: "Globals",
        values: [
          { key: "base", value: base, type: "default", enabled: true },
          { key: "tenant", value: "old", enabled: false },
          { key: "tenant", value: "t1" },
          { key: "key", value: "k", type: "secret" },
          { key: "region", value: "eu" },
        ],
        _postman_variable_scope: "globals",
      })],
    [".env", (base) => `base=${base}\ntenant=t1\nkey=k\nregion=eu\n`],
  ];
  for (const [file, text] of KINDS) {
    it(`reads ${file} as --env-file does`, async () => {
      await using server = recordingServer();
      await write(file, text(server.url));
      const args = ["run", "api", "--global-env", file];
      const { code, stdout, stderr } = await brace(args, { cwd });
      assertEquals([code, stderr], [0, ""], stdout);
      const [sent] = server.requests;
      assertEquals([sent.target, sent.text], ["/t1", "k eu"]);
    });
  }

  it("says where a name of Bruno's is a file", async () => {
    await write("workspace.yml", "info: { name: w, type: workspace }\n");
    await Deno.mkdir(`${cwd}/environments`);
    await write("environments/prod.yml", "variables: []\n");
    const ROWS = [
      ["api", "prod", '(did you mean\n    "../environments/prod.yml"?)'],
      [".", "prod", '(did you mean\n    "environments/prod.yml"?)'],
      [
        "api",
        "test",
        "(give the path of\n    the file that has the global variables)",
      ],
      ["api", "prod.yml", ""],
    ];
    for (const [folder, name, hint] of ROWS) {
      const { code, stderr } = await brace(
        ["run", folder === "." ? "api" : ".", "--global-env", name],
        { cwd: `${cwd}/${folder}` },
      );
      assertEquals([code, stderr], [
        2,
        `error MISSING_PATH: Cannot read "${name}": it does not exist${
          hint && ` ${hint}`
        }\n`,
      ]);
    }
  });

  const MISTAKES: [name: string, text: string | undefined, stderr: string][] = [
    [
      "is missing",
      undefined,
      `error MISSING_PATH: Cannot read "global.yml": it does not exist\n`,
    ],
    [
      "is not an environment",
      "- a\n",
      `error INVALID_FIELD: Cannot read "global.yml": expected a mapping, found a
    list
  global.yml:1:1
  1 | - a
    | ^
`,
    ],
  ];
  for (const [name, text, stderr] of MISTAKES) {
    it(`ends with code 2 when the file ${name}`, async () => {
      if (text !== undefined) await write("global.yml", text);
      assertEquals(await run(), { code: 2, stdout: "", stderr });
    });
  }

  it("of brace.yaml counts for render and vars, too, unless the file is broken or the flag is typed", async () => {
    const values = (tenant: string) =>
      `{ base: "http://a.example", tenant: ${tenant}, region: r, key: k }\n`;
    await write("api/global.yml", values("file"));
    await write("typed.yml", values("typed"));
    const rows: [config: string, flags: string[], code: number, url: string][] =
      [
        ["run: { global-env: global.yml }\n", [], 0, "http://a.example/file"],
        [
          "run: { global-env: global.yml }\n",
          ["--global-env=typed.yml"],
          0,
          "http://a.example/typed",
        ],
        ["run: [\n", [], 3, ""],
      ];
    for (const [config, flags, wanted, url] of rows) {
      await write("api/brace.yaml", config);
      const { code, stdout } = await brace(
        ["render", "api/one.yml", ...flags],
        { cwd },
      );
      assertEquals(code, wanted, stdout);
      assertEquals(stdout.includes(url), true, stdout);
      const listed = await brace(["vars", "api", ...flags], { cwd });
      const [, , tenant] = url.split("//").join("/").split("/");
      const isListed = listed.stdout.includes(`string  ${tenant}  `);
      assertEquals(isListed, code === 0, listed.stdout);
    }
  });

  const COMMANDS: [folder: string, args: string[]][] = [
    ["api", ["run"]],
    ["api", ["check"]],
    ["api", ["render", "one.yml"]],
    ["api", ["vars"]],
    ["api", ["send", "http://a.example"]],
    [".", ["run", "api"]],
    [".", ["check", "api"]],
    [".", ["vars", "api"]],
  ];
  for (const [folder, args] of COMMANDS) {
    it(`shows where brace.yaml names a missing file: ${args.join(" ")} in ${folder}`, async () => {
      await write(
        "api/brace.yaml",
        "run: { global-env: environments/locl.yml }\n",
      );
      const { code, stdout, stderr } = await brace(args, {
        cwd: `${cwd}/${folder}`,
      });
      const above = folder === "." ? "api/" : "";
      const all = stdout + stderr;
      assertEquals(code, 2, all);
      const flat = all.replace(/\s+/g, " ");
      const shown =
        `error MISSING_PATH: Cannot read "${above}environments/locl.yml": it does not exist (did you mean "environments/local.yml"?) ${above}brace.yaml:1:20 run.global-env 1 | run: { global-env: environments/locl.yml } | ^^^^^^^^^^^^^^^^^^^^^`;
      assertEquals(flat.includes(shown), true, all);
      const typed = await brace(
        [...args, `--global-env=${above}environments/locl.yml`],
        { cwd: `${cwd}/${folder}` },
      );
      assertEquals(typed.code, 2);
      const told = (typed.stdout + typed.stderr).replace(/\s+/g, " ");
      const meant = `(did you mean "${above}environments/local.yml"?)`;
      assertEquals(
        [told.includes("brace.yaml"), told.includes(meant)],
        [false, true],
        told,
      );
    });
  }

  const OTHERS: [key: string, value: string, column: number, near: string][] = [
    ["env-file", "environments/locl.yml", 18, "environments/local.yml"],
    [
      "env-file",
      "[environments/local.yml, environments/locl.yml]",
      43,
      "environments/local.yml",
    ],
    ["secrets-file", "./secrts.yml", 22, "secrets.yml"],
    ["data", "row.csv", 14, "rows.csv"],
  ];
  for (const [key, value, column, near] of OTHERS) {
    it(`shows where brace.yaml names another missing file: ${key}: ${value}`, async () => {
      await write("api/secrets.yml", "key: k\n");
      await write("api/rows.csv", "a\n1\n");
      await write("api/brace.yaml", `run: { ${key}: ${value} }\n`);
      for (const args of [["run", "api"], ["check", "api"]]) {
        const { code, stdout, stderr } = await brace(args, { cwd });
        const told = (stdout + stderr).replace(/\s+/g, " ");
        assertEquals(code, 2, told);
        const at = value.startsWith("[") ? "[1]" : "";
        const shown =
          `it does not exist (did you mean "${near}"?) api/brace.yaml:1:${column} run.${key}${at}`;
        assertEquals(told.includes(shown), true, told);
      }
      await write(
        "api/brace.yaml",
        `run: { ${key}: environments/local.yml }\n`,
      );
      const typed = await brace(
        ["run", "api", `--${key}=api/environments/locl.yml`],
        { cwd },
      );
      const told = typed.stderr.replace(/\s+/g, " ");
      const meant = '(did you mean "api/environments/local.yml"?)';
      assertEquals(
        [typed.code, told.includes(meant), told.includes("brace.yaml")],
        [2, true, false],
        told,
      );
    });
  }

  it("is asked for only where it is not given", async () => {
    const file = "api/environments/My Globals.yml";
    await write(
      file,
      `name: My Globals
variables:
  - { name: base, value: "http://a.example" }
  - { name: tenant, value: "{{process.env.NO_SUCH_TENANT}}", secret: true }
  - { name: key, value: k }
  - { name: region, value: r }
`,
    );
    const way = `--global-env "${file}"`;
    const said = async (...flags: string[]) => {
      const args = ["render", "api/one.yml", "--allow-env=NO_SUCH_TENANT"];
      const { stderr } = await brace([...args, ...flags], { cwd });
      assertStringIncludes(stderr, "error UNDEFINED_VARIABLE");
      return stderr.replace(/\s+/g, " ");
    };
    assertStringIncludes(await said(), way);
    assertEquals((await said("--global-env", file)).includes(way), false);
  });

  it("is not asked for where a script removed the value", async () => {
    const file = "api/environments/My Globals.yml";
    await write(
      file,
      "name: My Globals\nvariables: [{ name: id, value: a }]\n",
    );
    await write(
      "api/two.yml",
      `info: { name: Two, type: http }
http: { method: GET, url: "http://127.0.0.1:1/" }
runtime:
  scripts: [{ type: before-request, code: 'client.deleteGlobalEnvVar("id"); client.getGlobalEnvVar("id").trim()' }]
`,
    );
    const said = async (...flags: string[]) => {
      const { code, stdout } = await brace(["run", "api/two.yml", ...flags], {
        cwd,
      });
      assertEquals(code, 5, stdout);
      return stdout.includes("is one of the globals");
    };
    assertEquals(await said(), true);
    assertEquals(await said("--global-env", file), false);
  });

  it("does not take a typed file of another option for one of brace.yaml", async () => {
    await write(
      "api/brace.yaml",
      "run: { global-env: environments/local.yml, env-file: environments/local.yml }\n",
    );
    const { code, stderr } = await brace(
      ["render", "one.yml", "--env-file=nowhere.yml"],
      { cwd: `${cwd}/api` },
    );
    assertEquals([code, stderr.includes("brace.yaml")], [2, false], stderr);
  });

  it("warns about what only an environment has", async () => {
    await write("global.yml", "extends: other\nvariables: []\n");
    const { stdout } = await run();
    assertEquals(
      stdout.includes(`warning UNSUPPORTED: Ignored "extends": global`),
      true,
      stdout,
    );
  });
});
