import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const FILES: Record<string, string> = {
  "bruno.json": '{ "version": "1", "name": "Shop", "type": "collection" }',
  "collection.bru": `headers {
  x-shop: {{shop}}
}

auth {
  mode: bearer
}

auth:bearer {
  token: {{token}}
}

vars:pre-request {
  shop: tea
}
`,
  "environments/local.bru": `vars {
  base: {{server}}/v1
}
vars:secret [
  token
]
`,
  "users/folder.bru": "meta {\n  name: People\n  seq: 1\n}\n",
  "users/create.bru": `meta {
  name: Create
  type: http
  seq: 1
}

post {
  url: {{base}}/users?dry=true
  body: json
  auth: inherit
}

params:query {
  dry: true
  ~off: 1
}

body:json {
  {
    "name": "{{name}}",
    "age": {{age}}
  }
}

vars:pre-request {
  name: Grace "G" Hopper
  @number
  age: 36
}

vars:post-response {
  userId: res.body.id
}

assert {
  res.status: eq 201
  res.body.id: isNumber
}

tests {
  test("has an id", function () {
    expect(res.body.id).to.equal(7);
  });
}
`,
  "users/read.bru": `meta {
  name: Read
  type: http
  seq: 2
}

get {
  url: {{base}}/users/:id
  body: none
  auth: none
}

params:path {
  id: {{userId}}
}
`,
  "typo.bru": `meta {
  name: Typo
  type: http
  seq: 1
}

get {
  url: {{bas}}/x
  body: none
  auth: none
}
`,
};

