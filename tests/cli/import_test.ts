import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  it,
} from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { brace as braceProcess } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { quotedWord } from "../../lib/core/source/quoted_word.ts";
import { isPath } from "../../lib/host/files/is_file.ts";
import { recordingServer } from "../support/recording_server.ts";

const SOURCE = fromFileUrl(
  new URL("../../fixtures/import/bru/source", import.meta.url),
);
const REQUEST = `meta {
  name: Read
}

get {
  url: http://127.0.0.1/x
  auth: bearer
}

auth:bearer {
  token: literal-token-1
}
`;

describe("brace import", () => {
  const brace = braceRows();
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  it("writes a collection, says what came over, and how to run it", async () => {
    const { code, stdout, stderr } = await brace(
      ["import", SOURCE, "-o", "api"],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""], stdout);
    assert(stdout.includes("3 requests · 2 folders · 2 environments"), stdout);
    assert(stdout.includes("run api --env Prod"), stdout);
    const text = await Deno.readTextFile(`${cwd}/api/users/everything.yml`);
    assertMatch(
      text,
      /^# yaml-language-server: \$schema=https:\S+\/request\.json\n\ninfo:\n {2}name: Everything\n/,
    );
  });

  it("replaces nothing without --force, and changes nothing then", async () => {
    await Deno.mkdir(`${cwd}/there`);
    await Deno.writeTextFile(`${cwd}/there/opencollection.yml`, "mine");
    const refused = await brace(["import", SOURCE, "-o", "there"], { cwd });
    assertEquals(refused.code, 2);
    assert(refused.stderr.includes("--force"), refused.stderr);
    assertEquals(
      [...Deno.readDirSync(`${cwd}/there`)].map(({ name }) => name),
      ["opencollection.yml"],
    );
    const forced = await brace(
      ["import", SOURCE, "-o", "there", "--force"],
      { cwd },
    );
    assertEquals(forced.code, 0);
  });

  it("names the files that the source no longer has, and keeps them", async () => {
    const request = (name: string) => ({ name, request: "http://127.0.0.1" });
    const again = async (names: string[], ...flags: string[]) => {
      await Deno.writeTextFile(
        `${cwd}/again.json`,
        JSON.stringify({
          info: { name: "Again" },
          item: [{ name: "Users", item: names.map(request) }],
        }),
      );
      const { code, stdout, stderr } = await brace(
        ["import", "again.json", "-o", "again", ...flags],
        { cwd },
      );
      assertEquals([code, stderr], [0, ""], stdout);
      return stdout.replace(/\s+/g, " ");
    };
    assert(!(await again(["List all", "Get"])).includes("still in the"));
    // What other imports and other programs have put there.
    const others = {
      "environments/Local.yml": "info: {name: Local}\n",
      "openapi.yaml": "openapi: 3.0.3\ninfo: {title: T}\n",
      "compose.yaml": "services: {}\n",
      "nested/opencollection.yml": "info: {name: N}\n",
      "nested/Get.yml": "info: {name: G}\n",
    };
    for (const [path, text] of Object.entries(others)) {
      const at = `${cwd}/again/${path}`;
      await Deno.mkdir(at.replace(/[^/]+$/, ""), { recursive: true });
      await Deno.writeTextFile(at, text);
    }
    const one = await again(["Search", "Get"], "--force");
    const note =
      'Not in the source, and still in the folder: "Users/List all.yml" (it is still part of the collection: delete it, or keep it if you need it)';
    assert(one.includes(`Needs you (1): ${note}`), one);
    assert(one.includes("2 requests · 1 folder"), one);
    assertMatch(one, /Next: rm (['"])again\/Users\/List all\.yml\1 \(/);
    assert(!one.includes("Environments"), one);
    await Deno.stat(`${cwd}/again/Users/List all.yml`);
    const report = JSON.parse(await again(["A"], "--force", "--format=json"));
    assertEquals(report.notes[0].files, [
      "Users/Get.yml",
      "Users/List all.yml",
      "Users/Search.yml",
    ]);
    for (const name of ["B", "C", "D", "E", "F", "G", "H", "I", "J"]) {
      await again([name], "--force");
    }
    const many = await again(["K"], "--force");
    for (const name of [..."ABCDEFGHIJ", "Get", "List all", "Search"]) {
      assert(many.includes(`"Users/${name}.yml"`), many);
    }
    assert(!many.includes("rm "), many);
    for (const path of ["folder.yml", "Delete all.yml", "Deep/Get.yml"]) {
      const at = `${cwd}/again/Old/${path}`;
      await Deno.mkdir(at.replace(/[^/]+$/, ""), { recursive: true });
      await Deno.writeTextFile(at, "info: {name: X}\n");
    }
    const folders = await again(["K"], "--force");
    assert(folders.includes(': "Old/" (3 files), "Users/A.yml", '), folders);
    const { code, stderr } = await brace(
      ["import", "again.json", "-o", "again", "--update"],
      { cwd },
    );
    assertEquals(code, 2);
    const said = stderr.replace(/\s+/g, " ");
    assert(said.includes("again (import with --force instead"), said);
  });

  it("says nothing of a file that requests name and that someone has copied", async () => {
    const body = {
      mode: "formdata",
      formdata: [{ key: "f", type: "file", src: "files/up.csv" }],
    };
    const request = { method: "POST", url: "http://127.0.0.1", body };
    await Deno.mkdir(`${cwd}/uploads/files`, { recursive: true });
    await Deno.writeTextFile(
      `${cwd}/uploads/c.json`,
      JSON.stringify({
        info: { name: "Uploads" },
        item: [{ name: "Up", request }],
      }),
    );
    await Deno.writeTextFile(`${cwd}/uploads/files/up.csv`, "a\n1\n");
    const again = async () => {
      const { stdout } = await brace(
        ["import", "uploads", "-o", "uploaded", "--force"],
        { cwd },
      );
      return stdout.includes("not copied") || stdout.includes("Not copied");
    };
    assertEquals(await again(), true);
    await Deno.mkdir(`${cwd}/uploaded/files`);
    await Deno.copyFile(
      `${cwd}/uploads/files/up.csv`,
      `${cwd}/uploaded/files/up.csv`,
    );
    assertEquals(await again(), false);
  });

  it("names environments that a source with others does not have", async () => {
    const insomnia = (...names: string[]) =>
      JSON.stringify({
        _type: "export",
        __export_format: 4,
        resources: [
          { _id: "w", _type: "workspace", name: "W" },
          { _id: "b", _type: "environment", parentId: "w", data: {} },
          ...names.map((name) => ({
            _id: name,
            _type: "environment",
            parentId: "b",
            name,
            data: { base: "http://127.0.0.1" },
          })),
          {
            _id: "r",
            _type: "request",
            parentId: "w",
            name: "R",
            method: "GET",
            url: "{{ _.base }}",
          },
        ],
      });
    const again = async (...names: string[]) => {
      await Deno.writeTextFile(`${cwd}/insomnia.json`, insomnia(...names));
      const args = ["import", "insomnia.json", "-o", "envs", "--force"];
      return (await brace(args, { cwd })).stdout.replace(/\s+/g, " ");
    };
    await again("Old", "New");
    const stdout = await again("New");
    assert(
      stdout.includes(
        'Environments that the source does not have, and that are still in the folder: "environments/Old.yml" (--env still finds it: delete it, or keep it if you need it)',
      ),
      stdout,
    );
    assert(stdout.includes("Next: rm envs/environments/Old.yml"), stdout);
  });

  it("adds an environment's file to the collection that is there", async () => {
    const environment = (name: string) =>
      JSON.stringify({
        name,
        values: [
          { key: "base", value: "http://127.0.0.1" },
          { key: "token", value: "sesame", type: "secret" },
        ],
        _postman_variable_scope: "environment",
      });
    const main = "info: {name: Shop}\n";
    await Deno.mkdir(`${cwd}/shop`);
    await Deno.writeTextFile(
      `${cwd}/shop/a.yml`,
      'info: {name: A}\nhttp: {method: GET, url: "{{base}}"}\n',
    );
    await Deno.writeTextFile(`${cwd}/shop/opencollection.yml`, main);
    await Deno.writeTextFile(`${cwd}/shop/.env.example`, "OWN=");
    const add = async (name: string, ...flags: string[]) => {
      await Deno.writeTextFile(`${cwd}/one.json`, environment(name));
      return await brace(["import", "one.json", "-o", "shop", ...flags], {
        cwd,
      });
    };
    const first = await add("local");
    assertEquals(first.code, 0, first.stderr);
    assertMatch(first.stdout, /Next:[^]*brace run shop --env local\n/);
    assertEquals((await add("local")).code, 2);
    assertEquals((await add("local", "--force", "--with-secrets")).code, 0);
    assertEquals((await add("ci")).code, 0);
    const read = (path: string) => Deno.readTextFile(`${cwd}/shop/${path}`);
    assertEquals(await read("opencollection.yml"), main);
    assertMatch(await read(".env.example"), /^OWN=\n#.*\nTOKEN=\n$/);
    assertEquals(await read(".env"), "TOKEN=sesame\n");
    assertEquals(await read(".gitignore"), ".env\n");
    assertMatch(await read("environments/ci.yml"), /^name: ci$/m);
  });

  describe("of a collection whose environments come first", () => {
    const SECRET = "abcd1234efgh";
    const environment = (name: string) =>
      JSON.stringify({
        name,
        values: [
          { key: "base", value: "http://127.0.0.1" },
          { key: "xApiKey", value: `of-${name}-12`, type: "secret" },
        ],
        _postman_variable_scope: "environment",
      });
    const collection = JSON.stringify({
      info: { name: "Shop" },
      item: [{
        name: "A",
        request: {
          method: "GET",
          header: [{ key: "X-Api-Key", value: SECRET }],
          url: "{{base}}/a",
        },
      }],
    });
    const imports = async (text: string, folder: string) => {
      await Deno.writeTextFile(`${cwd}/part.json`, text);
      return await brace(
        ["import", "part.json", "-o", folder, "--with-secrets"],
        { cwd },
      );
    };

    it("joins them, and keeps its secrets apart from theirs", async () => {
      for (const name of ["Local", "Staging"]) {
        const { code, stdout } = await imports(environment(name), "later");
        assertEquals(code, 0);
        // There is nothing to run yet.
        assertStringIncludes(stdout, "brace import part.json -o COLLECTION\n");
        assert(!stdout.includes("brace run"), stdout);
      }
      const read = (path: string) =>
        Deno.readTextFileSync(`${cwd}/later/${path}`);
      const before = ["Local", "Staging"].map((name) =>
        read(`environments/${name}.yml`)
      );
      const { code, stdout, stderr } = await imports(collection, "later");
      assertEquals(code, 0, stderr);
      assertMatch(stdout, /Next:[^]*brace run later --env Local\n/);
      assertMatch(read("opencollection.yml"), /^ {2}name: Shop$/m);
      assertEquals(
        ["Local", "Staging"].map((name) => read(`environments/${name}.yml`)),
        before,
      );
      assertEquals(
        read(".env"),
        `X_API_KEY=of-Local-12\nSTAGING_X_API_KEY=of-Staging-12\nX_API_KEY2=${SECRET}\n`,
      );
      // An environment's variable would hide one of the same name.
      assertMatch(read("A.yml"), /value: "{{xApiKey2}}"/);
      assertEquals((await imports(collection, "later")).code, 2);
    });

    const rows: [what: string, path: string, text: string][] = [
      ["a request", "b.yml", "info: {name: B}\nhttp: {url: http://h}\n"],
      [
        "a main file with more in it",
        "opencollection.yml",
        "info:\n  name: Local\nrequest:\n  headers: [{name: a, value: b}]\n",
      ],
    ];
    for (const [index, [what, path, text]] of rows.entries()) {
      it(`stops at ${what}`, async () => {
        const folder = `kept${index}`;
        await imports(environment("Local"), folder);
        await Deno.writeTextFile(`${cwd}/${folder}/${path}`, text);
        const { code, stderr } = await imports(collection, folder);
        assertEquals(code, 2);
        assertStringIncludes(stderr, 'replace "opencollection.yml"');
      });
    }
  });

  it("takes a folder with a slash behind it, as does an export", async () => {
    const at = { cwd };
    const first = await brace(["import", SOURCE, "-o", "new/slash/"], at);
    assertEquals([first.code, first.stderr], [0, ""], first.stdout);
    assert(first.stdout.includes("run new/slash --env Prod"), first.stdout);
    for (const kind of ["bru", "postman"]) {
      const { code, stdout } = await brace(
        ["export", kind, "new/slash/", "-o", `out/${kind}/`],
        at,
      );
      assertEquals(code, 0, stdout);
      assert(Deno.statSync(`${cwd}/out/${kind}`).isDirectory);
    }
  });

  it("asks for a file until the collection's folder has it", async () => {
    await Deno.writeTextFile(
      `${cwd}/upload.postman_collection.json`,
      JSON.stringify({
        info: {
          name: "Upload",
          schema:
            "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
        },
        item: [{
          name: "Up",
          request: {
            method: "POST",
            url: "http://127.0.0.1/",
            body: {
              mode: "formdata",
              formdata: [{ key: "f", type: "file", src: "upload-me.png" }],
            },
          },
        }],
      }),
    );
    const upload = async () => {
      const { code, stdout } = await brace(
        ["import", "upload.postman_collection.json", "--force"],
        { cwd },
      );
      assertEquals(code, 0, stdout);
      return stdout;
    };
    assert((await upload()).includes('The file "upload-me.png" does not'));
    await Deno.writeTextFile(`${cwd}/Upload/upload-me.png`, "");
    const again = await upload();
    assert(!again.includes("Needs you"), again);
    // A run reads nothing outside the collection.
    const path = `${cwd}/Upload/upload-me.png`;
    const source = await Deno.readTextFile(
      `${cwd}/upload.postman_collection.json`,
    );
    await Deno.writeTextFile(
      `${cwd}/absolute.json`,
      source.replace('"upload-me.png"', JSON.stringify(path)),
    );
    const { stdout } = await brace(
      ["import", "absolute.json", "-o", "absolute"],
      { cwd },
    );
    const flag = `--allow-read=${quotedWord(path)}`;
    const said =
      `The file "${path}" is not copied: add ${flag} to a run, or put it into the collection's folder and change its path to "upload-me.png"`;
    assertStringIncludes(stdout.replace(/\s+/g, " "), said);
    const [without, given] = await Promise.all(
      [[], [flag]].map((flags) =>
        brace(["render", "absolute", ...flags], { cwd })
      ),
    );
    assertEquals([without.code, given.code], [6, 0], given.stderr);
  });

  it("writes nothing where a file is malformed", async () => {
    await Deno.mkdir(`${cwd}/broken`);
    await Deno.writeTextFile(`${cwd}/broken/a.bru`, "get {\n");
    const { code, stderr } = await brace(
      ["import", "broken", "-o", "none"],
      { cwd },
    );
    assertEquals(code, 2);
    assert(stderr.includes("a.bru:1:1"), stderr);
    assert(![...Deno.readDirSync(cwd)].some(({ name }) => name === "none"));
  });

  it("keeps secrets out of the files; .env is for its owner alone", async () => {
    await Deno.writeTextFile(`${cwd}/read.bru`, REQUEST);
    const { code, stdout } = await brace(
      ["import", "read.bru", "-o", "secret", "--with-secrets"],
      { cwd },
    );
    assertEquals(code, 0, stdout);
    const files = [...Deno.readDirSync(`${cwd}/secret`)].map(({ name }) =>
      name
    );
    assertEquals(files.sort(), [
      ".env",
      ".env.example",
      ".gitignore",
      "opencollection.yml",
      "read.yml",
    ]);
    for (const name of files.filter((name) => name !== ".env")) {
      const text = await Deno.readTextFile(`${cwd}/secret/${name}`);
      assert(!text.includes("literal-token-1"), name);
    }
    const env = await Deno.stat(`${cwd}/secret/.env`);
    if (Deno.build.os !== "windows") assertEquals(env.mode! & 0o777, 0o600);
    const { stdout: rendered } = await brace(
      ["render", "secret/read.yml"],
      { cwd },
    );
    assert(rendered.includes("Authorization: Bearer ***"), rendered);
  });

  const KEPT =
    ".env keeps its value of BEARER_TOKEN, of which the source has another";
  for (
    const [title, there, want, kept, secrets = ["--with-secrets"]] of [
      [
        "other entries",
        "OTHER=a b\r\n",
        "OTHER=a b\r\nBEARER_TOKEN=of-source",
        false,
      ],
      [
        "its own value",
        "export BEARER_TOKEN=mine",
        "export BEARER_TOKEN=mine",
        true,
      ],
      [
        "an empty entry's place",
        "BEARER_TOKEN=\nZ=1",
        "BEARER_TOKEN=of-source\nZ=1",
        false,
      ],
      [
        "its own value, where the source's is not asked for",
        "BEARER_TOKEN=mine",
        "BEARER_TOKEN=mine",
        true,
        [],
      ],
      [
        "the same value, where the source's is not asked for",
        "BEARER_TOKEN=of-source",
        "BEARER_TOKEN=of-source",
        false,
        [],
      ],
    ] as const
  ) {
    it(`adds to the lines that .env and .gitignore have: ${title}`, async () => {
      const out = `${cwd}/lines`;
      await Deno.mkdir(out, { recursive: true });
      const write = (name: string, text: string) =>
        Deno.writeTextFile(`${out}/${name}`, text);
      await write(".env", there);
      await write(".gitignore", "node_modules\n");
      const bearer = "Authorization: Bearer of-source";
      const { code, stdout } = await brace(
        ["import", `curl http://127.0.0.1/ -H '${bearer}'`].concat(
          ["-o", "lines", ...secrets, ...kept ? ["--force"] : []],
        ),
        { cwd },
      );
      assertEquals(code, 0, stdout);
      const read = (name: string) => Deno.readTextFileSync(`${out}/${name}`);
      assertEquals(read(".env").trimEnd(), want);
      assertEquals(read(".gitignore"), "node_modules\n.env\n");
      assertEquals(stdout.includes(KEPT), kept, stdout);
      await Deno.remove(out, { recursive: true });
    });
  }

  for (
    const [index, command] of [
      `curl URL -d 'it'\\''s' -H "Authorization: Bearer literal-token-2"`,
      `  $ curl -s URL \\\n  --data-raw "it's" -H 'Authorization: Bearer literal-token-2'`,
      `curl.exe URL -d "it's" -u "grace:literal-token-2"`,
    ].entries()
  ) {
    it(`reads the command ${command}`, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const out = `curl-${index}`;
      const { code, stdout, stderr } = await brace([
        "import",
        command.replace("URL", `${server.url}/a?openapi:`),
        "-o",
        out,
        "--with-secrets",
      ], { cwd });
      assertEquals([code, stderr], [0, ""], stdout);
      assert(stdout.includes("(curl) from curl command to"), stdout);
      assert(!stdout.includes("literal-token-2"), stdout);
      const ran = await brace(["run", out], { cwd });
      assertEquals(ran.code, 0, ran.stdout + ran.stderr);
      assertEquals(server.requests[0].text, "it's");
    });
  }

  it("takes a file for what it is, whatever its name", async () => {
    await Deno.writeTextFile(`${cwd}/curl x`, "curl http://127.0.0.1/here");
    const { code, stdout } = await brace(["import", "curl x", "-o", "named"], {
      cwd,
    });
    assertEquals(code, 0);
    assert(stdout.includes("from curl x to named"), stdout);
  });

  it("runs Insomnia's {{scheme}}://{{host}}{{base_path}}", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const { host } = new URL(server.url);
    await Deno.writeTextFile(
      `${cwd}/parts.yaml`,
      `_type: export
__export_format: 4
resources:
  - { _id: w, _type: workspace, name: Parts }
  - { _id: e, parentId: w, _type: environment, name: Base, data: { scheme: http, host: "${host}", base_path: /v2 } }
  - { _id: r, parentId: w, _type: request, name: Read, method: GET, url: "{{ scheme }}://{{ _.host }}{{ base_path }}/users" }
`,
    );
    const { code } = await brace(["import", "parts.yaml", "-o", "parts"], {
      cwd,
    });
    assertEquals(code, 0);
    const path = ["--env-var", "base_path=/v3"];
    for (const more of [[], ["--var", `host=${host}/deep`]]) {
      const ran = await brace(["run", "parts", ...more], { cwd });
      assertEquals(ran.code, 0, ran.stdout + ran.stderr);
    }
    await brace(["run", "parts", "--var", "base_path=/v3", ...path], { cwd });
    assertEquals(server.requests.map(({ target }) => target), [
      "/v2/users",
      "/deep/v2/users",
      "/v3/users",
    ]);
    await Deno.writeTextFile(`${cwd}/rows.csv`, "host\nevil.example/\n");
    const refused = await brace(["run", "--data", "../rows.csv"], {
      cwd: `${cwd}/parts`,
    });
    assertEquals(refused.code, 3, refused.stdout + refused.stderr);
  });

  it("sends the multipart bodies of OpenAPI with their type", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const schema = {
      type: "object",
      required: ["a", "b"],
      properties: {
        a: {
          type: "object",
          properties: { n: { type: "integer", example: 7 } },
        },
        b: { type: "string", example: "hi" },
      },
    };
    const ROWS: [type: string, schema: object, sent: string, note?: string][] =
      [
        ["multipart/form-data", schema, "multipart/form-data; boundary="],
        [
          "multipart/mixed",
          schema,
          "multipart/mixed; boundary=",
          'The body is multipart/mixed: Brace sends each part with its name in "Content-Disposition: form-data", and without "Content-ID", so check that the server takes that',
        ],
        [
          'multipart/related; type="application/json"',
          schema,
          'multipart/related; type="application/json"; boundary=',
          'The body is multipart/related; type="application/json": Brace sends each part with its name in "Content-Disposition: form-data", and without "Content-ID", so check that the server takes that',
        ],
        [
          "multipart/mixed",
          {},
          "multipart/mixed",
          "The body is multipart/mixed, and the document names no parts of it: write them under http.body",
        ],
      ];
    for (const [index, [type, schema, sent, note]] of ROWS.entries()) {
      await Deno.writeTextFile(
        `${cwd}/multipart.json`,
        JSON.stringify({
          openapi: "3.0.3",
          info: { title: "M", version: "1" },
          servers: [{ url: server.url }],
          paths: {
            "/a": {
              post: {
                requestBody: { content: { [type]: { schema } } },
                responses: { "200": { description: "ok" } },
              },
            },
          },
        }),
      );
      const out = `multipart${index}`;
      const { stdout } = await brace(
        ["import", "multipart.json", "-o", out, "--format", "json"],
        { cwd },
      );
      const { notes } = JSON.parse(stdout);
      assertEquals(
        notes.filter(({ kind }: { kind: string }) => kind === "person")
          .map(({ message }: { message: string }) => message),
        note === undefined ? [] : [note],
      );
      const ran = await brace(["run", out, "--env", "127.0.0.1"], { cwd });
      assertEquals(ran.code, 0, ran.stdout + ran.stderr);
      const { headers, text } = server.requests.at(-1)!;
      const own = headers("content-type")[0] ?? "";
      assert(own.startsWith(sent), own);
      const parts = sent.endsWith("boundary=")
        ? [
          'Content-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{"n":7}\r\n',
          'Content-Disposition: form-data; name="b"\r\n\r\nhi\r\n',
        ]
        : [];
      for (const part of parts) assert(text.includes(part), text);
      assertEquals(text === "", parts.length === 0, text);
    }
  });

  it("offers to write secrets only where the source has their values", async () => {
    await Deno.writeTextFile(
      `${cwd}/scheme.yaml`,
      `openapi: 3.0.3
info: { title: x, version: "1" }
servers: [{ url: http://127.0.0.1 }]
security: [{ token: [] }]
paths: { /a: { get: { responses: {} } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
    );
    await Deno.writeTextFile(`${cwd}/value.bru`, REQUEST);
    for (
      const [file, isOffered] of [
        ["scheme.yaml", false],
        ["value.bru", true],
      ] as const
    ) {
      const { code, stdout } = await brace(
        ["import", file, "-o", `from-${file}`],
        { cwd },
      );
      assertEquals(code, 0, stdout);
      assert(stdout.includes(".env.example"), stdout);
      assertEquals(stdout.includes("--with-secrets"), isOffered, stdout);
    }
  });

  it("reads standard input and URLs; a redirect to another host needs --allow-net", async () => {
    await using other = recordingServer(() => ({ body: REQUEST }));
    const { port } = new URL(other.url);
    await using server = recordingServer(({ target }) =>
      target === "/moved"
        ? {
          status: 302,
          headers: [["Location", `http://127.0.0.1:${port}/read.bru`]],
        }
        : { body: REQUEST }
    );
    const input = await braceProcess(
      ["import", "-", "--from", "bru", "-o", "input"],
      { cwd, stdin: REQUEST },
    );
    assertEquals(input.code, 0, input.stderr);
    const direct = await brace(
      ["import", `${server.url}/read.bru`, "-o", "direct"],
      { cwd },
    );
    assertEquals(direct.code, 0, direct.stderr);
    const moved = ["import", `${server.url}/moved`, "--from=bru", "-o"];
    const refused = await brace([...moved, "refused"], { cwd });
    assertEquals(refused.code, 6, refused.stderr);
    assertEquals(other.requests.length, 0);
    const allowed = await brace(
      [...moved, "allowed", `--allow-net=127.0.0.1:${port}`],
      { cwd },
    );
    assertEquals(allowed.code, 0, allowed.stderr);
  });

  it("resolves servers from where a document was in the end", async () => {
    await using server = recordingServer(({ target }) =>
      target === "/old"
        ? { status: 302, headers: [["Location", "/docs/api.json"]] }
        : {
          body: JSON.stringify({
            openapi: "3.0.3",
            info: { title: "Moved", version: "1" },
            servers: [{ url: "v1" }],
            paths: {
              "/a": { get: { servers: [{ url: "../o" }], responses: {} } },
            },
          }),
        }
    );
    const { code, stdout, stderr } = await brace(
      ["import", `${server.url}/old`, "-o", "moved-document"],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""]);
    assert(!stdout.includes("Needs you"), stdout);
    const { stdout: rendered } = await brace(
      ["render", "moved-document"],
      { cwd },
    );
    assert(rendered.startsWith(`GET ${server.url}/o/a\n`), rendered);
    assertMatch(
      await Deno.readTextFile(
        `${cwd}/moved-document/environments/127.0.0.1.yml`,
      ),
      /value: http:\/\/127\.0\.0\.1:\d+\/docs\/v1\n/,
    );
  });

  const WRONG: [name: string, args: string[], code: number, says: string][] = [
    ["nothing named", [], 2, "name a file"],
    ["a file that is not there", ["none.json"], 2, "does not exist"],
    ["an unknown kind", ["x", "--from=word"], 2, "not one of"],
  ];
  for (const [name, args, code, says] of WRONG) {
    it(`refuses ${name}`, async () => {
      const outcome = await brace(["import", ...args], { cwd });
      assertEquals(outcome.code, code);
      assert(outcome.stderr.includes(says), outcome.stderr);
    });
  }

  it("names the file beside a missing one that is probably meant", async () => {
    await Deno.mkdir(`${cwd}/docs`);
    await Deno.writeTextFile(`${cwd}/docs/shop.yaml`, "openapi: 3.1.0\n");
    const { code, stderr } = await brace(["import", "docs/shop.yml"], { cwd });
    assertEquals(code, 2);
    assertMatch(stderr, /did you mean\s+"docs\/shop\.yaml"\?/);
  });

  it("writes into the folder of its source only if --output names it", async () => {
    await Deno.mkdir(`${cwd}/http`);
    await Deno.writeTextFile(`${cwd}/http/a.http`, "GET http://127.0.0.1/\n");
    const { code, stderr } = await brace(["import", "http/"], { cwd });
    assertEquals(code, 2, stderr);
    assertMatch(stderr, /"http": it is what you import .*--output\)/s);
    const files = () => [...Deno.readDirSync(`${cwd}/http`)].length;
    assertEquals(files(), 1);
    const asked = await brace(["import", "http", "-o", "http"], { cwd });
    assertEquals(asked.code, 0, asked.stderr);
    assert(files() > 1);
  });

  it("says that a native collection needs no import", async () => {
    await Deno.mkdir(`${cwd}/native`);
    const main = "opencollection: 1.0.0\ninfo: {name: N}\n";
    await Deno.writeTextFile(`${cwd}/native/opencollection.yml`, main);
    for (const source of ["native", "native/opencollection.yml"]) {
      const { code, stderr } = await brace(["import", source], { cwd });
      assertEquals(code, 2);
      const said = stderr.replace(/\s+/g, " ");
      assert(said.includes("it is a Brace collection already (run"), said);
    }
  });

  describe("into a collection of another format", () => {
    const ENVIRONMENT = JSON.stringify({
      name: "Staging",
      values: [
        { key: "baseUrl", value: "http://127.0.0.1:9", enabled: true },
        { key: "token", value: "it's-9-token", type: "secret" },
        { key: "door", value: "open-sesame-9", type: "secret" },
        { key: "two words", value: "1" },
        { key: "back door", value: "open-sesame-8", type: "secret" },
        { key: "side-door", value: "open-sesame-7", type: "secret" },
      ],
      _postman_variable_scope: "environment",
    });
    const DOCUMENT =
      'openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths: {/a: {get: {responses: {}}}}\n';
    const BRU =
      "meta {\n  name: r\n  type: http\n}\n\nget {\n  url: http://127.0.0.1:9/{{token}}/{{door}}\n}\n";
    const V3 = "work/postman/collections/K";

    let cwd: string;
    beforeEach(async () => {
      cwd = await Deno.makeTempDir();
      const files = {
        "bruno/bruno.json":
          '{"version": "1", "name": "B", "type": "collection"}\n',
        "bruno/users/r.bru": BRU,
        "other/bruno.json":
          '{"version": "1", "name": "O", "type": "collection"}\n',
        "other/o.bru": BRU,
        [`${V3}/.resources/definition.yaml`]: "$kind: collection\nname: K\n",
        [`${V3}/r.request.yaml`]:
          "$kind: http-request\nname: r\nmethod: GET\nurl: http://127.0.0.1:9/\n",
        "long/opencollection.yaml": "info: {name: L}\n",
        "env.json": ENVIRONMENT,
        "api.yml": DOCUMENT,
      };
      for (const [path, text] of Object.entries(files)) {
        const at = `${cwd}/${path}`;
        await Deno.mkdir(at.slice(0, at.lastIndexOf("/")), { recursive: true });
        await Deno.writeTextFile(at, text);
      }
    });

    afterEach(() => Deno.remove(cwd, { recursive: true }));

    const CURL = "curl http://127.0.0.1/x";
    const ROWS: [args: string[], ...said: string[]][] = [
      [
        [CURL, "-o", "bruno"],
        "is a collection of .bru files, which would no longer run",
        "paste the command into the page of",
      ],
      [[CURL, "-o", "bruno", "--force"], "is a collection of .bru files"],
      [
        [CURL, "-o", "bruno/users"],
        'is a folder of the collection "bruno"',
        "brace open bruno",
      ],
      [
        ["api.yml", "-o", "bruno"],
        "import api.yml -o bruno-imported and then",
        "export bru bruno-imported -o bruno-exported to get .bru files, and copy those that you need into this one, or choose another folder",
      ],
      [["api.yml", "-o", "bruno", "--update"], "collection of .bru files"],
      [["other", "-o", "bruno"], "is a collection of .bru files"],
      [["env.json", "-o", "bruno/users"], "--output bruno"],
      [[CURL, "-o", V3], "is a collection in Postman's format"],
      [["env.json", "-o", V3], "with --env-file env.json"],
      [["env.json", "-o", "work"], "it has collections of Postman's"],
      [[CURL, "-o", "long"], "no run would read its opencollection.yaml"],
    ];
    for (const [args, ...said] of ROWS) {
      it(`${args.join(" ")} is refused`, async () => {
        const { code, stderr } = await brace(["import", ...args], { cwd });
        assertEquals(code, 2);
        const line = stderr.replace(/\s+/g, " ");
        for (const text of said) assertStringIncludes(line, text);
        for (const folder of ["bruno", "bruno/users", "work", V3, "long"]) {
          assert(!isPath(`${cwd}/${folder}/opencollection.yml`), folder);
        }
      });
    }

    it("names commands that write .bru files to copy", async () => {
      const copied = `${cwd}/bruno-exported`;
      for (
        const args of [
          ["import", "api.yml", "-o", "bruno-imported"],
          ["export", "bru", "bruno-imported", "-o", "bruno-exported"],
        ]
      ) {
        const { code, stderr } = await brace(args, { cwd });
        assertEquals(code, 0, stderr);
      }
      const { stderr } = await brace(
        ["import", `${cwd}/api.yml`, "-o", "."],
        { cwd: `${cwd}/bruno` },
      );
      assertStringIncludes(
        stderr.replace(/\s+/g, " "),
        " -o ../bruno-imported and then ",
      );
      assert(
        [...Deno.readDirSync(copied)].some(({ name }) => name.endsWith(".bru")),
      );
    });

    it("writes environments as .bru files into one of .bru files", async () => {
      const imports = (...args: string[]) =>
        brace(["import", "env.json", "-o", "bruno", ...args], { cwd });
      const { code, stdout, stderr } = await imports();
      assertEquals(code, 0, stderr);
      const text = stdout.replace(/\s+/g, " ");
      assertStringIncludes(
        text,
        'The secret "door" is a name in vars:secret, without a value: give it with BRACE_SECRET_door or --secrets-file',
      );
      assertStringIncludes(text, '"two words" is left out');
      assertStringIncludes(
        text,
        'The secret "back door" is left out: .bru files cannot hold such a name',
      );
      assertEquals(text.split('"back door"').length, 2, text);
      assertStringIncludes(
        text,
        '"side-door" is a name in vars:secret, without a value: give it with --secrets-file',
      );
      assertStringIncludes(text, "brace run bruno --env Staging");
      const read = (path: string) =>
        Deno.readTextFileSync(`${cwd}/bruno/${path}`);
      const written =
        "vars {\n  baseUrl: http://127.0.0.1:9\n  token: {{process.env.TOKEN}}\n}\nvars:secret [\n  door,\n  side-door\n]\n";
      assertEquals(read("environments/Staging.bru"), written);
      assertStringIncludes(read(".env.example"), "\nTOKEN=\n");
      assertEquals(
        [...Deno.readDirSync(`${cwd}/bruno`)].map(({ name }) => name).sort(),
        [".env.example", ".gitignore", "bruno.json", "environments", "users"],
      );

      assertEquals((await imports()).code, 2);
      assertEquals((await imports("--force", "--with-secrets")).code, 0);
      assertEquals(read("environments/Staging.bru"), written);
      assertEquals(read(".env"), `TOKEN="it's-9-token"\n`);
      const rendered = await brace(["render", "bruno", "--env", "Staging"], {
        cwd,
        env: { BRACE_SECRET_door: "open-sesame-9" },
      });
      assertStringIncludes(rendered.stdout, "GET http://127.0.0.1:9/***/***\n");
    });

    it("joins a collection whose own file ends with .yaml", async () => {
      const { code } = await brace(["import", "env.json", "-o", "long"], {
        cwd,
      });
      assertEquals(code, 0);
      assert(isPath(`${cwd}/long/environments/Staging.yml`));
      assert(!isPath(`${cwd}/long/opencollection.yml`));
    });
  });

  it("cuts no folder off the collection that it belongs to", async () => {
    const main = "opencollection: 1.0.0\ninfo: {name: N}\n";
    await Deno.mkdir(`${cwd}/whole/users`, { recursive: true });
    await Deno.writeTextFile(`${cwd}/whole/opencollection.yml`, main);
    await Deno.writeTextFile(
      `${cwd}/whole/users/read.yml`,
      "info: { name: Read, type: http }\n",
    );
    await Deno.writeTextFile(
      `${cwd}/envs.json`,
      '{"name":"E","values":[{"key":"a","value":"1"}],"_postman_variable_scope":"environment"}',
    );
    const said = async (...args: string[]) => {
      const { code, stderr } = await brace(["import", ...args], { cwd });
      assertEquals(code, 2, stderr);
      return stderr.replace(/\s+/g, " ");
    };
    const command = "curl http://127.0.0.1/x";
    const inside = await said(command, "-o", "whole/users", "--force");
    assert(
      inside.includes(
        `it is a folder of the collection "whole", which would no longer run its requests`,
      ),
      inside,
    );
    assertMatch(inside, /paste the command into the page of .*open whole\)/);
    assertMatch(
      await said("envs.json", "-o", "whole/users"),
      /give the collection's own folder: --output whole\)/,
    );
    // The main file has what all requests share.
    assertMatch(
      await said(command, "-o", "whole"),
      /paste the command into .*commit the files, then .* --force/,
    );
    assertMatch(
      await said(command, "-o", "whole", "--update"),
      /import with --force instead: .* so commit them first/,
    );
    const { code } = await brace(["import", command, "-o", "whole/other"], {
      cwd,
    });
    assertEquals(code, 0);
    assertEquals(
      [...Deno.readDirSync(`${cwd}/whole/users`)].map(({ name }) => name),
      ["read.yml"],
    );
  });

  it("refuses what is in no format that it reads", async () => {
    await Deno.writeTextFile(`${cwd}/words.txt`, "just words\n");
    const { code, stderr } = await brace(["import", "words.txt"], { cwd });
    assertEquals(code, 2);
    assert(stderr.includes("--from KIND"), stderr);
  });
});
