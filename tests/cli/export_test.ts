import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { readCollection } from "../../lib/core/collection/read_collection.ts";
import type { Item } from "../../lib/core/collection/types.ts";
import { writtenQuery } from "../../lib/core/request/written_query.ts";
import { exportBru } from "../../lib/tools/convert/export/export_bru.ts";
import { exportPostman } from "../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../lib/tools/convert/export/read_for_export.ts";
import { importPostman } from "../../lib/tools/convert/postman/import_postman.ts";
import { toFiles } from "../../lib/tools/convert/to_files.ts";
import { inFolder } from "../support/in_folder.ts";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const FIXTURES = fromFileUrl(new URL("../../fixtures/", import.meta.url));

/** Collections of every construct, as files. */
const SOURCES: Record<string, { root: string; main: string }> = {
  ".bru": { root: "collections/bru/collection", main: "bruno.json" },
  "YAML": { root: "example", main: "opencollection.yml" },
};

describe("exporting", () => {
  for (const [name, { root, main }] of Object.entries(SOURCES)) {
    const files = filesIn(`${FIXTURES}${root}`);

    it(`${name} to .bru files and back gives the same requests`, () => {
      const { value, diagnostics } = readForExport(files, main, "bru");
      assert(value, JSON.stringify(diagnostics));
      const { files: again } = exportBru(value, { withSecrets: true });
      assertEquals(
        requests(readCollection({ root: "", files: again }).value?.items),
        // Bruno knows this name of the two alone, and no JSONPath.
        requests(
          readCollection({
            root: "",
            files: new Map(
              [...files].map(([path, text]) => [
                path,
                text.replace(/\bclient\./g, "bru.").replace(
                  "$.items[0].name",
                  "res.body?.items?.[0]?.name",
                ),
              ]),
            ),
            main,
          }).value?.items,
        ),
      );
    });

    it(`${name} to Postman and back gives the same requests`, () => {
      const { value } = readForExport(files, main, "postman");
      assert(value);
      const { collection } = exportPostman(value, { withSecrets: true });
      const imported = importPostman({
        name: "x.json",
        main: "x.json",
        files: new Map([["x.json", collection]]),
      });
      assert(imported.value, JSON.stringify(imported.diagnostics));
      const { files: again } = toFiles(imported.value);
      assertEquals(
        wire(readCollection({ root: "", files: again }).value?.items),
        wire(readCollection({ root: "", files, main }).value?.items),
      );
    });
  }
});

describe("auth: none", () => {
  it("is noauth in Postman, at each level", () => {
    const { value } = readForExport(
      new Map([
        [
          "opencollection.yml",
          "opencollection: 1.0.0\ninfo: { name: C }\nrequest: { auth: none }\n",
        ],
        [
          "r.yml",
          "info: { name: R, type: http }\nhttp: { method: GET, url: h, auth: none }\n",
        ],
      ]),
      "opencollection.yml",
      "postman",
    );
    const { auth, item: [{ request }] } = JSON.parse(
      exportPostman(value!).collection,
    );
    const noauth = { type: "noauth" };
    assertEquals([auth, request.auth], [noauth, noauth]);
  });
});

