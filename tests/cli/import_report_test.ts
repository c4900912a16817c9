import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { type AccountCounts, COUNTED } from "../../lib/tools/convert/counts.ts";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";
import { recordingServer } from "../support/recording_server.ts";

const FIXTURES = fromFileUrl(new URL("../../fixtures/", import.meta.url));

/** The numbers of a report as JSON. */
interface CountsOfReport {
  readonly source: AccountCounts;
  readonly written: AccountCounts;
  readonly named: AccountCounts;
}

describe("the report of brace import", () => {
  const brace = braceRows();
  let cwd: string;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
  });
  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  it("says once what several lines of a file have", async () => {
    const lines = ["curl http://a > b", "ls", "curl http://c > d"];
    await Deno.writeTextFile(`${cwd}/lines.sh`, lines.join("\n"));
    const { stdout } = await brace(
      ["import", "lines.sh", "-o", "lines"],
      { cwd },
    );
    assert(
      stdout.includes(`
Left out, because a run does not need it (3):
  Left out what the shell does with the output
    lines.sh:1, 3
  Left out "ls", which is not curl, grpcurl, websocat or wscat
    lines.sh:2
`),
      stdout,
    );
  });

  it("says once what several requests have, with their places below it", async () => {
    const names = ["A", "B", ...Array.from({ length: 10 }, (_, i) => `C${i}`)];
    await Deno.writeTextFile(
      `${cwd}/hawk.json`,
      JSON.stringify({
        info: { name: "Places" },
        item: names.map((name) => ({
          name,
          request: { url: "http://127.0.0.1:9/", auth: { type: "hawk" } },
        })),
      }),
    );
    const { stdout } = await brace(["import", "hawk.json"], { cwd });
    const [said, ...places] = stdout.split("Needs you (12):\n")[1]
      .split("\n\n")[0].split(/\n {4}(?! )/);
    assertEquals(
      oneLine(said).trim(),
      'Brace does not sign requests with "hawk": the request goes out without auth',
    );
    assertEquals(places.slice(0, 2), [
      "hawk.json:item[0] → A.yml",
      "hawk.json:item[1] → B.yml",
    ]);
    assertEquals([places.length, places.at(-1)], [
      11,
      "… and 2 more (--format json lists all)",
    ]);
  });

  it("as JSON: counts that add up, notes, files, names of secrets, what is next", async () => {
    await Deno.writeTextFile(
      `${cwd}/c.json`,
      JSON.stringify({
        info: { name: "Shop" },
        variable: [{ key: "token", value: "literal-1", type: "secret" }],
        item: [{
          name: "Read",
          request: "http://127.0.0.1:9/{{token}}",
          event: [{ listen: "unknown", script: { exec: "a()" } }],
        }],
      }),
    );
    const { code, stdout, stderr } = await brace(
      ["import", "c.json", "-o", "shop", "--format", "json"],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""], stdout);
    assert(!stdout.includes("literal-1"), stdout);
    const { name, kind, output, counts, notes, files, secrets, check, next } =
      JSON.parse(stdout);
    assertEquals([name, kind, output], ["Shop", "postman", "shop"]);
    assertAddsUp(counts);
    assertEquals([counts.source.scripts, counts.named.scripts], [1, 1]);
    assertEquals(notes.length, 1);
    assertEquals(notes[0].source, { file: "c.json", path: "item[0]" });
    assertEquals([notes[0].target, notes[0].lost], ["Read.yml", {
      scripts: 1,
    }]);
    assert(files.includes("Read.yml") && files.includes(".env.example"));
    assertEquals(secrets, ["TOKEN"]);
    assertEquals(check.errors, 0);
    assertEquals(next.length, 2);
    assert(next[0].command.startsWith("cp shop/.env.example "), stdout);
  });

  it("proposes rows of data for what scripts take from them", async () => {
    const request = (name: string, url: string, code: string) => ({
      name,
      event: [{ listen: "prerequest", script: { exec: [code] } }],
      request: { method: "GET", url },
    });
    const user = request(
      "A",
      "http://127.0.0.1/{{user}}",
      'pm.iterationData.get("user");',
    );
    const pin = request(
      "B",
      "http://127.0.0.1/{{pin}}",
      'data.pin; pm.iterationData.has("pin");',
    );
    const other = request("C", "http://127.0.0.1/{{other}}", "");
    const alike = (code: string) =>
      request("D", "http://127.0.0.1/{{user}}", code);
    const ROWS: [items: unknown[], command: string, whys: string[]][] = [
      [[user], "--data FILE", [
        'FILE is a CSV or JSON file whose rows have "user", which scripts read from the data',
      ]],
      [[user, pin, other], "--data FILE --var other=…", [
        "with values for variables that have none",
        'whose rows have "user", "pin", which scripts',
      ]],
      [[other], "rows2 --var other=…", [
        "with values for variables that have none",
      ]],
      // A runtime variable reaches {{host}}, but not the script.
      [
        [
          other,
          request("D", "{{host}}", 'console.log(pm.environment.get("host"))'),
        ],
        "rows3 --var other=… --env-var host=…",
        ["with values for variables that have none"],
      ],
      [
        [request(
          "E",
          "http://h",
          'pm.request.headers.add({ key: "U", value: pm.environment.get("user") })',
        )],
        "rows4 --env-var user=…",
        ["with values for variables that have none"],
      ],
      // The column alone gives a variable its value.
      ...[
        'pm.environment.set("user", pm.iterationData.get("user"));',
        'const u = pm.iterationData.get("u"); pm.variables.set("user", u);',
        'pm.globals.set("user", data.u);',
      ].map((code): typeof ROWS[number] => [[alike(code)], "--data FILE", [
        `whose rows have "${
          code.includes('"u"') || code.includes("data") ? "u" : "user"
        }", which scripts`,
      ]]),
      // What it is set to is called much like the column.
      ...[
        'pm.variables.set("user2", pm.iterationData.get("user"));',
        'pm.environment.set("user2", data.user + "!");',
      ].map((code): typeof ROWS[number] => [[alike(code)], "--data FILE", [
        'whose rows have "user", which scripts',
      ]]),
      // It has another value without rows.
      ...[
        'pm.variables.set("user", pm.iterationData.get("user") || "u");',
        'let u = pm.iterationData.get("u"); if (!u) u = "u"; pm.variables.set("user", u);',
        'if (data.u) pm.globals.set("user", data.u); else pm.globals.set("user", "u");',
      ].map((code): typeof ROWS[number] => [[alike(code)], "", []]),
    ];
    for (const [index, [item, command, whys]] of ROWS.entries()) {
      await Deno.writeTextFile(
        `${cwd}/rows.json`,
        JSON.stringify({ info: { name: "R" }, item }),
      );
      const { stdout } = await brace(
        ["import", "rows.json", "-o", `rows${index}`, "--format", "json"],
        { cwd },
      );
      const { next } = JSON.parse(stdout);
      const run = next.at(-1);
      assert(run.command.endsWith(command), stdout);
      assertEquals(run.command.includes("--data"), command.includes("--data"));
      for (const why of whys) assert(run.why.includes(why), stdout);
      // Only an environment could have the others.
      const isAsked = next.some((one: { command: string }) =>
        one.command.includes("ENVIRONMENT.json")
      );
      assertEquals(isAsked, command.includes("var "));
    }
  });

  it("names files of rows beside requests that nothing names", async () => {
    const postman = JSON.stringify({
      info: { name: "P" },
      item: [{ name: "A", request: "http://127.0.0.1/{{user}}/{{id}}" }],
    });
    const script = { exec: ['pm.iterationData.get("user")'] };
    const read = JSON.stringify({
      ...JSON.parse(postman),
      event: [{ listen: "prerequest", script }],
    });
    // The check cannot tell what this sets.
    const setsAny = "const j = {}; for (const k in j) pm.globals.set(k, j[k]);";
    const unsure = postman.replace(
      '{"name":"A"',
      `{"name":"0","request":"http://127.0.0.1/","event":${
        JSON.stringify([{ listen: "test", script: { exec: [setsAny] } }])
      }},$&`,
    );
    const unsureRead = JSON.stringify({
      ...JSON.parse(unsure),
      event: [{ listen: "prerequest", script }],
    });
    const rows = { "d.csv": "user\nx\n", "r.json": '[{ "user": "y" }]' };
    const ROWS: [
      files: Record<string, string>,
      source: string,
      left: string | undefined,
      data: string | undefined,
    ][] = [
      [
        { "a.http": "GET http://127.0.0.1/{{user}}\n", ...rows, "b.md": "" },
        "FOLDER",
        '"d.csv", "r.json"',
        "d.csv",
      ],
      [
        { "a.http": "POST http://127.0.0.1/\n\n< ./d.csv\n", ...rows },
        "FOLDER",
        undefined,
        undefined,
      ],
      [{ "p.json": postman, ...rows }, "FOLDER/p.json", undefined, "d.csv"],
      [
        { "p.json": read, "i.csv": "id\nx\n" },
        "FOLDER/p.json",
        undefined,
        "FILE",
      ],
      [
        { "p.json": postman, "o.csv": "other\nx\n" },
        "FOLDER/p.json",
        undefined,
        undefined,
      ],
      // Only a script reads the column.
      [
        {
          "p.json": read.replace("/{{user}}/{{id}}", "/"),
          "i.csv": "id\nx\n",
          ...rows,
        },
        "FOLDER/p.json",
        undefined,
        "d.csv",
      ],
      [
        {
          "p.json": read.replace("/{{user}}/{{id}}", "/"),
          "i.csv": "id\nx\n",
        },
        "FOLDER/p.json",
        undefined,
        undefined,
      ],
      [{ "p.json": unsureRead, ...rows }, "FOLDER/p.json", undefined, "d.csv"],
      [{ "p.json": unsure, ...rows }, "FOLDER/p.json", undefined, undefined],
    ];
    for (const [index, [files, from, left, data]] of ROWS.entries()) {
      const folder = `left${index}`;
      await Deno.mkdir(`${cwd}/${folder}`);
      for (const [path, text] of Object.entries(files)) {
        await Deno.writeTextFile(`${cwd}/${folder}/${path}`, text);
      }
      const source = from.replace("FOLDER", folder);
      const { code, stdout, stderr } = await brace(
        ["import", source, "-o", `${folder}-out`],
        { cwd },
      );
      assertEquals([code, stderr], [0, ""]);
      const text = oneLine(stdout);
      assertEquals(
        /names them: (.*?) \(copy those/.exec(text)?.[1],
        left,
        stdout,
      );
      assertEquals(
        /--data (\S+)/.exec(text)?.[1],
        data?.replace(/^[a-z]/, `${folder}/$&`),
      );
    }
    const { stdout } = await brace(
      ["import", "left0", "-o", "left-again"],
      { cwd },
    );
    assert(
      stdout.includes(
        "Checked: 1 error goes away when you give the values below; see it with\n",
      ),
      stdout,
    );
  });

  it("keeps apart the secrets of environments that come one by one", async () => {
    const environment = (name: string, password: string) =>
      JSON.stringify({
        name,
        values: [
          { key: "password", value: password, type: "secret" },
          { key: "shared", value: "s4me-for-both", type: "secret" },
        ],
        _postman_variable_scope: "environment",
      });
    const files = {
      "apart.json": JSON.stringify({
        info: { name: "A" },
        item: [{ name: "R", request: { method: "GET", url: "http://h/" } }],
      }),
      "Local.json": environment("Local", "of-local-1"),
      "Staging.json": environment("Staging EU", "of-staging-1"),
    };
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${name}`, text);
    }
    const entries = (folder: string, name: string) =>
      [
        ...Deno.readTextFileSync(`${cwd}/${folder}/environments/${name}.yml`)
          .matchAll(/process\.env\.(\w+)/g),
      ].map(([, entry]) => entry);
    const ROWS: [
      folder: string,
      flags: string[],
      file: string,
      of: string[],
    ][] = [
      ["with", ["--with-secrets"], ".env", [
        "PASSWORD=of-local-1",
        "SHARED=s4me-for-both",
        "STAGING_EU_PASSWORD=of-staging-1",
      ]],
      // Nobody knows whether they are the same.
      ["without", [], ".env.example", [
        "PASSWORD=",
        "SHARED=",
        "STAGING_EU_PASSWORD=",
        "STAGING_EU_SHARED=",
      ]],
    ];
    for (const [folder, flags, file, lines] of ROWS) {
      // The last two again: each has the names that it had.
      const sources = ["apart", "Local", "Staging", "Local", "Staging"];
      for (const name of sources) {
        const { code, stderr } = await brace(
          ["import", `${name}.json`, "-o", folder, "--force", ...flags],
          { cwd },
        );
        assertEquals(code, 0, stderr);
      }
      await Deno.writeTextFile(
        `${cwd}/New.json`,
        environment("Staging EU", "of-staging-2"),
      );
      const { stdout } = await brace(
        ["import", "New.json", "-o", folder, "--force", ...flags],
        { cwd },
      );
      assertEquals(
        oneLine(stdout).includes(
          ".env keeps its value of STAGING_EU_PASSWORD, of which the source has another",
        ),
        folder === "with",
        stdout,
      );
      const text = Deno.readTextFileSync(`${cwd}/${folder}/${file}`);
      assertEquals(text.match(/^\w+=.*$/gm), lines);
      if (folder === "without") {
        // Names of other environments are no business of this import.
        for (
          const [dotenv, told] of [
            [
              "STAGING_EU_PASSWORD=a\nSTAGING_EU_SHARED=b\n",
              "2 secrets left out of the files: without/.env has values for them.",
            ],
            [
              "STAGING_EU_PASSWORD=a\n",
              "2 secrets left out of the files: write STAGING_EU_SHARED into without/.env (or",
            ],
          ]
        ) {
          await Deno.writeTextFile(`${cwd}/without/.env`, dotenv);
          const again = await brace(
            ["import", "Staging.json", "-o", "without", "--force"],
            { cwd },
          );
          const text = oneLine(again.stdout);
          assert(text.includes(told), text);
          assertEquals(/\b(?:PASSWORD|SHARED)\b/.test(text), false, text);
        }
      }
      assertEquals(entries(folder, "Local"), ["PASSWORD", "SHARED"]);
      assertEquals(entries(folder, "Staging EU"), [
        "STAGING_EU_PASSWORD",
        folder === "with" ? "SHARED" : "STAGING_EU_SHARED",
      ]);
    }
  });

  it("takes new globals as such where brace.yaml does not name them", async () => {
    const values = (scope: string, name: string, key: string) =>
      JSON.stringify({
        name,
        values: [{ key, value: "http://127.0.0.1:9", enabled: true }],
        _postman_variable_scope: scope,
      });
    const files = {
      "own/brace.yaml": "run: { env: Staging }\n",
      "own.json": JSON.stringify({
        info: { name: "O" },
        item: [{ name: "R", request: { url: "{{host}}/?t={{tenant}}" } }],
      }),
      "own-env.json": values("environment", "Staging", "host"),
      "own-globals.json": values("globals", "My Globals", "tenant"),
    };
    await Deno.mkdir(`${cwd}/own`);
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${name}`, text);
    }
    const reports: string[] = [];
    for (const name of ["own", "own-env", "own-globals"]) {
      const args = ["import", `${name}.json`, "-o", "own"];
      const { code, stdout } = await brace(args, { cwd });
      assertEquals(code, 0, stdout);
      reports.push(oneLine(stdout));
    }
    const said = reports[2].slice(reports[2].indexOf("Needs you"));
    assertEquals(
      said.trim(),
      'Needs you (1): Globals are an environment here: write global-env: "environments/My Globals.yml" below "run" in brace.yaml, so that runs use it Checked: no problems Next: brace run own --env Staging --global-env "own/environments/My Globals.yml"',
    );
    assertEquals(
      await Deno.readTextFile(`${cwd}/own/brace.yaml`),
      files["own/brace.yaml"],
    );
  });

  it("names the globals that brace.yaml gives where it imports others", async () => {
    const files = {
      "api/opencollection.yml": "info: { name: A }\n",
      "api/a.yml":
        'info: { name: a, type: http }\nhttp: { method: GET, url: "http://127.0.0.1:9/{{tenant}}" }\n',
      "api/environments/Old.yml":
        "name: Old\nvariables: [{ name: tenant, value: t }]\n",
      "api/brace.yaml": "run: { global-env: environments/Old.yml }\n",
      "globals.json": JSON.stringify({
        name: "New",
        values: [{ key: "tenant", value: "n", enabled: true }],
        _postman_variable_scope: "globals",
      }),
    };
    await Deno.mkdir(`${cwd}/api/environments`, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${name}`, text);
    }
    const { code, stdout } = await brace(
      ["import", "globals.json", "-o", "api"],
      { cwd },
    );
    assertEquals(code, 0, stdout);
    const said = oneLine(stdout);
    assertEquals(
      said.slice(said.indexOf("Needs you")).trim(),
      'Needs you (1): Globals are an environment here, but brace.yaml names other ones, "environments/Old.yml": copy the values into that file, or change the line to global-env: "environments/New.yml" Checked: no problems Next: brace run api',
    );
  });

  it("goes on from an earlier import into the same collection", async () => {
    const values = (scope: string, name: string, row: object) =>
      JSON.stringify({
        name,
        values: [{ enabled: true, ...row }],
        _postman_variable_scope: scope,
      });
    const files = {
      "joined.json": JSON.stringify({
        info: { name: "J" },
        item: [{ name: "R", request: { method: "GET", url: "{{url}}" } }],
      }),
      "env.json": values("environment", "E", {
        key: "pin",
        value: "p1n-1234",
        type: "secret",
      }),
      "globals.json": values("globals", "G", {
        key: "url",
        value: "http://127.0.0.1:9/{{pin}}",
      }),
    };
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${name}`, text);
    }
    const again = async (name: string, ...more: string[]) => {
      const args = ["import", name, "-o", "joined", "--force", ...more];
      const { code, stdout } = await brace(args, { cwd });
      assertEquals(code, 0, stdout);
      return oneLine(stdout);
    };
    await again("joined.json");
    await again("env.json");
    const third = await again("globals.json");
    assert(
      third.includes(
        'brace.yaml names "environments/G.yml", so that all requests see them',
      ),
      third,
    );
    const copy = "Next: cp joined/.env.example joined/.env (and fill it in)";
    assert(third.includes(copy), third);
    // A copy would replace what a person has filled in.
    const dotenv = `${cwd}/joined/.env`;
    await Deno.writeTextFile(dotenv, "OTHER=x\n");
    const there = await again("env.json");
    assert(
      there.includes(
        "left out of the files: write PIN into joined/.env (or import again with --force --with-secrets).",
      ),
      there,
    );
    assert(
      /check joined \(and give PIN a value in joined\/\.env\)/.test(there),
    );
    assert(!there.includes("cp joined"), there);
    await Deno.writeTextFile(dotenv, "PIN=\n");
    const empty = await again("env.json");
    assert(empty.includes("1 warning goes away when you fill in .env"), empty);
    await Deno.writeTextFile(dotenv, "PIN=p1n-1234\n");
    const filled = await again("env.json");
    assert(
      filled.includes("left out of the files: joined/.env has a value for it."),
      filled,
    );
    assert(!filled.includes("(and give"), filled);
  });

  it("says that a global may stay empty, as a script sets it", async () => {
    const secrets = (scope: string, ...names: string[]) => ({
      name: scope,
      values: names.map((key) => ({ key, value: "", type: "secret" })),
      _postman_variable_scope: scope,
    });
    const request = {
      url: "http://127.0.0.1:1/{{a}}/{{b}}/{{c}}",
      method: "GET",
    };
    const exec = [
      "pm.globals.set('a', '1'); pm.environment.set('b', '1');",
    ];
    const folder = `${cwd}/set-global`;
    await Deno.mkdir(folder);
    for (
      const [name, json] of Object.entries({
        "shop.postman_collection": {
          info: {
            name: "Shop",
            schema:
              "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
          },
          item: [
            {
              name: "Login",
              request: { url: "http://127.0.0.1:1", method: "GET" },
              event: [{ listen: "test", script: { exec } }],
            },
            { name: "Use", request },
          ],
        },
        "local.postman_environment": secrets("environment", "b"),
        "all.postman_globals": secrets("globals", "a", "c"),
      })
    ) await Deno.writeTextFile(`${folder}/${name}.json`, JSON.stringify(json));
    const { code, stdout } = await brace(["import", "set-global", "-o", "sg"], {
      cwd,
    });
    const said = oneLine(stdout);
    assertEquals(code, 0, said);
    for (const name of ["A", "B"]) {
      assert(said.includes(`${name}: a script sets it: it may stay`), said);
    }
    assert(!said.includes("C: a script sets it"), said);
  });

  it("says which secrets may stay empty, as a script sets them", async () => {
    await using server = recordingServer(() => ({
      json: { token: "tok-new" },
    }));
    const login = `meta {
  name: Login
  type: http
  seq: 1
}
post {
  url: {{baseUrl}}/login?p={{password}}
}
script:post-response {
  bru.setEnvVar("token", res.body.token);
  SCRIPT
}
`;
    const files = {
      "bruno.json": '{"version": "1", "name": "Shop", "type": "collection"}',
      "environments/local.bru":
        `vars {\n  baseUrl: ${server.url}\n  token: tok-old\n}\nvars:secret [\n  password,\n  session\n]\n`,
      "Read.bru":
        "meta {\n  name: Read\n  type: http\n  seq: 2\n}\nget {\n  url: {{baseUrl}}/{{token}}/{{session}}\n}\n",
    };
    const imported = async (name: string, script: string) => {
      await Deno.mkdir(`${cwd}/${name}/environments`, { recursive: true });
      const all = { ...files, "Login.bru": login.replace("SCRIPT", script) };
      for (const [path, text] of Object.entries(all)) {
        await Deno.writeTextFile(`${cwd}/${name}/${path}`, text);
      }
      const args = ["import", name, "-o", `${name}-new`];
      const { code, stdout } = await brace(args, { cwd });
      assertEquals(code, 0, stdout);
      return oneLine(stdout);
    };
    const sets = 'bru.setEnvVar("session", "s1");';
    const first = await imported("set", sets);
    const said = "a script sets it: it may stay empty";
    assert(first.includes(`token → TOKEN (${said})`), first);
    assert(first.includes(`SESSION: ${said}`), first);
    assert(!first.includes(`PASSWORD: ${said}`), first);
    // Nothing else waits, and a run passes.
    await Deno.writeTextFile(
      `${cwd}/set-new/.env`,
      "PASSWORD=p1\nTOKEN=\nSESSION=\n",
    );
    const again = oneLine(
      (await brace(["import", "set", "-o", "set-new", "--force"], { cwd }))
        .stdout,
    );
    assert(!again.includes("and give"), again);
    assert(again.includes("Checked: no problems"), again);
    const run = await brace(["run", "set-new", "--env", "local"], { cwd });
    assertEquals(run.code, 0, run.stdout);
    assertEquals(server.requests.map(({ target }) => target), [
      "/login?p=p1",
      "/tok-new/s1",
    ]);
    // What a script reads first waits for its value.
    const reads = await imported(
      "read",
      `${sets} bru.getProcessEnv("SESSION"); bru.setVar("t", bru.getProcessEnv("TOKEN"))`,
    );
    assert(!reads.includes(`SESSION: ${said}`), reads);
    // The script's TOKEN is in no file: it may be another value.
    assert(reads.includes(`token → LOCAL_TOKEN (${said})`), reads);
    const uses = await imported("none", "");
    assert(!uses.includes(`SESSION: ${said}`), uses);
  });

  it("names the places of the secrets that it took out", async () => {
    const item = {
      name: "Update",
      request: {
        method: "PUT",
        url: "http://127.0.0.1:9/u",
        header: [{ key: "X-Api-Key", value: "value-1" }],
        auth: { type: "bearer", bearer: [{ key: "token", value: "value-2" }] },
        body: {
          mode: "raw",
          raw: '{"preferenceKey":"theme","password":"value-3","pin":4444}',
          options: { raw: { language: "json" } },
        },
      },
      event: [{
        listen: "test",
        script: { exec: ["const secretKey = 'value-5';"] },
      }],
    };
    await Deno.writeTextFile(
      `${cwd}/places.json`,
      JSON.stringify({
        info: { name: "C" },
        event: [{
          listen: "prerequest",
          script: {
            exec: [
              "const apiToken = 'value-6'; const tokenVar = 'value-7';",
              // What a variable is called is no secret.
              "refresh({ accessTokenVar: 'access_token', secretVar: 'hook' });",
              // Nor is what people read, but a passphrase is one.
              "const passwordLabel = 'Your password';",
              "const says = { password: 'Enter your password' };",
              "const passphrase = 'correct horse battery';",
            ],
          },
        }],
        variable: [
          { key: "tokenError", value: "Token is invalid" },
          { key: "passwordText", value: "What is your password?" },
        ],
        item: [{ name: "Users", item: [item] }],
      }),
    );
    const text = await brace(["import", "places.json", "-o", "in-text"], {
      cwd,
    });
    assert(
      text.stdout.includes(`
  headers of Users/Update: X-Api-Key → X_API_KEY
  auth of Users/Update: bearer token → BEARER_TOKEN
  body of Users/Update: password → PASSWORD, pin → PIN
  tests script of Users/Update: secretKey → SECRET_KEY
  before-request script of the collection: apiToken → API_TOKEN, tokenVar →
      TOKEN_VAR, passphrase → PASSPHRASE
`),
      text.stdout,
    );
    const json = await brace(
      ["import", "places.json", "-o", "in-json", "--format", "json"],
      { cwd },
    );
    assertEquals(JSON.parse(json.stdout).found[0], {
      place: "headers of Users/Update",
      name: "X-Api-Key",
      env: "X_API_KEY",
    });
  });

  it("lists each secret that it counts, also those that the source marks", async () => {
    await Deno.writeTextFile(
      `${cwd}/marked.json`,
      JSON.stringify({
        name: "Marked",
        values: [
          { key: "login", value: "p@ss:w0rd", type: "secret" },
          { key: "apiKey", value: "ak-12345678" },
          { key: "later", value: "", type: "secret" },
        ],
        _postman_variable_scope: "environment",
      }),
    );
    const { stdout } = await brace(["import", "marked.json", "-o", "marked"], {
      cwd,
    });
    assert(
      stdout.includes(`
3 secrets left out of the files: copy marked/.env.example to marked/.env and
fill it in (or import again with --force --with-secrets).
  environment Marked: login → LOGIN, apiKey → API_KEY
  LATER: the source has no value
`),
      stdout,
    );
  });

  it("tells the variables of the process from the values of .env", async () => {
    await Deno.mkdir(`${cwd}/reads`);
    await Deno.writeTextFile(
      `${cwd}/reads/a.http`,
      "GET http://127.0.0.1/a\nX-A: {{$processEnv STAGE}}\nX-B: {{$dotenv REGION}}\nX-C: {{$env.LANE}}\nX-D: {{$dotenv ZONE}}\n",
    );
    const rows: [dotenv: string, said: string][] = [
      [
        "REGION=eu\n",
        "2 values of the source's .env left out of the files: copy reads-1/.env.example to reads-1/.env and fill it in (or import again with --force --with-secrets). ZONE: the source has no value STAGE, LANE: read from the process (a run does so with --allow-env=STAGE,LANE)",
      ],
      [
        "REGION=eu\nZONE=a\nSTAGE=b\nLANE=c\n",
        "4 values of the source's .env left out of the files",
      ],
      [
        "",
        "The source lacks 4 values: copy reads-3/.env.example to reads-3/.env and fill it in. STAGE, LANE: read from the process (a run does so with --allow-env=STAGE,LANE)",
      ],
    ];
    for (const [index, [dotenv, said]] of rows.entries()) {
      await Deno.writeTextFile(`${cwd}/reads/.env`, dotenv);
      const out = `reads-${index + 1}`;
      const { stdout } = await brace(["import", "reads", "-o", out], { cwd });
      assert(oneLine(stdout).includes(said), stdout);
      if (index > 0) continue;
      const sent = await brace(
        ["render", out, "--allow-env=STAGE,LANE"],
        {
          cwd,
          env: { STAGE: "b", LANE: "c", REGION: "d", ZONE: "e" },
        },
      );
      assert(!sent.stderr.includes("process.env.STAGE"), sent.stderr);
      assert(!sent.stderr.includes("process.env.LANE"), sent.stderr);
    }
  });

  it("tells how many values an OpenAPI document lacks", async () => {
    await Deno.writeTextFile(
      `${cwd}/basic.yaml`,
      `openapi: 3.0.0
info: {title: B, version: "1"}
servers: [{url: "http://127.0.0.1:9"}]
components: {securitySchemes: {b: {type: http, scheme: basic}}}
security: [{b: []}]
paths: {/a: {get: {responses: {"200": {description: OK}}}}}
`,
    );
    const { stdout } = await brace(["import", "basic.yaml", "-o", "basic"], {
      cwd,
    });
    assert(stdout.includes("The source lacks 2 values: copy"), stdout);
  });

  it("proposes the environment of this machine for the first run", async () => {
    const rows: [servers: string[], proposed: string][] = [
      [["https://api.test", "http://localhost:3000/v1"], "localhost"],
      [["https://api.test", "http://[::1]:3000"], "[::1]"],
      [["https://api.test", "http://127.0.0.1:{port}/v1"], "127.0.0.1"],
      [["https://api.test", "https://localhost.test"], "api.test"],
      [["https://api.test", "https://b.test"], "api.test"],
    ];
    for (const [index, [servers, proposed]] of rows.entries()) {
      await Deno.writeTextFile(
        `${cwd}/servers.json`,
        JSON.stringify({
          openapi: "3.0.3",
          info: { title: "S", version: "1" },
          servers: servers.map((url) => ({
            url,
            description: new URL(url.replace("{port}", "1")).hostname,
            ...(url.includes("{") && { variables: { port: { default: "1" } } }),
          })),
          paths: { "/a": { delete: { responses: {} } } },
        }),
      );
      const { stdout } = await brace(
        ["import", "servers.json", "-o", `servers${index}`],
        { cwd },
      );
      const [, environment] = / run servers\d --env (.*)\n/.exec(stdout) ?? [];
      assertEquals(environment?.replaceAll(/['"]/g, ""), proposed, stdout);
    }
  });

  it("names the entries that the files read, where the source's .env has the value under another name", async () => {
    const source = `${cwd}/same`;
    await Deno.mkdir(`${source}/environments`, { recursive: true });
    const texts = {
      "bruno.json": '{"version": "1", "name": "Same", "type": "collection"}',
      ".env": "API_PASSWORD=s3cret-Pw-1\n",
      "environments/QA.bru": "vars {\n  password: s3cret-Pw-1\n}\n",
      "Login.bru":
        "meta {\n  name: Login\n  type: http\n}\n\npost {\n  url: http://h.example/\n}\n\nheaders {\n  X-Api-Key: s3cret-Pw-1\n}\n",
    };
    for (const [path, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${source}/${path}`, text);
    }
    const { stdout } = await brace(
      ["import", "same", "-o", "same-yaml", "--format", "json"],
      { cwd },
    );
    const { found } = JSON.parse(stdout);
    const files = [
      await Deno.readTextFile(`${cwd}/same-yaml/opencollection.yml`),
      await Deno.readTextFile(`${cwd}/same-yaml/environments/QA.yml`),
    ].join("\n");
    const names = found.map(({ env }: { env: string }) => env);
    assertEquals(names.length, 2, stdout);
    for (const name of names) {
      assert(files.includes(`{{process.env.${name}}}`), `${name}: ${files}`);
    }
  });

  it("counts the warnings that go away with the values it asks for", async () => {
    const setter = (code: string) => [{
      listen: "test",
      script: { exec: [code] },
    }];
    await Deno.writeTextFile(
      `${cwd}/maybe.json`,
      JSON.stringify({
        info: { name: "C" },
        item: [
          {
            name: "Set",
            event: setter(
              "const d = pm.response.json(); Object.keys(d).forEach(k => pm.environment.set(k, d[k]))",
            ),
            request: { url: "{{host}}/a" },
          },
          { name: "Read", request: { url: "{{host}}/{{tok}}" } },
        ],
      }),
    );
    const { stdout } = await brace(["import", "maybe.json", "-o", "maybe"], {
      cwd,
    });
    assert(
      oneLine(stdout).includes(
        "Checked: 1 warning; 1 error and 1 more warning go away when you give the values below; see them with",
      ),
      stdout,
    );
    assert(stdout.includes("run maybe --var host=…\n"), stdout);
    const given = await brace(["check", "maybe", "--var", "host=http://h.x"], {
      cwd,
    });
    assert(given.stdout.includes("\n1 warning in 2 requests"), given.stdout);
  });

  it("tells apart what goes away when .env is filled in, and names Postman's environment", async () => {
    await Deno.writeTextFile(
      `${cwd}/waits.json`,
      JSON.stringify({
        info: { name: "C" },
        item: [{
          name: "Read",
          request: {
            url: "{{baseUrl}}/u",
            header: [{ key: "X-Api-Key", value: "value-1" }],
          },
        }],
      }),
    );
    const text = await brace(["import", "waits.json", "-o", "waits"], { cwd });
    const { stdout } = text;
    assert(
      oneLine(stdout).includes(
        "Checked: 1 error goes away when you give the values below; 1 warning goes away when you fill in .env; see them",
      ),
      stdout,
    );
    assertMatch(stdout, /import ENVIRONMENT\.json -o waits\n/);
    await Deno.writeTextFile(
      `${cwd}/stays.json`,
      JSON.stringify({
        info: { name: "C" },
        item: [
          {
            name: "Read",
            request: {
              url: "http://h.example/{{tok}}",
              header: [{ key: "X-Api-Key", value: "value-1" }],
            },
          },
          {
            name: "Set",
            request: { url: "http://h.example/" },
            event: [{
              listen: "test",
              script: { exec: ["pm.environment.set('tok', 1)"] },
            }],
          },
        ],
      }),
    );
    const stays = await brace(["import", "stays.json", "-o", "stays"], { cwd });
    assert(
      stays.stdout.includes(
        "Checked: 1 warning; 1 more warning goes away when you fill in .env;",
      ),
      stays.stdout,
    );
    const filled = await brace(
      ["import", "waits.json", "-o", "filled", "--with-secrets"],
      { cwd },
    );
    assert(filled.stdout.includes("Checked: 1 error goes"), filled.stdout);
    const json = await brace(
      ["import", "waits.json", "-o", "as-json", "--format", "json"],
      { cwd },
    );
    const { check } = JSON.parse(json.stdout);
    assertEquals([check.warnings, check.waiting], [1, 1]);
    await Deno.writeTextFile(
      `${cwd}/my env.json`,
      JSON.stringify({
        name: "E",
        values: [
          { key: "baseUrl", value: "http://127.0.0.1:1/{{key}}" },
          { key: "key", value: "s", type: "secret" },
        ],
      }),
    );
    const added = await brace(["import", "my env.json", "-o", "waits"], {
      cwd,
    });
    assert(
      added.stdout.includes("\nChecked: 2 warnings go away when you fill in"),
      added.stdout,
    );
    const alone = await brace(["import", "my env.json", "-o", "alone"], {
      cwd,
    });
    assertMatch(
      alone.stdout,
      /\nNext:\n {2}\S.* import "my env\.json" -o COLLECTION\n {4}\(it contains no request/,
    );
  });

  it("gives Postman's globals to runs and checks, but never in a brace.yaml that is there", async () => {
    await using server = recordingServer();
    const files = {
      "g.json": {
        name: "My globals",
        values: [{ key: "host", value: server.url }, { key: "a", value: "1" }],
        _postman_variable_scope: "globals",
      },
      "e.json": { name: "E", values: [{ key: "b", value: "2" }] },
      "c.json": {
        info: { name: "C" },
        item: [{ name: "Read", request: "{{host}}/{{a}}/{{b}}" }],
      },
    };
    const add = async (name: string, folder = "shared", ...flags: string[]) =>
      oneLine(
        (await brace(["import", name, "-o", folder, ...flags], { cwd })).stdout,
      );
    for (const [name, data] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${name}`, JSON.stringify(data));
    }
    await add("c.json");
    await add("e.json");
    const text = await add("g.json");
    assert(text.includes("Checked: no problems"), text);
    assertMatch(text, /brace run shared --env E\s*$/);
    assertEquals(
      await Deno.readTextFile(`${cwd}/shared/brace.yaml`),
      'run:\n  global-env: "environments/My globals.yml"\n',
    );
    const run = await brace(["run", "shared", "--env", "E"], { cwd });
    assertEquals(run.code, 0, run.stdout + run.stderr);
    assertEquals(server.requests[0].target, "/1/2");
    const { stdout } = await brace(["check", "shared"], { cwd });
    assertMatch(stdout, /with the environment E\n/);

    const again = await add("g.json", "shared", "--force");
    assert(
      again.includes('brace.yaml names "environments/My globals.yml"'),
      again,
    );

    await add("c.json", "other");
    const own = "run:\n  bail: true\n";
    await Deno.writeTextFile(`${cwd}/other/brace.yaml`, own);
    const kept = await add("g.json", "other");
    assert(
      kept.includes(
        'write global-env: "environments/My globals.yml" below "run" in brace.yaml',
      ),
      kept,
    );
    assertEquals(await Deno.readTextFile(`${cwd}/other/brace.yaml`), own);
  });

  it("has as many findings as brace check", async () => {
    const source = `${FIXTURES}import/http/source`;
    const imported = await brace(
      ["import", source, "-o", "http", "--format", "json"],
      { cwd },
    );
    const { check } = JSON.parse(imported.stdout);
    assert(check.errors > 0);
    assert(check.command.endsWith("check http"), check.command);
    const checked = await brace(["check", "http", "--format", "json"], { cwd });
    const { diagnostics } = JSON.parse(checked.stdout);
    const count = (severity: string) =>
      diagnostics.filter((one: { severity: string }) =>
        one.severity === severity
      ).length;
    assertEquals(
      [check.errors, check.warnings, check.hints],
      ["error", "warning", "hint"].map(count),
    );
  });

  it("names commands that work, with the variables and the environment they need", async () => {
    await using server = recordingServer();
    const folder = `${cwd}/requests`;
    await Deno.mkdir(folder);
    await Deno.writeTextFile(
      `${folder}/a.http`,
      "GET {{host}}/{{user_name}}\nX-Id: {{id}}\n",
    );
    await Deno.writeTextFile(
      `${folder}/http-client.env.json`,
      JSON.stringify({ empty: {}, "the one": { host: server.url } }),
    );
    const { stdout } = await brace(
      ["import", "requests", "-o", "made", "--format", "json"],
      { cwd },
    );
    const [{ command }, ...others] = JSON.parse(stdout).next;
    assertEquals(others, []);
    assert(command.includes('--env "the one"'), command);
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)]
      .map(([, quoted, plain]: string[]) => quoted ?? plain)
      .map((word: string) => word.replace("=…", "=x"));
    assertEquals(words.filter((word) => word.endsWith("=x")).toSorted(), [
      "id=x",
      "user_name=x",
    ]);
    const run = await brace(words.slice(words.indexOf("run")), { cwd });
    assertEquals(run.code, 0, run.stdout + run.stderr);
  });

  it("asks for the first value of what a request sets for its own next time", async () => {
    await Deno.writeTextFile(
      `${cwd}/pages.json`,
      JSON.stringify({
        info: {
          name: "Pages",
          schema:
            "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        },
        item: [{
          name: "Pages",
          request: { method: "GET", url: "http://127.0.0.1/?page={{page}}" },
          event: [{
            listen: "test",
            script: { exec: ["pm.collectionVariables.set('page', 2)"] },
          }],
        }],
      }),
    );
    const { stdout } = await brace(
      ["import", "pages.json", "-o", "pages"],
      { cwd },
    );
    const next = stdout.slice(stdout.indexOf("Next:")).replace(/\s+/g, " ");
    assert(
      next.includes(
        `"page" is set by "Pages.yml" only after a request that needs it: give it a first value in the collection's variables`,
      ),
      stdout,
    );
    assert(!next.includes("extensions.brace.setup"), stdout);
  });

  it("names auth without values, and counts the errors that values mend", async () => {
    const basic = ["username", "password"].map((key) => ({ key, value: "" }));
    await Deno.writeTextFile(
      `${cwd}/blank.json`,
      JSON.stringify({
        info: {
          name: "Blank",
          schema:
            "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        },
        item: [
          {
            name: "a",
            request: { url: "{{host}}/a", auth: { type: "basic", basic } },
          },
          { name: "b", request: { url: "{{host}}/{{id}}" } },
        ],
      }),
    );
    const { stdout } = await brace(
      ["import", "blank.json", "-o", "blank"],
      { cwd },
    );
    const text = stdout.replace(/\s+/g, " ");
    for (
      const said of [
        "Checked: 1 warning; 3 errors go away when you give the values below;",
        "the auth in a.yml is empty: give it a value, or requests go out without credentials",
      ]
    ) assert(text.includes(said), stdout);
  });

  it("says before the first run which login runs too late and which auth is empty", async () => {
    await using server = recordingServer(() => ({ json: { token: "t1" } }));
    const item = (name: string, url: string, more: object) => ({
      name,
      request: { method: "GET", url, ...more },
    });
    const bearer = (token: string) => ({
      auth: { type: "bearer", bearer: [{ key: "token", value: token }] },
    });
    await Deno.writeTextFile(
      `${cwd}/late.json`,
      JSON.stringify({
        info: {
          name: "Shop",
          schema:
            "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        },
        variable: [
          { key: "key", value: "" },
          { key: "user", value: "Bearer t" },
        ],
        item: [
          item("Filled", `${server.url}/filled`, bearer("{{user}}")),
          item("Account", `${server.url}/account`, bearer("{{token}}")),
          item("Orders", `${server.url}/orders`, bearer("{{key}}")),
          {
            ...item("Login", `${server.url}/login`, {}),
            event: [{
              listen: "test",
              script: {
                exec: [
                  "pm.collectionVariables.set('token', pm.response.json().token)",
                ],
              },
            }],
          },
        ],
      }),
    );
    const { stdout } = await brace(
      ["import", "late.json", "-o", "late", "--with-secrets"],
      { cwd },
    );
    const next = stdout.slice(stdout.indexOf("Next:")).replace(/\s+/g, " ");
    assert(
      next.includes(
        '"token" is set by "Login.yml", which runs later: add it to extensions.brace.setup of opencollection.yml',
      ),
      stdout,
    );
    assert(next.includes('the auth that uses "key" is empty'), stdout);
    assert(!next.includes('"user"'), stdout);

    const file = `${cwd}/late/opencollection.yml`;
    const before = await brace(["run", "late"], { cwd });
    assertEquals(before.code, 3, before.stdout);
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(
      file,
      text.replace("  brace:\n", "  brace:\n    setup: [Login.yml]\n"),
    );
    const after = await brace(["run", "late"], { cwd });
    assertEquals(after.code, 0, after.stdout + after.stderr);
  });

  it("says first what stops a run, and what an environment alone is for", async () => {
    await Deno.writeTextFile(`${cwd}/a.sh`, "curl -T a.bin http://127.0.0.1/");
    const { stdout } = await brace(["import", "a.sh", "-o", "curl"], { cwd });
    const next = stdout.slice(stdout.indexOf("Next:"));
    assert(
      next.includes("check curl\n    (and fix what stops a run)\n    Cannot "),
      next,
    );
    assert(next.indexOf("check curl") < next.indexOf("run curl"), next);
    await Deno.writeTextFile(
      `${cwd}/e.json`,
      JSON.stringify({ name: "E", values: [{ key: "a", value: "1" }] }),
    );
    const alone = await brace(["import", "e.json", "-o", "env"], { cwd });
    assert(!alone.stdout.includes(" run env"), alone.stdout);
    assert(alone.stdout.includes("import e.json -o COLLECTION"), alone.stdout);
  });

  it("has no brackets in brackets, and paths that can be copied", async () => {
    await Deno.writeTextFile(
      `${cwd}/blank.json`,
      JSON.stringify({
        info: { name: "The shop of Ada, 3.0" },
        item: [{
          name: "Read",
          request: {
            url: "http://127.0.0.1:9/u/:id/:up",
            header: [{ key: "X-Api-Key", value: "value-1" }],
          },
        }],
      }),
    );
    const { stdout } = await brace(["import", "blank.json"], { cwd });
    assert(
      stdout.includes(`copy "The shop of Ada, 3.0/.env.example" to
"The shop of Ada, 3.0/.env" and fill it in`),
      stdout,
    );
    const next = stdout.slice(stdout.indexOf("Next:")).replace(/\s+/g, " ");
    assert(
      next.includes(
        '(and fix the 2 problems that stop a run, such as this one) Cannot write the path parameter "id": its value is empty (give it a value, or take ":id" out of the URL)',
      ),
      next,
    );
    const path = `${cwd}/The shop of Ada, 3.0/Read.yml`;
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(
      path,
      text.replace(/(name: up\s+value: )""/, '$1".."'),
    );
    const checked = await brace(["check", path], { cwd });
    const said = checked.stdout.replace(/\s+/g, " ");
    for (
      const words of [
        'its value is empty (give it a value, or take ":id" out of the URL)',
        'its value is "..", which servers take as a step in the path (write',
      ]
    ) assert(said.includes(words), said);
  });

  for (const kind of ["postman", "bru"]) {
    it(`is there for an export to ${kind}, too`, async () => {
      const output = kind === "bru" ? "as-bru" : "example.json";
      const args = ["export", kind, `${FIXTURES}example`];
      const { code, stdout } = await brace(
        [...args, "-o", output, "--format", "json"],
        { cwd },
      );
      assertEquals(code, 0, stdout);
      const report = JSON.parse(stdout);
      assertAddsUp(report.counts);
      assertEquals(
        [report.kind, report.counts.source.requests],
        [kind, 21],
      );
    });
  }

  it("leaves standard output to the document that an export prints", async () => {
    const { stdout, stderr } = await brace(
      ["export", "postman", `${FIXTURES}example`],
      { cwd },
    );
    assertEquals(JSON.parse(stdout).info.name, "Brace example");
    assert(stderr.includes("1 environment · 5 variables"), stderr);
    assert(stderr.includes("Left out the environments"), stderr);
  });

  it("says once what is so in several requests of an export", async () => {
    const { stderr } = await brace(
      ["export", "postman", `${FIXTURES}example`],
      { cwd },
    );
    assert(
      stderr.includes(`Written differently, with the same meaning (12):
  Assertions are written as a test script
    in "List users", "Create a user", "Read the user", "Replace the user",
      "Change the user" and 7 more

Needs you (`),
      stderr,
    );
    assert(stderr.includes('  In "Create a user": The 2 scripts'), stderr);
  });
});

function assertAddsUp({ source, written, named }: CountsOfReport): void {
  for (const key of COUNTED) {
    assertEquals(source[key], written[key] + named[key], key);
  }
}