describe("a collection of .bru files", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ method }) =>
      method === "POST" ? { status: 201, json: { id: 7 } } : { json: {} }
    );
    for (const [path, text] of Object.entries(FILES)) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      await Deno.mkdir(`${cwd}/shop/${folder}`, { recursive: true });
      await Deno.writeTextFile(`${cwd}/shop/${path}`, text);
    }
  });

  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  it("takes a file of settings for what the settings are of", async () => {
    const listed = async (path: string) =>
      (await brace(["list", path], { cwd })).stdout;
    const whole = await listed("shop");
    assert(whole.includes("Create"), whole);
    assertEquals(await listed("shop/collection.bru"), whole);
    assertEquals(
      await listed("shop/users/folder.bru"),
      await listed("shop/users"),
    );
  });

  it("runs as it is", async () => {
    const { code, stdout, stderr } = await brace([
      "run",
      "shop/users",
      "--env=local",
      "--env-var=token=secret-token",
      `--var=server=${server.url}`,
    ], { cwd });
    assertEquals([code, stderr], [0, ""], stdout);
    const [create, read] = server.requests;
    assertEquals(
      [create.method, create.target, create.headers("x-shop")],
      ["POST", "/v1/users?dry=true", ["tea"]],
    );
    assertEquals(create.headers("authorization"), ["Bearer secret-token"]);
    assertEquals(
      create.text,
      '{\n  "name": "Grace \\"G\\" Hopper",\n  "age": 36\n}',
    );
    assertEquals(
      [read.method, read.target, read.headers("authorization")],
      ["GET", "/v1/users/7", []],
    );
  });

  it("runs one file, found without its extension, from inside the folder", async () => {
    const { code, stdout } = await brace([
      "run",
      "create",
      "--env=local",
      "--env-var=token=t",
      `--var=server=${server.url}`,
    ], { cwd: `${cwd}/shop/users` });
    assertEquals(code, 0, stdout);
  });

  it("names the block that sets a variable", async () => {
    const folder = `${cwd}/vars`;
    await Deno.mkdir(folder);
    const files = {
      "bruno.json": FILES["bruno.json"],
      "one.bru":
        "meta {\n  name: one\n  seq: 1\n}\nget {\n  url: {{server}}/{{first}}\n}\n",
      "two.bru":
        "meta {\n  name: two\n  seq: 2\n}\nget {\n  url: {{server}}\n}\nvars:post-response {\n  first: res.body.id\n}\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const said = "by the vars:post-response block of";
    for (
      const args of [
        ["run", "--var=server=x", "vars/one.bru"],
        ["vars", "--request", "vars/one.bru"],
        ["check", "vars"],
      ]
    ) {
      const { stdout } = await brace(args, { cwd });
      assert(stdout.replace(/\s+/g, " ").includes(said), stdout);
    }
  });

  it("shows as JSON what belongs into bruno.json, from whatever folder", async () => {
    const folder = `${cwd}/json`;
    await Deno.mkdir(folder);
    const files = {
      "bruno.json": FILES["bruno.json"],
      "away.bru":
        'meta {\n  name: away\n  seq: 1\n}\nget {\n  url: {{server}}\n}\nscript:pre-request {\n  req.setUrl("http://127.0.0.1:1/");\n}\n',
      "script.bru":
        'meta {\n  name: script\n  seq: 4\n}\nget {\n  url: {{server}}\n}\nscript:pre-request {\n  await fetch("http://127.0.0.1" + ":2/");\n}\n',
      "one.bru":
        "meta {\n  name: one\n  seq: 2\n}\nget {\n  url: {{server}}/{{first}}\n}\n",
      "two.bru":
        "meta {\n  name: two\n  seq: 3\n}\nget {\n  url: {{server}}\n}\nvars:post-response {\n  first: res.body.id\n}\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const { stdout } = await brace(
      ["run", "json", `--var=server=${server.url}`],
      { cwd },
    );
    const text = stdout.replace(/\s+/g, " ");
    for (
      const said of [
        '"extensions": { "brace": { "setup": ["two.bru"] } } in json/bruno.json',
        '"extensions": { "brace": { "hosts": ["127.0.0.1:1"] } } in json/bruno.json',
        '"extensions": { "brace": { "hosts": ["127.0.0.1:2"] } } in json/bruno.json',
      ]
    ) assertStringIncludes(text, said);
  });

  it("names collection.bru for what its scripts set", async () => {
    const folder = `${cwd}/scripts`;
    await Deno.mkdir(folder);
    const files = {
      "bruno.json": FILES["bruno.json"],
      "collection.bru": 'script:post-response {\n  bru.setVar("late", 1);\n}\n',
      "one.bru":
        "meta {\n  name: one\n}\nget {\n  url: {{server}}/{{late}}\n}\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const said = "set by the after-response script of scripts/collection.bru";
    for (
      const args of [["run", "--var=server=x"], ["vars", "--request"]]
    ) {
      const { stdout } = await brace([...args, "scripts"], { cwd });
      assert(stdout.replace(/\s+/g, " ").includes(said), stdout);
    }
  });

  it("says one thing of a selected file that is no request", async () => {
    const folder = `${cwd}/broken`;
    await Deno.mkdir(`${folder}/environments`, { recursive: true });
    const files = {
      "bruno.json": FILES["bruno.json"],
      "environments/local.bru": "vars {\n  a: 1\n}\n",
      "fine.bru":
        "meta {\n  name: fine\n}\nget {\n  url: http://a.example\n}\n",
      "one.bru": "meta {\n  name: one\n}\nget {\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const syntax = "error BRU_SYNTAX";
    const environment =
      'error MISSING_PATH: Cannot select "environments/local.bru": it is an environment, not a request';
    for (
      const [command, path, said] of [
        ["run", "broken/one.bru", syntax],
        ["run", "broken/one", syntax],
        ["list", "broken/one.bru", syntax],
        ["render", "broken/one.bru", syntax],
        ["check", "broken/one.bru", syntax],
        ["run", "broken/environments/local.bru", environment],
        ["run", "broken/environments/local", environment],
      ]
    ) {
      const { stdout, stderr } = await brace([command, path], { cwd });
      const text = (stdout + stderr).replace(/\s+/g, " ");
      assertEquals(
        [command, path, text.match(/\berror [A-Z]/g)?.length],
        [command, path, 1],
        text,
      );
      assert(text.includes(said), text);
    }
  });

  it("shows a selector below a name of a secret, and hides a value there", async () => {
    const folder = `${cwd}/selects`;
    await Deno.mkdir(folder);
    const one = (lines: string) =>
      `meta {\n  name: one\n}\nget {\n  url: {{server}}/\n}\n${lines}\n`;
    const files = {
      "bruno.json": FILES["bruno.json"],
      "a.bru": one("vars:post-response {\n  token: res.body.token\n}"),
      "b.bru": one("headers {\n  X-Token: hunter2{{none}}\n}"),
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const { stdout } = await brace(
      ["run", "selects", `--var=server=${server.url}`],
      { cwd },
    );
    assertStringIncludes(
      stdout,
      "8 |   token: res.body.token\n      |          ^^^^^^^^^^^^^^\n",
    );
    assertStringIncludes(stdout, "8 |   X-Token: ***{{none}}\n");
  });

  it("says for which requests a folder's header lacks a secret", async () => {
    const folder = `${cwd}/lacks`;
    await Deno.mkdir(`${folder}/users`, { recursive: true });
    await Deno.mkdir(`${folder}/environments`);
    const one = "get {\n  url: https://shop.example/\n}\n";
    const files = {
      "bruno.json": FILES["bruno.json"],
      "environments/local.bru": "vars:secret [\n  key\n]\n",
      "users/folder.bru": "headers {\n  X-Api-Key: {{key}}\n}\n",
      "users/a.bru": one,
      "users/b.bru": one,
      "other.bru": one,
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const rows: [args: string[], said: string][] = [
      [[], "for all 2 requests in users"],
      [["--verbose"], "for all 2 requests in users"],
      [["--format=json"], '"for all 2 requests in users"'],
      [["--format=sarif"], "\\nfor all 2 requests in users"],
      [["--format=github"], "%0Afor all 2 requests in users"],
    ];
    for (const [args, said] of rows) {
      const { stdout, stderr } = await brace(["check", "lacks", ...args], {
        cwd,
      });
      assertStringIncludes(stdout + stderr, said);
    }
  });

  const NO_VALUES =
    'a .bru file holds no values of secrets (let setup or --with-needed run the request that sets it, or turn the collection into YAML with "brace import")';
  const UNSAVED: [local: string, staging: string, said: string][] = [
    ["vars:secret [\n  key\n]\n", "", `it is secret, and ${NO_VALUES}`],
    [
      "vars {\n  key:\n}\n",
      "vars:secret [\n  key\n]\n",
      `it is declared secret elsewhere, and ${NO_VALUES}`,
    ],
  ];
  for (const [local, staging, said] of UNSAVED) {
    it(`says that --save-env finds no place for a secret: ${said.slice(0, 30)}`, async () => {
      const folder = await Deno.makeTempDir();
      await Deno.mkdir(`${folder}/environments`);
      const files = {
        "bruno.json": FILES["bruno.json"],
        "environments/local.bru": local,
        "environments/staging.bru": staging,
        "a.bru":
          `get {\n  url: ${server.url}/\n}\n\nscript:post-response {\n  bru.setEnvVar("key", "abc-1234567");\n}\n`,
      };
      for (const [path, text] of Object.entries(files)) {
        await Deno.writeTextFile(`${folder}/${path}`, text);
      }
      const { code, stderr } = await brace(
        ["run", ".", "--env=local", "--save-env"],
        { cwd: folder },
      );
      assertEquals(
        [code, stderr.replace(/\s+/g, " ").trim()],
        [
          0,
          `warning WRITE: Did not save "key" in "environments/local.bru": ${said}`,
        ],
      );
      await Deno.remove(folder, { recursive: true });
    });
  }

  it("points into the .bru file", async () => {
    const { code, stdout } = await brace([
      "run",
      "shop/typo.bru",
      "--env=local",
      `--var=server=${server.url}`,
    ], { cwd });
    assertEquals(code, 3);
    assert(stdout.includes("shop/typo.bru:8:8"), stdout);
    assert(stdout.includes('did you mean "base"'), stdout);
  });

  it("shows and imports no value that stands among the names of secrets", async () => {
    const folder = `${cwd}/listed`;
    await Deno.mkdir(`${folder}/environments`, { recursive: true });
    await Deno.writeTextFile(`${folder}/bruno.json`, FILES["bruno.json"]);
    await Deno.writeTextFile(`${folder}/a.bru`, "get {\n  url: h/{{key}}\n}\n");
    for (
      const text of [
        "vars:secret [\n  key: s3cret-Pa55\n]\n",
        "vars:secret {\n  key: s3cret-Pa55\n}\n",
      ]
    ) {
      await Deno.writeTextFile(`${folder}/environments/local.bru`, text);
      for (
        const args of [
          ["check", "listed"],
          ["check", "listed", "--format=json"],
          ["vars", "listed", "--env=local"],
          ["run", "listed", "--env=local"],
          ["import", "listed", "-o", "into"],
        ]
      ) {
        const { code, stdout, stderr } = await brace(args, { cwd });
        const printed = stdout + stderr;
        assert(code > 0, printed);
        assertStringIncludes(printed, "BRU_SYNTAX");
        assert(!printed.includes("s3cret"), printed);
      }
      await assertRejects(() => Deno.stat(`${cwd}/into`));
    }
  });

  it("warns of .bru files that a collection in YAML leaves out", async () => {
    const cwd = await Deno.makeTempDir();
    const bru = "get {\n  url: https://shop.example/\n}\n";
    const request = "http:\n  url: https://shop.example/\n";
    const write = async (path: string, text: string) => {
      const at = `${cwd}/${path}`;
      await Deno.mkdir(at.slice(0, at.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(at, text);
    };
    const warnings = async (path: string) =>
      (await brace(["check", path], { cwd })).stdout.replace(/\s+/g, " ")
        .match(/Ignored .*?\)/g)?.filter((it) => it.includes("in YAML")) ?? [];
    await write("api/opencollection.yml", "info: { name: A }\n");
    await write("api/a.yml", request);
    await write("api/other/bruno.json", FILES["bruno.json"]);
    await write("api/other/c.bru", bru);
    await write("api/node_modules/c.bru", bru);
    assertEquals(await warnings("api"), []);
    await write("api/users/a.bru", bru);
    assertEquals(await warnings("api"), [
      'Ignored "api/users/a.bru": it is a .bru file, and this collection has its requests in YAML (delete the file, or import it)',
    ]);
    await write("api/users/b.bru", bru);
    assertEquals(await warnings("api"), [
      'Ignored 2 .bru files, such as "api/users/a.bru": this collection has its requests in YAML (delete the files, or import them)',
    ]);
    // What lies beside a single file is not its own.
    await write(
      "single/shop.yml",
      `items:\n  - info: { type: http }\n    http: { url: "http://h" }\n`,
    );
    await write("single/a.bru", bru);
    assertEquals(await warnings("single/shop.yml"), []);
  });

  it("warns in a run of requests that an opencollection.yml switches off", async () => {
    const cwd = await Deno.makeTempDir();
    const bru = "get {\n  url: http://127.0.0.1:9/\n}\n";
    const files = {
      "bruno.json": FILES["bruno.json"],
      "opencollection.yml": "info: { name: A }\n",
      "collection.bru": "headers {\n  a: b\n}\n",
      "environments/e.bru": "vars {\n  a: 1\n}\n",
      "a.bru": bru,
      "a.yml": "http:\n  url: http://127.0.0.1:9/\n",
    };
    await Deno.mkdir(`${cwd}/environments`);
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    const warned = async (...args: string[]) => {
      const { stdout, stderr } = await brace(args, { cwd });
      return (stdout + stderr).replace(/\s+/g, " ").match(/Ignored .*?\)/g) ??
        [];
    };
    // As a conversion in place leaves the folder.
    assertEquals(await warned("run"), []);
    await Deno.writeTextFile(`${cwd}/b.bru`, bru);
    const warning =
      'Ignored "b.bru": it is a .bru file, and this collection has its requests in YAML (delete the file, or import it)';
    for (const command of ["run", "list"]) {
      assertEquals(await warned(command), [warning]);
    }
    assertEquals(await warned("run", "a.yml"), []);
    // Whoever wrote the new file may have deleted the old one.
    await Deno.remove(`${cwd}/bruno.json`);
    for (const command of ["run", "list"]) {
      assertEquals(await warned(command), [warning]);
    }
    assertEquals(await warned("run", "a.yml"), []);
    await Deno.remove(cwd, { recursive: true });
  });

  it("warns about requests in YAML beside its own", async () => {
    const folder = `${cwd}/mixed`;
    const request = "info:\n  name: A\nhttp:\n  url: https://shop.example/\n";
    const files = {
      "bruno.json": FILES["bruno.json"],
      "a.bru": "get {\n  url: https://shop.example/\n}\n",
      "users/ping.yml": request,
      "openapi.yml": "openapi: 3.1.0\ninfo:\n  title: A\n",
      "compose.yml": "http:\n  port: 1\n",
      "node_modules/b.yml": request,
      "other/opencollection.yml": "",
      "other/c.yml": request,
    };
    for (const [path, text] of Object.entries(files)) {
      const at = `${folder}/${path}`;
      await Deno.mkdir(at.slice(0, at.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(at, text);
    }
    const { code, stdout } = await brace(["check", "mixed"], { cwd });
    assertEquals(
      [
        code,
        stdout.replace(/\s+/g, " ").match(
          /Ignored "[^"]*": it is YAML.*?\.bru files/g,
        ),
      ],
      [0, [
        'Ignored "mixed/users/ping.yml": it is YAML, and a collection with a bruno.json has its requests in .bru files',
      ]],
      stdout,
    );
  });

  it("says of a .bru file why a collection in YAML does not have it", async () => {
    const folder = `${cwd}/yaml`;
    const request = "get {\n  url: https://shop.example/\n}\n";
    const files = {
      "opencollection.yml": "info:\n  name: A\n",
      "a.yml": "http:\n  url: https://shop.example/\n",
      "a.bru": request,
      "users/new.bru": request,
      "users/b.yml": "http:\n  url: https://shop.example/\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/users`, { recursive: true });
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const why =
      "it is a .bru file, and this collection has its requests in YAML";
    const rows: [at: string, path: string, says: string][] = [
      [
        cwd,
        "yaml/users/new.bru",
        "try: brace import yaml/users/new.bru -o new-yaml",
      ],
      [folder, "users/new.bru", "brace import users/new.bru -o ../new-yaml"],
      [cwd, "yaml/a.bru", 'YAML (did you mean "yaml/a.yml"?)'],
    ];
    for (const [at, path, says] of rows) {
      for (const command of ["run", "list"]) {
        const { code, stderr } = await brace([command, path], { cwd: at });
        const text = stderr.replace(/\s+/g, " ");
        assertEquals(
          [code, text.includes(`"${path}": ${why}`), text.includes(says)],
          [2, true, true],
          stderr,
        );
      }
    }
  });
});
