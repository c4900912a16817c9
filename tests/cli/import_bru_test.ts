import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";

const request = (name: string, more = "") =>
  `meta {\n  name: ${name}\n  type: http\n  seq: 1\n}\n\nget {\n  url: http://127.0.0.1/\n  body: none\n  auth: none\n}\n${more}`;

/** A collection with all that may stand beside its own files. */
const SOURCE: Record<string, string | Uint8Array> = {
  "in/bruno.json": JSON.stringify({
    version: "1",
    name: "Files",
    type: "collection",
    scripts: {
      additionalContextRoots: ["../shared"],
      filesystemAccess: { allow: true },
    },
    presets: { requestType: "http", requestUrl: "http://h.example" },
    clientCertificates: {
      enabled: true,
      certs: [{
        domain: "h.example",
        type: "cert",
        certFilePath: "tls/a.pem",
        keyFilePath: "/abs/a.key",
      }],
    },
  }),
  "in/.env": "TOKEN=sesame-1\nPORT='80 80'\n",
  "in/x.bru": request(
    "x",
    "\nscript:pre-request {\n  require('./lib/a');\n  require('../shared/s');\n  require('./gone');\n  require('lodash');\n  require('fs');\n}\n",
  ).replace("body: none", "body: multipartForm") +
    "\nbody:multipart-form {\n  ~off: @file(gone.bin|{{off}}.bin)\n  ~kept: @file(data/off.bin)\n  f: @file(data/a.bin|./data/b.bin|../out.txt|{{n}}.txt|data/gone.txt)\n}\n",
  "in/x/folder.bru": "meta {\n  name: x\n}\n",
  "in/x/y.bru": request("y"),
  "in/lib/a.js": "module.exports = [require('./b'), require('./c.json')];\n",
  "in/lib/b/index.js": "require('../a');\n",
  "in/lib/c.json": "{}\n",
  "in/lib/unused.js": "\n",
  "in/data/a.bin": new Uint8Array([0, 255, 13, 10]),
  "in/data/b.bin": "b",
  "in/data/off.bin": "off",
  "in/tls/a.pem": "pem",
  "shared/s.js": "\n",
  "out.txt": "not for others",
};