describe("brace export", () => {
  const brace = braceRows();
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  const EXAMPLE = `${FIXTURES}example`;

  it("prints a single file, or writes it", async () => {
    const printed = await brace(["export", "postman", EXAMPLE], { cwd });
    assertEquals(printed.code, 0, printed.stderr);
    assert(JSON.parse(printed.stdout).item.length > 0);
    const written = await brace(
      ["export", "postman", EXAMPLE, "-o", "example.json"],
      { cwd },
    );
    assertEquals(written.code, 0, written.stderr);
    assertEquals(
      written.stdout,
      "Wrote 2 files to .:\n  example.json\n  local.postman_environment.json\n",
    );
    const again = await brace(
      ["import", "example.json", "-o", "from-postman"],
      { cwd },
    );
    assertEquals(again.code, 0, again.stderr);
  });

  it("writes a folder of .bru files that loads without errors", async () => {
    const { code, stderr } = await brace(
      ["export", "bru", EXAMPLE, "-o", "old"],
      { cwd },
    );
    assertEquals(code, 0, stderr);
    const listed = await brace(["run", "old", "--print-hosts"], { cwd });
    assert(!listed.stderr.includes("BRU_SYNTAX"), listed.stderr);
    const again = await brace(["export", "bru", EXAMPLE, "-o", "old"], { cwd });
    assertEquals(again.code, 2);
    assert(again.stderr.includes("--force"), again.stderr);
  });

  const WITH_SECRETS = {
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: M}\n",
    "users/r.yml": `info: {name: R, type: http}
http: {method: GET, url: "http://h/"}
runtime:
  scripts:
    - type: before-request
      code: |
        const apiKey = "sk_live_1234";
        require("./lib/a.js"); require("./lib/b.json");
`,
    "lib/a.js": 'module.exports = { token: "tk_live_1234" };\n',
    "lib/b.json": '{"apiKeys": ["sk_live_5678"]}\n',
  };
  const IN_SCRIPT =
    'The before-request script of "users/R" is written with secrets ("apiKey")';
  const named: [kind: string, flags: string[], notes: string[]][] = [
    ["bru", [], [
      IN_SCRIPT,
      'The file "lib/a.js" is copied with secrets ("token")',
      'The file "lib/b.json" is copied with secrets ("apiKeys")',
    ]],
    ["postman", [], [IN_SCRIPT]],
    ["bru", ["--with-secrets"], []],
  ];
  for (const [kind, flags, notes] of named) {
    it(`names the secrets in scripts and modules: ${kind} ${flags}`, async () => {
      await inFolder(Object.entries(WITH_SECRETS), async (cwd) => {
        const { code, stderr } = await brace(
          ["export", kind, ".", "-o", "out", ...flags],
          { cwd },
        );
        assertEquals(code, 0, stderr);
        const said = oneLine(stderr).match(/The [^:]* with secrets \([^)]*\)/g);
        assertEquals(said ?? [], notes);
      });
    });
  }

  it("writes modules for Bruno, and files that requests send as they are", async () => {
    const root = `${cwd}/modules`;
    const sent = "client.cwd();\n";
    const files = {
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: M}\n",
      "r.yml":
        "info: {name: R, type: http}\nhttp: {method: POST, url: 'http://h/', body: {type: file, data: [{filePath: lib/sent.js, selected: true}]}}\nruntime: {scripts: [{type: tests, code: 'require(\"./lib/a.js\"); require(\"./lib/sent.js\")'}]}\n",
      "lib/a.js": 'require("./b.js"); client.setFolderVar("a", 1);\n',
      "lib/b.js": "module.exports = () => client.cwd();\n",
      "lib/sent.js": sent,
    };
    await Deno.mkdir(`${root}/lib`, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    const { code, stderr } = await brace(
      ["export", "bru", "modules", "-o", "modules-bru"],
      { cwd },
    );
    assertEquals(code, 0, stderr);
    const texts = textsIn(`${cwd}/modules-bru`);
    assertEquals(
      texts.get("lib/b.js"),
      "module.exports = () => bru.cwd();\n",
    );
    assertEquals(texts.get("lib/sent.js"), sent);
    assert(
      oneLine(stderr).includes('"lib/a.js" uses "client.setFolderVar"'),
      stderr,
    );
    assert(
      oneLine(stderr).includes('"lib/sent.js" is copied as it is'),
      stderr,
    );
  });

  const SECRETS = {
    "opencollection.yml":
      "opencollection: 1.0.0\ninfo: {name: C}\nrequest:\n  auth: {type: basic, username: u, password: sesame-1}\n  variables: [{name: levelled, value: sesame-2, secret: true}]\n",
    "environments/e.yml":
      "name: e\nvariables:\n  - {name: given, value: sesame-3, secret: true}\n  - {name: api_token, value: sesame-4}\n  - {name: other, value: '{{process.env.X}}', secret: true}\n",
    "environments/f.yml":
      "name: f\nvariables: [{name: given, value: sesame-5}]\n",
    // no secrets: they bring what stands elsewhere
    "environments/g.yml":
      "name: g\nvariables: [{name: given, value: '{{process.env.GIVEN}}'}, {name: api_token, value: 'Bearer {{other}}'}, {name: other, value: '{{levelled}}'}]\n",
    "r.yml":
      "info: {name: R, type: http}\nhttp:\n  method: GET\n  url: http://h/\n  headers: [{name: X-Api-Key, value: sesame-6}]\n  body: {type: file, data: [{filePath: data/a.bin}]}\n",
    "data/a.bin": "a",
    ".env": "X=sesame-7\n",
    "inner/opencollection.yml": "opencollection: 1.0.0\ninfo: {name: I}\n",
    "inner/i.yml": "info: {name: I, type: http}\nhttp: {url: http://h/}\n",
  };
  for (const kind of ["bru", "postman"]) {
    it(`${kind}: writes the values of secrets on demand only`, async () => {
      const root = `${cwd}/secrets-${kind}`;
      for (const [path, text] of Object.entries(SECRETS)) {
        const file = `${root}/api/${path}`;
        await Deno.mkdir(file.replace(/[^/]*$/, ""), { recursive: true });
        await Deno.writeTextFile(file, text);
      }
      const hidden = await brace(["export", kind, "api", "-o", "out"], {
        cwd: root,
      });
      assertEquals(hidden.code, 0, hidden.stderr);
      const files = textsIn(`${root}/out`);
      for (const [path, text] of files) {
        assert(!text.includes("sesame"), `${path}: ${text}`);
      }
      assert(!hidden.stderr.includes("sesame"), hidden.stderr);
      assert(hidden.stderr.includes("--with-secrets"), hidden.stderr);
      // As a run sees it: the collection inside is another one.
      assert(hidden.stderr.includes('"inner"'), hidden.stderr);
      assert(![...files.keys()].some((path) => path.includes("inner")));
      if (kind === "bru") {
        const secret = "vars:secret [\n  given,\n  api_token,\n  other\n]\n";
        assert(files.get("environments/e.bru")?.includes(secret));
        assertEquals(
          files.get("environments/g.bru"),
          "vars {\n  given: {{process.env.GIVEN}}\n  api_token: Bearer {{other}}\n  other: {{levelled}}\n}\n",
        );
        assert(
          oneLine(hidden.stderr).includes(
            'names "given", "api_token", "other" (was {{process.env.X}}) without a value',
          ),
          hidden.stderr,
        );
        assertEquals(files.get("data/a.bin"), "a");
        assert(files.get(".env.example")?.includes("\nX=\n"));
        assert(
          oneLine(hidden.stderr).includes(
            'The secret "levelled" is a plain variable here',
          ),
          hidden.stderr,
        );
      } else {
        const text = files.get("C.postman_collection.json") ?? "";
        const { item, variable } = JSON.parse(text);
        assertEquals(item.length, 1);
        assertEquals(item[0].protocolProfileBehavior, {
          disableBodyPruning: true,
        });
        assertEquals(variable[0], {
          key: "levelled",
          value: "",
          type: "secret",
        });
        // Postman does not read the process's environment.
        const { values } = JSON.parse(
          files.get("g.postman_environment.json") ?? "",
        );
        assertEquals(
          values.map(({ value }: { value: string }) => value),
          ["", "Bearer {{other}}", "{{levelled}}"],
        );
        assert(hidden.stderr.includes('"data/a.bin"'), hidden.stderr);
      }
      const shown = await brace(
        ["export", kind, "api", "-o", "all", "--with-secrets"],
        { cwd: root },
      );
      assertEquals(shown.code, 0, shown.stderr);
      assert(shown.stderr.includes("in clear"), shown.stderr);
      if (kind === "bru") {
        assert(
          oneLine(shown.stderr).includes(
            'The secrets "levelled", "given", "other" are plain variables here, as .bru files mark only secrets of environments, without a value: BRACE_SECRET_NAME and --secrets-file do not reach them',
          ),
          shown.stderr,
        );
      }
      const all = [...textsIn(`${root}/all`).values()].join("");
      const last = kind === "bru" ? 7 : 6;
      for (let number = 1; number <= last; number++) {
        assert(all.includes(`sesame-${number}`), `sesame-${number}`);
      }
    });
  }

  const GLOBALS: Record<string, Record<string, string>> = {
    "of brace.yaml": {
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: C}\n",
      "brace.yaml": "run: { global-env: environments/G.yml }\n",
      "environments/G.yml": "name: G\nvariables: [{name: a, value: b}]\n",
      "environments/e.yml": "name: e\nvariables: [{name: a, value: c}]\n",
    },
    "beside a tree of Postman's": {
      "postman/collections/C/.resources/definition.yaml":
        "$kind: collection\nname: C\n",
      "postman/globals/workspace.globals.yaml":
        "$kind: globals\nname: G\nvalues: [{key: a, value: b}]\n",
      "postman/environments/e.environment.yaml":
        "$kind: environment\nname: e\nvalues: [{key: a, value: c}]\n",
    },
  };
  for (const [name, texts] of Object.entries(GLOBALS)) {
    it(`keeps the globals ${name} global`, async () => {
      const root = `${cwd}/globals ${name}`;
      for (const [path, text] of Object.entries(texts)) {
        const file = `${root}/${path}`;
        await Deno.mkdir(file.replace(/[^/]*$/, ""), { recursive: true });
        await Deno.writeTextFile(file, text);
      }
      const inside = { cwd: root };
      const path = texts["opencollection.yml"] ? "." : "postman/collections/C";
      const args = ["export", "postman", path, "-o", "out"];
      const { code, stderr } = await brace(args, inside);
      assertEquals(code, 0, stderr);
      assert(stderr.includes("· 2 environments · 2 variables\n"), stderr);
      const files = textsIn(`${root}/out`);
      assertEquals([...files.keys()].toSorted(), [
        "C.postman_collection.json",
        "G.postman_globals.json",
        "e.postman_environment.json",
      ]);
      const globals = JSON.parse(files.get("G.postman_globals.json") ?? "");
      assertEquals(globals._postman_variable_scope, "globals");
      const back = await brace(["import", "out", "-o", "back"], inside);
      assertEquals(back.code, 0, back.stderr);
      assertEquals(
        await Deno.readTextFile(`${root}/back/brace.yaml`),
        'run:\n  global-env: "environments/G.yml"\n',
      );
      const bru = await brace(["export", "bru", path, "-o", "bru"], inside);
      assert(
        oneLine(bru.stderr).includes(
          'The environment "G" has the global variables: make it a global environment in Bruno',
        ),
        bru.stderr,
      );
    });
  }

  it("names globals that lie outside of environments", async () => {
    const root = `${cwd}/other globals`;
    await Deno.mkdir(root);
    const texts = {
      "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: C}\n",
      "brace.yaml": "run: { global-env: g.yml }\n",
      "g.yml": "variables: [{name: a, value: b}]\n",
    };
    for (const [path, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    for (const [kind, client] of [["postman", "Postman"], ["bru", "Bruno"]]) {
      const { stderr } = await brace(
        ["export", kind, ".", "-o", kind],
        { cwd: root },
      );
      assert(
        oneLine(stderr).includes(
          `The global variables of "g.yml" are left out, as the file is not in environments: enter them in ${client}`,
        ),
        stderr,
      );
    }
  });

  it("does not write .bru files into a collection", async () => {
    for (const name of ["own", "other"]) {
      await Deno.mkdir(`${cwd}/${name}`);
      await Deno.writeTextFile(
        `${cwd}/${name}/opencollection.yml`,
        "opencollection: 1.0.0\ninfo: {name: C}\n",
      );
    }
    await Deno.mkdir(`${cwd}/of-bru`);
    await Deno.writeTextFile(
      `${cwd}/of-bru/bruno.json`,
      '{"version":"1","name":"B","type":"collection"}',
    );
    await Deno.mkdir(`${cwd}/of-v3/.resources`, { recursive: true });
    await Deno.writeTextFile(
      `${cwd}/of-v3/.resources/definition.yaml`,
      "$kind: collection\nname: V\n",
    );
    await Deno.mkdir(`${cwd}/other/users`);
    await Deno.writeTextFile(
      `${cwd}/other/users/r.yml`,
      "info: {name: r}\nhttp: {url: http://h}\n",
    );
    for (
      const [from, to] of [
        ["own", "./own"],
        ["own", "other"],
        ["own", "other/users"],
        ["own", "of-v3"],
        ["of-bru", "of-bru"],
      ]
    ) {
      const { code, stderr } = await brace(
        ["export", "bru", from, "-o", to, "--force"],
        { cwd },
      );
      assertEquals(code, 2, stderr);
      assert(stderr.includes(`Cannot export to "${to}"`), stderr);
    }
    assertEquals([...textsIn(`${cwd}/own`).keys()], ["opencollection.yml"]);
  });

  it("names the places of values that it takes out of .bru files", async () => {
    await Deno.mkdir(`${cwd}/hiding/users`, { recursive: true });
    await Deno.writeTextFile(
      `${cwd}/hiding/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: C}\nrequest: {auth: {type: bearer, token: t0k3n-1}}\n",
    );
    await Deno.writeTextFile(
      `${cwd}/hiding/users/one.yml`,
      'info: {name: R, type: http}\nhttp: {method: POST, url: http://h/, body: {type: json, data: \'{"password": "s3same-1"}\'}}\n',
    );
    const args = ["export", "bru", "hiding", "--force", "-o", "of-hiding"];
    const { stderr } = await brace(args, { cwd });
    assert(
      stderr.endsWith(
        "Values that are replaced by variables:\n  auth of the collection: bearer token → BEARER_TOKEN\n  body of users/R: password → PASSWORD\n",
      ),
      stderr,
    );
    const json = await brace([...args, "--format", "json"], { cwd });
    assertEquals(JSON.parse(json.stdout).found, [
      {
        place: "auth of the collection",
        name: "bearer token",
        env: "BEARER_TOKEN",
      },
      { place: "body of users/R", name: "password", env: "PASSWORD" },
    ]);
    const clear = await brace([...args, "--with-secrets"], { cwd });
    assert(!clear.stderr.includes("replaced"), clear.stderr);
  });

  it("names the places of values that it takes out of a collection of Postman's", async () => {
    const files = {
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: C}\nrequest: {auth: {type: bearer, token: t0k3n-1}, variables: [{name: password, value: x}]}\n",
      "users/one.yml":
        'info: {name: R, type: http}\nhttp: {method: POST, url: http://h/, body: {type: json, data: \'{"password": "s3same-1"}\'}}\n',
    };
    await inFolder(Object.entries(files), async (cwd) => {
      const args = ["export", "postman", ".", "-o", "out", "--force"];
      const { stderr } = await brace(args, { cwd });
      assert(
        stderr.endsWith(
          "Values that are replaced by variables:\n  auth of the collection: bearer token → bearerToken\n  body of users/R: password → password2\n",
        ),
        stderr,
      );
      const found = [
        {
          place: "auth of the collection",
          name: "bearer token",
          variable: "bearerToken",
        },
        { place: "body of users/R", name: "password", variable: "password2" },
      ];
      const json = await brace([...args, "--format", "json"], { cwd });
      assertEquals(JSON.parse(json.stdout).found, found);
      // The collection has standard output to itself.
      const piped = await brace(
        ["export", "postman", ".", "--format", "json"],
        { cwd },
      );
      assertEquals(JSON.parse(piped.stderr).found, found);
      const clear = await brace([...args, "--with-secrets"], { cwd });
      assert(!clear.stderr.includes("replaced"), clear.stderr);
    });
  });

  it("asks for what the files read from .env, also where there is none", async () => {
    const root = `${cwd}/lacking`;
    await Deno.mkdir(root);
    const texts = {
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: C}\nrequest: {variables: [{name: a, value: '{{process.env.A_1}}', secret: true}]}\n",
      ".env.example": "# for all\nA_1=\nB=\n",
    };
    for (const [path, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    for (const more of [[], ["--with-secrets"]]) {
      const out = `out${more.length}`;
      const { stderr } = await brace(
        ["export", "bru", ".", "-o", out, ...more],
        { cwd: root },
      );
      assert(
        oneLine(stderr).includes(
          `1 value comes from .env, which the collection lacks: copy ${out}/.env.example to ${out}/.env and fill it in`,
        ),
        stderr,
      );
      assert(!stderr.includes("(or export with"), stderr);
      const files = textsIn(`${root}/${out}`);
      assertEquals(files.get(".env.example")?.split("\n").slice(1), [
        "A_1=",
        "",
      ]);
      assert(!files.has(".env"));
    }
  });

  it("keeps the lines that .env and .gitignore have", async () => {
    const root = `${cwd}/lines`;
    await Deno.mkdir(`${root}/out`, { recursive: true });
    const texts = {
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: C}\nrequest: {variables: [{name: a, value: '{{process.env.A}}{{process.env.KEY}}'}]}\n",
      ".env": 'A=new\nKEY="k1\nMINE=\nk2"',
      "out/.env": "A=old\nMINE=it\\'s\nEMPTY=\n",
      "out/.gitignore": "dist\r\n",
    };
    for (const [path, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    const { code, stderr } = await brace(
      ["export", "bru", ".", "-o", "out", "--with-secrets"],
      { cwd: root },
    );
    assertEquals(code, 0, stderr);
    const files = textsIn(`${root}/out`);
    assertEquals(
      files.get(".env"),
      `${texts[".env"]}\nMINE="it\\'s"\nEMPTY=\n`,
    );
    assertEquals(files.get(".gitignore"), "dist\r\n.env\n");
  });

  it("writes a .env that Bruno reads with the same values", async () => {
    const root = `${cwd}/quotes`;
    await Deno.mkdir(root);
    const names = ["A", "B", "C", "D"];
    const values = names.map((name) =>
      `{name: ${name}, value: '{{process.env.${name}}}'}`
    );
    const texts = {
      "opencollection.yml":
        `opencollection: 1.0.0\ninfo: {name: C}\nrequest: {variables: [${
          values.join(", ")
        }]}\n`,
      ".env":
        '# all\nA="it\'s \\"q\\""\nB="pa\\$HOME\'x"\nC=a#b\nD=" \'`\\"\\r\\\\n"\n',
    };
    for (const [path, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    const { code, stderr } = await brace(
      ["export", "bru", ".", "-o", "out", "--with-secrets"],
      { cwd: root },
    );
    assertEquals(code, 0, stderr);
    assertEquals(
      textsIn(`${root}/out`).get(".env"),
      "A=`it's \"q\"`\nB=\"pa$HOME'x\"\nC='a#b'\n",
    );
    assert(
      oneLine(stderr).includes(
        'The value of "D" is not in .env: Bruno reads it from no kind of quotes (set it in the environment of the process)',
      ),
      stderr,
    );
  });

  it("does not take a part of a collection for the whole", async () => {
    await Deno.mkdir(`${cwd}/parts/users`, { recursive: true });
    await Deno.writeTextFile(
      `${cwd}/parts/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: C}\n",
    );
    await Deno.writeTextFile(
      `${cwd}/parts/users/one.yml`,
      "info: {name: R, type: http}\nhttp: {method: GET, url: http://h/}\n",
    );
    for (const part of ["parts/users", "parts/users/one.yml"]) {
      for (const kind of ["bru", "postman", "artillery"]) {
        const { code, stderr } = await brace(
          ["export", kind, part, "-o", "of-part"],
          { cwd },
        );
        assertEquals(
          [kind, code, stderr.replace(/\s+/g, " ").split(' "brace ')[0]],
          [
            kind,
            2,
            `error USAGE: Cannot export "${part}": it is a part of a collection, and an export contains the whole (name the collection: "parts")`,
          ],
        );
      }
    }
    const { code } = await brace(
      ["export", "bru", "--output", "../../of-whole"],
      { cwd: `${cwd}/parts/users` },
    );
    assertEquals(code, 0);
    assertEquals([...textsIn(`${cwd}/of-whole`).keys()].toSorted(), [
      "bruno.json",
      "users/folder.bru",
      "users/one.bru",
    ]);
  });

  const WRONG: [args: string[], says: string][] = [
    [[], "name the format"],
    [["word"], "use one of"],
    [["bru", EXAMPLE], "--output DIR"],
    [["postman", "nowhere"], "nowhere"],
  ];
  for (const [args, says] of WRONG) {
    it(`refuses ${args.map((arg) => arg.replace(EXAMPLE, "example")).join(" ") || "nothing"}`, async () => {
      const { code, stderr } = await brace(["export", ...args], { cwd });
      assertEquals(code, 2);
      assert(stderr.includes(says), stderr);
    });
  }
});

/** All files, by path. */
function textsIn(root: string, prefix = ""): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, isDirectory } of Deno.readDirSync(`${root}/${prefix}`)) {
    const path = prefix + name;
    if (!isDirectory) {
      files.set(path, Deno.readTextFileSync(`${root}/${path}`));
      continue;
    }
    for (const [inner, text] of textsIn(root, `${path}/`)) {
      files.set(inner, text);
    }
  }
  return files;
}

function filesIn(root: string, prefix = ""): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, isDirectory } of Deno.readDirSync(`${root}/${prefix}`)) {
    const path = prefix + name;
    if (isDirectory) {
      for (const [inner, text] of filesIn(root, `${path}/`)) {
        files.set(inner, text);
      }
    } else if (/\.(?:ya?ml|bru|json)$/.test(name)) {
      files.set(path, Deno.readTextFileSync(`${root}/${path}`));
    }
  }
  return files;
}

/** All that is read of requests, places and notes of people left out. */
function requests(items: readonly Item[] | undefined): unknown[] {
  return (items ?? []).flatMap((item): unknown[] => {
    if (item.kind === "folder") {
      return [
        { folder: item.name, ...plain(item.defaults) as object },
        ...requests(item.items),
      ];
    }
    if (item.kind !== "request") return [];
    const { path: _path, at: _at, seq: _seq, docs: _docs, ...said } = item;
    // The export names what a stream does: .bru files have no place for it.
    const { stream: _stream, ...held } = said;
    // It writes a row for each parameter of the URL, as Bruno's window does.
    const isInUrl = writtenQuery(item.url.text);
    const params = item.params.filter((row) =>
      row.disabled || row.type !== "query" || !isInUrl(row)
    );
    const rest = { ...held, params };
    // No auth is the same, said or not.
    const { auth, ...others } = rest;
    return [plain(auth?.type === "none" ? others : rest)];
  });
}

/** What goes on the wire, and what runs before. */
function wire(items: readonly Item[] | undefined): unknown[] {
  return (items ?? []).flatMap((item): unknown[] => {
    if (item.kind === "folder") return wire(item.items);
    if (item.kind !== "request") return [];
    const { name, method, body, type } = item;
    // Postman's format has none of these; the export names them.
    if (type === "websocket" || type === "grpc") return [];
    const sent = body?.type === "file"
      ? { ...body, contentType: "" }
      : body?.type === "multipart-form"
      // Several files of a part go out as parts of the same name.
      ? {
        ...body,
        fields: body.fields.flatMap((field) =>
          field.values.map((value) => ({ ...field, values: [value] }))
        ),
      }
      : body;
    return [plain({ name, type, method, body: sent })];
  });
}

/** Without places; blanks at the ends of scripts and texts are nobody's. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, member]) =>
      key !== "at" && member !== undefined
    ).map(([key, member]) => [key, plain(member)]),
  );
}