describe("importing a folder of .bru files", () => {
  const brace = braceRows();
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [path, content] of Object.entries(SOURCE)) {
      await Deno.mkdir(`${cwd}/${path.replace(/[^/]*$/, "")}`, {
        recursive: true,
      });
      await Deno.writeFile(
        `${cwd}/${path}`,
        typeof content === "string"
          ? new TextEncoder().encode(content)
          : content,
      );
    }
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  it("keeps what only Brace reads in bruno.json, in the paths of the new files", async () => {
    const files = {
      "bruno.json": JSON.stringify({
        version: "1",
        name: "B",
        type: "collection",
        extensions: {
          brace: {
            setup: ["nul/login.bru", "con.bru", "con"],
            teardown: ["nul"],
            order: ["z.bru", "nul", "con"],
            source: { files: {} },
            agents: "read-only",
          },
        },
      }),
      "nul/login.bru": request("login"),
      "con.bru": request("con"),
      "z.bru": request("z"),
    };
    await Deno.mkdir(`${cwd}/own/nul`, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/own/${path}`, text);
    }
    const { code, stdout } = await brace(
      ["import", "own", "-o", "own-out"],
      { cwd },
    );
    assertEquals(code, 0, stdout);
    assert(stdout.includes("Checked: no problems"), stdout);
    const text = await Deno.readTextFile(`${cwd}/own-out/opencollection.yml`);
    const { extensions } = parse(text) as { extensions: unknown };
    assertEquals(extensions, {
      brace: {
        setup: ["nul request/login.yml", "con request.yml", "con request.yml"],
        teardown: ["nul request"],
        order: ["z.yml", "nul request", "con request.yml"],
        agents: "read-only",
      },
    });
  });

  it("names all files with an assertion that an undeclared name stands in", async () => {
    await Deno.mkdir(`${cwd}/compared`);
    await Deno.writeTextFile(
      `${cwd}/compared/bruno.json`,
      '{"version":"1","name":"B","type":"collection"}',
    );
    const names = [..."abcdefghijkl"];
    for (const name of names) {
      await Deno.writeTextFile(
        `${cwd}/compared/${name}.bru`,
        request(name, "\nassert {\n  res.status: eq {{expect}}\n}\n"),
      );
    }
    const imports = (...args: string[]) =>
      brace(["import", "compared", "-o", "compared-out", ...args], { cwd });
    const { stdout } = await imports();
    assert(stdout.includes("Needs you (1):"), stdout);
    assert(
      oneLine(stdout).includes(
        "a.yml, b.yml, c.yml, d.yml, e.yml, f.yml, g.yml, h.yml, i.yml, j.yml and 2 more",
      ),
      stdout,
    );
    const { notes } = JSON.parse(
      (await imports("--force", "--format", "json")).stdout,
    );
    assertEquals(
      notes.map((
        { target, files }: Record<string, unknown>,
      ) => [target, files]),
      [["a.yml", names.map((name) => `${name}.yml`)]],
    );
  });

  it("names the flag for scripts that require what only trusted ones have", async () => {
    const script = (comment: string) =>
      `\nscript:pre-request {\n${comment}  require("fs");\n}\n`;
    const files = {
      "bruno.json": '{"version":"1","name":"B","type":"collection"}',
      "r.bru": request("r", script("")),
      "quiet.bru": request(
        "quiet",
        script("  // brace-ignore MISSING_MODULE: trusted\n"),
      ),
    };
    await Deno.mkdir(`${cwd}/trusted`);
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/trusted/${path}`, text);
    }
    const plain = await brace(["check", "trusted"], { cwd });
    assertEquals(plain.code, 1);
    assert(
      oneLine(plain.stdout).includes(
        'Cannot require "fs": the sandbox has no access to it (use --trust-scripts if you trust this collection) trusted/r.bru',
      ) && plain.stdout.includes("1 error in 2 requests"),
      plain.stdout,
    );
    const trusted = await brace(
      ["check", "trusted", "--trust-scripts"],
      { cwd },
    );
    assertEquals(trusted.code, 0, trusted.stdout);
    const { stdout } = await brace(
      ["import", "trusted", "-o", "trusted-out"],
      { cwd },
    );
    assert(
      oneLine(stdout).includes(
        'run trusted-out --trust-scripts (scripts require "fs", which only trusted scripts have: read them before you run them)',
      ) && !stdout.includes("fix what stops a run"),
      stdout,
    );
  });

  it("takes the list of packages along that scripts require", async () => {
    const files = {
      "bruno.json": '{"version":"1","name":"B","type":"collection"}',
      "package.json":
        '{"dependencies": {"tide": "1.0.0", "lodash": "4.0.0", "unused": "1.0.0"}, "devDependencies": {"@port/deep": "2.0.0"}}',
      "package-lock.json": "{}",
      "lib/a.js": 'require("@port/deep/low"); require("unlisted");',
      "r.bru":
        'get {\n  url: http://127.0.0.1\n}\nscript:pre-request {\n  require("tide"); require("lodash/get"); require("./lib/a");\n}\n',
    };
    await Deno.mkdir(`${cwd}/packed/lib`, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/packed/${path}`, text);
    }
    const { code, stdout } = await brace(
      ["import", "packed", "-o", "packed-out"],
      { cwd },
    );
    assertEquals(code, 0, stdout);
    const text = stdout.replace(/\s+/g, " ");
    assert(
      text.includes(
        'The packages "tide", "@port/deep" are not copied, and scripts require them: run "npm install" in the new folder, or copy them into "node_modules" there',
      ),
      stdout,
    );
    assert(!text.includes("nothing in the collection"), stdout);
    for (const path of ["package.json", "package-lock.json"] as const) {
      assertEquals(
        await Deno.readTextFile(`${cwd}/packed-out/${path}`),
        files[path],
      );
    }
    // What "npm install" makes is not for the repository.
    assertEquals(
      await Deno.readTextFile(`${cwd}/packed-out/.gitignore`),
      "node_modules/\n",
    );
  });

  it("asks for no package that the new folder has", async () => {
    const files = {
      "bruno.json": '{"version":"1","name":"B","type":"collection"}',
      "package.json": '{"dependencies": {"tide": "1.0.0", "other": "1.0.0"}}',
      "node_modules/tide/package.json": '{"version": "1.0.0"}',
      "node_modules/tide/index.js": "",
      "r.bru":
        'get {\n  url: http://127.0.0.1\n}\nscript:pre-request {\n  require("tide"); require("other");\n}\n',
    };
    for (const [path, text] of Object.entries(files)) {
      const at = `${cwd}/here/${path}`;
      await Deno.mkdir(at.slice(0, at.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(at, text);
    }
    const { code, stdout } = await brace(["import", "here", "-o", "here"], {
      cwd,
    });
    assertEquals(code, 0, stdout);
    const text = stdout.replace(/\s+/g, " ");
    assert(text.includes('The package "other" is not copied'), stdout);
    // The folder has its own list of what to ignore, or none.
    await assertRejects(() => Deno.stat(`${cwd}/here/.gitignore`));
    assert(!text.includes("The packages"), stdout);
  });

  it("names files of JSON that scripts require and that have secrets", async () => {
    const files = {
      "bruno.json": '{"version":"1","name":"J","type":"collection"}',
      "keys.json": '{"apiKey": "json-key-1", "tokenUrl": "https://h/t"}',
      "plain.json": '{"page": 1, "password": ""}',
      "r.bru":
        'get {\n  url: http://127.0.0.1\n}\nscript:pre-request {\n  require("./keys.json"); require("./plain.json");\n}\n',
    };
    await Deno.mkdir(`${cwd}/keys`);
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/keys/${path}`, text);
    }
    const { stdout } = await brace(["import", "keys", "-o", "keys-out"], {
      cwd,
    });
    const text = oneLine(stdout);
    assert(text.includes("Needs you (1):"), stdout);
    assert(
      text.includes('The file "keys.json" is copied with secrets ("apiKey")'),
      stdout,
    );
    assertEquals(
      await Deno.readTextFile(`${cwd}/keys-out/keys.json`),
      files["keys.json"],
    );
  });

  it("says that modules with secrets stay in the source's own folder", async () => {
    const files = {
      "bruno.json": '{"version":"1","name":"O","type":"collection"}',
      "keys.js":
        'module.exports = { token: "tk_live_1234", a: "?password=hunter22" };\n',
      "r.bru":
        'get {\n  url: http://127.0.0.1\n}\nscript:pre-request {\n  require("./keys.js");\n}\n',
    };
    await Deno.mkdir(`${cwd}/in-place`);
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/in-place/${path}`, text);
    }
    const { stdout } = await brace(["import", "in-place", "-o", "in-place"], {
      cwd,
    });
    const text = oneLine(stdout);
    assert(
      text.includes(
        'The file "keys.js" stays as it is with secrets ("token", "password")',
      ),
      stdout,
    );
    assert(!/Replaced|left out of the files/.test(text), stdout);
    assertEquals(
      await Deno.readTextFile(`${cwd}/in-place/keys.js`),
      files["keys.js"],
    );
  });

  it("names bodies that requests have and do not send", async () => {
    const method = (mode: string) =>
      `post {\n  url: http://127.0.0.1\n  body: ${mode}\n}\n`;
    const json = 'body:json {\n  {"a": 1}\n}\n';
    const form = "body:form-urlencoded {\n  a: b\n}\n";
    const graphql =
      "body:graphql {\n  { a }\n}\nbody:graphql:vars {\n  {}\n}\n";
    const ROWS: [name: string, texts: string[], note: string | undefined][] = [
      [
        "none",
        [method("none") + json],
        'a body that the request does not send: "body:json" of "0.bru"',
      ],
      ["sent", [method("json") + json], undefined],
      ["form", [method("formUrlEncoded") + form], undefined],
      ["old", [method("json") + json.replace(":json", "")], undefined],
      ["graphql", [method("graphql") + graphql], undefined],
      ["blank", [method("none") + "body:json {\n\n}\n"], undefined],
      [
        "several",
        [method("json") + form + json, method("text") + json + graphql],
        '4 bodies that requests do not send, such as "body:form-urlencoded" of "0.bru"',
      ],
    ];
    for (const [name, texts, note] of ROWS) {
      const folder = `${cwd}/unsent-${name}`;
      await Deno.mkdir(folder);
      await Deno.writeTextFile(
        `${folder}/bruno.json`,
        '{"version":"1","name":"B","type":"collection"}',
      );
      for (const [index, text] of texts.entries()) {
        await Deno.writeTextFile(`${folder}/${index}.bru`, text);
      }
      const { code, stdout } = await brace(
        ["import", `unsent-${name}`, "-o", `unsent-${name}-out`],
        { cwd },
      );
      assertEquals(code, 0, stdout);
      const said = oneLine(stdout);
      assertEquals(said.includes("Left out"), note !== undefined, stdout);
      assert(said.includes(`Left out ${note}`) || note === undefined, stdout);
    }
  });

  it("copies what it needs, and names what it cannot copy", async () => {
    const { code, stdout, stderr } = await brace(
      ["import", "in", "-o", "out"],
      { cwd },
    );
    assertEquals(code, 0, stderr);
    assertEquals(filesIn(`${cwd}/out`), [
      ".env.example",
      ".gitignore",
      "brace.d.ts",
      "data/a.bin",
      "data/b.bin",
      "data/off.bin",
      "lib/a.js",
      "lib/b/index.js",
      "lib/c.json",
      "opencollection.yml",
      "tls/a.pem",
      "x.yml",
      "x/folder.yml",
      "x/y.yml",
    ]);
    assertEquals(
      await Deno.readFile(`${cwd}/out/data/a.bin`),
      SOURCE["in/data/a.bin"],
    );
    for (
      const named of [
        '"../shared" of "additionalContextRoots"',
        '"filesystemAccess" is not copied',
        'Left out "presets" (requestUrl)',
        '"../shared/s"',
        '"./gone"',
        '"../out.txt"',
        '"{{n}}.txt"',
        '"data/gone.txt"',
        '"/abs/a.key"',
      ]
    ) assert(stdout.includes(named), `${named} in ${stdout}`);
    for (const off of ["gone.bin", "{{off}}"]) {
      assert(!stdout.includes(`"${off}`), `${off} in ${stdout}`);
    }
    assertEquals(
      await Deno.readTextFile(`${cwd}/out/.env.example`),
      "# Copy this file to .env and fill it in; .env is not for the repository.\nTOKEN=\nPORT=\n",
    );
    for (const path of filesIn(`${cwd}/out`)) {
      const text = await Deno.readTextFile(`${cwd}/out/${path}`);
      assert(!text.includes("sesame-1"), path);
    }
    const folder = await Deno.readTextFile(`${cwd}/out/x/folder.yml`);
    assert(!folder.includes("seq"), folder);
  });

  it("says of the .bru files in the folder that it writes to that nothing reads them", async () => {
    const files = { "bruno.json": '{"name": "S"}', "x.bru": request("x") };
    await Deno.mkdir(`${cwd}/same`);
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/same/${path}`, text);
    }
    for (const [output, isSaid] of [["same-out", false], ["same", true]]) {
      const { code, stdout } = await brace(
        ["import", "same", "-o", `${output}`],
        { cwd },
      );
      assertEquals(code, 0, stdout);
      assertEquals(
        oneLine(stdout).includes(
          "a change to its .bru files has no effect (delete them, and bruno.json)",
        ),
        isSaid,
        stdout,
      );
    }
  });

  for (const part of ["in/x", "in/x.bru", "in/x/y.bru", "in/bruno.json"]) {
    it(`refuses ${part}, which is a part`, async () => {
      for (const flags of [[], ["--from", "bru"]]) {
        const { code, stderr } = await brace(
          ["import", part, "-o", "part", ...flags],
          { cwd },
        );
        assertEquals([code, stderr.replace(/\s+/g, " ").trim()], [
          2,
          `error NOT_A_COLLECTION: Cannot import "${part}": it is a part of a collection, and an import contains the whole (name the collection: "in")`,
        ]);
      }
    });
  }

  it("refuses a folder around collections, which it names", async () => {
    const BESIDE: Record<string, string> = {
      "repo/api/bruno.json": "{}",
      "repo/api/environments/e.bru": "vars {\n  a: 1\n}\n",
      "repos/b/bruno.json": "{}",
      "repos/b/r.bru": request("r"),
      "repos/a/bruno.json": "{}",
    };
    for (const [path, text] of Object.entries(BESIDE)) {
      await Deno.mkdir(`${cwd}/${path.replace(/[^/]*$/, "")}`, {
        recursive: true,
      });
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    for (
      const [folder, within, contains] of [
        ["repo", ".", 'one (name the collection: "repo/api")'],
        [".", "repo", 'one (name the collection: "api")'],
        ["repos/", ".", '2 (name one of them: "repos/a", "repos/b")'],
      ]
    ) {
      const { code, stderr } = await brace(
        ["import", folder, "-o", "around"],
        { cwd: `${cwd}/${within}` },
      );
      assertEquals([code, oneLine(stderr).trim()], [
        2,
        `error NOT_A_COLLECTION: Cannot import "${folder}": it is not a collection, it contains ${contains}`,
      ]);
    }
  });

  it("brings the values of .env with --with-secrets", async () => {
    const { code, stderr } = await brace(
      ["import", "in", "-o", "all", "--with-secrets"],
      { cwd },
    );
    assertEquals(code, 0, stderr);
    assertEquals(
      await Deno.readTextFile(`${cwd}/all/.env`),
      "TOKEN=sesame-1\nPORT='80 80'\n",
    );
  });

  it("says to fill in the empty values before a run, with --with-secrets", async () => {
    const environment = (
      name: string,
      more: string,
    ) => [
      `empty/environments/${name}.bru`,
      `vars {\n  host: 127.0.0.1:1\n${more}`,
    ];
    const files = [
      [
        "empty/bruno.json",
        '{ "version": "1", "name": "S", "type": "collection" }',
      ],
      [
        "empty/a.bru",
        request("a").replace("127.0.0.1/", "{{host}}/{{apiKey}}"),
      ],
      environment("local", "}\nvars:secret [\n  apiKey\n]\n"),
      environment("staging", "  apiKey: abcd1234efgh99\n}\n"),
    ];
    await Deno.mkdir(`${cwd}/empty/environments`, { recursive: true });
    for (const [path, text] of files) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
    const { code, stdout } = await brace(
      ["import", "empty", "-o", "some", "--with-secrets"],
      { cwd },
    );
    assertEquals(code, 0);
    const next = oneLine(stdout.slice(stdout.indexOf("Next:"))).trim();
    assertMatch(
      next,
      /brace check some \(and give API_KEY a value in some\/\.env\) .*brace run some --env local$/,
    );
  });

  it("names what it leaves behind, and a file of rows that a run needs", async () => {
    const script =
      "\nscript:pre-request {\n  bru.runner.iterationData.get('sku');\n}\n";
    const SHOP: Record<string, string> = {
      "bruno.json": '{ "version": "1", "name": "S", "type": "collection" }',
      ".env": "A_TOKEN=sesame\nREGION=eu\n",
      "a.bru": request("a", script).replace(
        "127.0.0.1/",
        "127.0.0.1/{{sku}}/{{count}}/{{process.env.REGION}}",
      ),
      "data/all orders.csv": "sku,count\nA-1,2\n",
      "data/part.json": '[{ "sku": "A-1" }]',
      "README.md": "# Shop\n",
      ".gitattributes": "",
    };
    for (const [path, text] of Object.entries(SHOP)) {
      await Deno.mkdir(`${cwd}/shop/${path.replace(/[^/]*$/, "")}`, {
        recursive: true,
      });
      await Deno.writeTextFile(`${cwd}/shop/${path}`, text);
    }
    // The second time, the first one's folder is in the source.
    for (const output of ["shop/out", "shop-out"]) {
      const { stdout } = await brace(["import", "shop", "-o", output], { cwd });
      const text = oneLine(stdout);
      for (
        const part of [
          'Needs you (1): Not copied, as nothing in the collection names them: "README.md", "data/all orders.csv", "data/part.json" (copy those that you need)',
          "1 secret and 1 value of the source's .env left out of the files: copy",
          '--data "shop/data/all orders.csv" (shop/data/all orders.csv has the columns "sku", "count")',
        ]
      ) {
        assert(text.includes(part), stdout);
      }
      assert(!text.includes("--var"), stdout);
    }
    const check = await brace(
      ["check", "shop-out", "--data", "shop/data/all orders.csv"],
      { cwd },
    );
    assertEquals(check.code, 0, check.stderr + check.stdout);
    const { stdout } = await brace(
      ["import", "shop", "-o", "shop-json", "--format", "json"],
      { cwd },
    );
    const { notes, secrets, values } = JSON.parse(stdout);
    assertEquals([secrets, values], [["A_TOKEN"], ["REGION"]]);
    assertEquals(notes[0].files, [
      "README.md",
      "data/all orders.csv",
      "data/part.json",
    ]);
    // In its own folder, nothing is left behind.
    const own = await brace(["import", ".", "-o", "."], { cwd: `${cwd}/shop` });
    assertEquals(own.code, 0, own.stderr);
    assert(!own.stdout.includes("Not copied"), own.stdout);
  });

  it("counts a line of .env as a secret that the files tell to be one", async () => {
    const FILES: Record<string, string> = {
      "bruno.json": '{ "version": "1", "name": "L", "type": "collection" }',
      ".env": "REGION=\nSTAGE=abcdefgh12\nPORT=80\n",
      "a.bru": request(
        "a",
        '\nscript:pre-request {\n  const apiKey = "abcdefgh12";\n}\n',
      ),
      "environments/Local.bru": "vars:secret [\n  region\n]\n",
    };
    await Deno.mkdir(`${cwd}/lines/environments`, { recursive: true });
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${cwd}/lines/${path}`, text);
    }
    const { stdout } = await brace(
      ["import", "lines", "-o", "lines-out", "--format", "json"],
      { cwd },
    );
    const { secrets, values } = JSON.parse(stdout);
    assertEquals([secrets, values], [["REGION", "STAGE"], ["PORT"]], stdout);
  });

  it("names the values that it could not bring", async () => {
    await Deno.mkdir(`${cwd}/short`);
    const main = '{ "version": "1", "name": "S", "type": "collection" }';
    await Deno.writeTextFile(`${cwd}/short/bruno.json`, main);
    await Deno.writeTextFile(
      `${cwd}/short/a.bru`,
      "meta {\n  name: a\n}\nget {\n  url: http://a.example\n}\n",
    );
    for (
      const [dotenv, said] of [
        [
          "A=1\nB=\nC=\n",
          "1 value of the source's .env is in OUT/.env, which .gitignore names. 2 values in it are empty (fill them in): B, C Checked",
        ],
        [
          "A_TOKEN=1\nD_TOKEN=2\nB=\n",
          "The values of 2 secrets are in OUT/.env, which .gitignore names. 1 value in it is empty (fill it in): B Checked",
        ],
        [
          "A_TOKEN=1\nB=2\n",
          "The value of 1 secret and 1 value of the source's .env are in OUT/.env, which .gitignore names. Checked",
        ],
        [
          "A=1\nB=2\n",
          "2 values of the source's .env are in OUT/.env, which .gitignore names. Checked",
        ],
        ["A=\n", "The source lacks 1 value: fill in OUT/.env. "],
      ]
    ) {
      await Deno.writeTextFile(`${cwd}/short/.env`, dotenv);
      await Deno.remove(`${cwd}/full`, { recursive: true }).catch(() => {});
      const { stdout } = await brace(
        ["import", "short", "-o", "full", "--with-secrets", "--force"],
        { cwd },
      );
      const text = stdout.replace(/\s+/g, " ").replaceAll("full/", "OUT/");
      assert(text.includes(said), text);
    }
  });

  it("calls no value empty that .env had before", async () => {
    const [main, environment] = [
      '{ "version": "1", "name": "K", "type": "collection" }',
      "vars:secret [\n  password\n]\n",
    ];
    await Deno.mkdir(`${cwd}/kept/environments`, { recursive: true });
    await Deno.writeTextFile(`${cwd}/kept/bruno.json`, main);
    await Deno.writeTextFile(`${cwd}/kept/environments/a.bru`, environment);
    await Deno.writeTextFile(`${cwd}/kept/.env`, "A=1\n");
    for (
      const [dotenv, said] of [
        [
          "PASSWORD=own-1234\n",
          "The value of 1 secret and 1 value of the source's .env are in OUT/.env, which .gitignore names. Checked",
        ],
        ["PASSWORD=\n", "1 value in it is empty (fill it in): PASSWORD"],
      ]
    ) {
      await Deno.mkdir(`${cwd}/kept-out`, { recursive: true });
      await Deno.writeTextFile(`${cwd}/kept-out/.env`, dotenv);
      const { stdout } = await brace(
        ["import", "kept", "-o", "kept-out", "--with-secrets", "--force"],
        { cwd },
      );
      const text = stdout.replace(/\s+/g, " ").replaceAll("kept-out/", "OUT/");
      assert(text.includes(said), text);
    }
  });

  it("keeps apart what two environments call alike, and the way back needs no .env", async () => {
    const main = '{ "version": "1", "name": "T", "type": "collection" }';
    const environment = "vars:secret [\n  password\n]\n";
    const files = {
      "bruno.json": main,
      "environments/local.bru": environment,
      "environments/staging.bru": environment,
      "a.bru": "meta {\n  name: a\n}\nget {\n  url: http://a/{{password}}\n}\n",
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${cwd}/two/environments`, { recursive: true });
      await Deno.writeTextFile(`${cwd}/two/${path}`, text);
    }
    const { stdout } = await brace(["import", "two", "-o", "apart"], { cwd });
    assert(stdout.includes("The source lacks 2 values"), stdout);
    const example = await Deno.readTextFile(`${cwd}/apart/.env.example`);
    assertEquals(example.match(/^\w+=$/gm), ["PASSWORD=", "STAGING_PASSWORD="]);
    for (const [name, env] of [["local", ""], ["staging", "STAGING_"]]) {
      const text = await Deno.readTextFile(
        `${cwd}/apart/environments/${name}.yml`,
      );
      assert(text.includes(`{{process.env.${env}PASSWORD}}`), text);
    }
    await Deno.writeTextFile(
      `${cwd}/apart/.env`,
      "PASSWORD=one-1234\nSTAGING_PASSWORD=two-1234\nOTHER=three\n",
    );
    const back = await brace(["export", "bru", "apart", "-o", "back"], { cwd });
    assertEquals(
      (await Deno.readTextFile(`${cwd}/back/.env.example`)).match(/^\w+=$/gm),
      ["OTHER="],
      back.stderr,
    );
    assert(
      back.stderr.replace(/\s+/g, " ").includes(
        "1 value that is secret or from .env is left out: copy back/.env.example to back/.env",
      ),
      back.stderr,
    );
  });

  it("into its own folder leaves what is there", async () => {
    const { code, stderr } = await brace(["import", ".", "-o", "."], {
      cwd: `${cwd}/in`,
    });
    assertEquals(code, 0, stderr);
    assertEquals(await Deno.readTextFile(`${cwd}/in/data/b.bin`), "b");
  });
});

function filesIn(root: string, prefix = ""): string[] {
  return [...Deno.readDirSync(`${root}/${prefix}`)].flatMap((
    { name, isDirectory },
  ) => isDirectory ? filesIn(root, `${prefix}${name}/`) : [prefix + name])
    .sort();
}
