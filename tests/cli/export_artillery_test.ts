import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { parse } from "@std/yaml/parse";
import { VERSION } from "../../lib/core/source/version.ts";
import { braceProgram, runLoad } from "../support/artillery.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

describe("brace export artillery", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(() => ({ json: {} }));
    const files = {
      "opencollection.yml": `opencollection: 1.0.0
info: {name: "Shop: \\"all\\""}
request: {variables: [{name: unused, secret: true, disabled: true}]}
`,
      "environments/staging.yml":
        "name: staging\nvariables: [{name: token, secret: true}]\n",
      "users/get all.yml": `info: {name: Get, type: http}
http: {method: GET, url: "${server.url}/{{token}}"}
`,
      "users/body.json": "{}",
      ".env": "KEY=value-of-this-machine\n",
    };
    await Deno.mkdir(`${cwd}/api/users`, { recursive: true });
    await Deno.mkdir(`${cwd}/api/environments`);
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/api/${path}`, text);
    }
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await Deno.remove(cwd, { recursive: true });
  });

  const run = (...args: string[]) =>
    brace(["export", "artillery", ...args], { cwd });

  interface Script {
    readonly config: {
      readonly engines: { readonly brace: object };
      readonly includeFiles: readonly string[];
      readonly phases: readonly unknown[];
    };
    readonly scenarios: readonly { readonly flow: readonly unknown[] }[];
  }

  async function exported(folder: string) {
    const { code, stdout } = await run(
      ...["api", "-o", folder, "--env", "staging"],
    );
    assertEquals(code, 0);
    assertEquals(
      stdout,
      `Wrote 4 files to ${folder}\nRun it: cd ${folder} && npm install && npm run load\n`,
    );
    const text = await Deno.readTextFile(`${cwd}/${folder}/load.yml`);
    return parse(text) as Script;
  }

  it("writes a project of Artillery beside the collection", async () => {
    const { config, scenarios } = await exported("load");
    assertEquals(config.engines.brace, {
      collection: "../api",
      env: ["staging"],
      users: 500,
    });
    assertEquals(config.phases.length, 3);
    assertEquals(scenarios.map(({ flow }) => flow), [[{ run: {} }]]);
    for (const file of config.includeFiles) {
      await Deno.stat(`${cwd}/load/${file}`);
    }
    assert(config.includeFiles.includes("../api/users/get all.yml"));
    assert(!config.includeFiles.includes("../api/.env"));
    const text = (name: string) => Deno.readTextFile(`${cwd}/load/${name}`);
    assertEquals(JSON.parse(await text("package.json")).dependencies, {
      "artillery": "2.0.21",
      "artillery-engine-brace": VERSION,
    });
    const readme = await text("README.md");
    assertStringIncludes(readme, '# Load on Shop: "all"\n');
    assertStringIncludes(readme, "--secret BRACE_SECRET_token load.yml");
    assert(!readme.includes("BRACE_SECRET_unused"));
    assertEquals(await text(".gitignore"), "node_modules/\n.env\n");
  });

  it("says that no environment is chosen, and names no file that is not there", async () => {
    const { code, stdout } = await run("api", "-o", "plain");
    assertEquals(code, 0);
    assertStringIncludes(
      stdout,
      'No environment is chosen: write one to "env"',
    );
    assertStringIncludes(stdout, "(staging)");
    const readme = await Deno.readTextFile(`${cwd}/plain/README.md`);
    assertStringIncludes(readme, "--region westeurope load.yml");
  });

  itNeeds("node", "sh", "signals")("the project runs as it is", async () => {
    const script = await exported("deep/load");
    const from = server.requests.length;
    const result = await runLoad({
      script: { ...script, _scriptPath: `${cwd}/deep/load/load.yml` },
      users: 2,
    }, {
      BRACE_BIN: await braceProgram(`${cwd}/brace`),
      BRACE_SECRET_token: "given",
    });
    assertEquals([result.completed, result.stderr], [2, ""]);
    assertEquals(
      server.requests.slice(from).map(({ target }) => target),
      ["/given", "/given"],
    );
  });

  it("lists what requests send and scripts load, for workers in the cloud", async () => {
    const files = {
      "opencollection.yml": "info: {name: Files}\n",
      "environments/a.yml": "variables: [{name: kind, value: front}]\n",
      "upload.yml": `info: {name: Upload, type: http}
http:
  method: POST
  url: "${server.url}"
  body:
    type: multipart-form
    data: [{name: file, type: file, value: ["images/{{kind}}.png"]}]
runtime:
  scripts: [{type: before-request, code: 'require("./lib/sign.js")'}]
`,
      "call.yml": `info: {name: Call, type: grpc}
grpc: {url: "grpc://127.0.0.1:1", method: /s.S/M, protoFilePath: s.proto}
`,
      "s.proto": 'syntax = "proto3"; package s;',
      "images/front.png": "PNG",
      "images/unused.png": "PNG",
      "lib/sign.js": 'module.exports = require("./more");',
      "lib/more.js": "module.exports = 1;",
      "secrets.json": "{}",
    };
    for (const [path, text] of Object.entries(files)) {
      const whole = `${cwd}/files/${path}`;
      await Deno.mkdir(whole.slice(0, whole.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(whole, text);
    }
    const { code } = await run("files", "-o", "files-load", "--env", "a");
    assertEquals(code, 0);
    const text = await Deno.readTextFile(`${cwd}/files-load/load.yml`);
    assertEquals((parse(text) as Script).config.includeFiles, [
      "../files/call.yml",
      "../files/environments/a.yml",
      "../files/images/front.png",
      "../files/lib/more.js",
      "../files/lib/sign.js",
      "../files/opencollection.yml",
      "../files/s.proto",
      "../files/upload.yml",
    ]);
  });

  it("lets the collection read the variables of the process that it names", async () => {
    const files = {
      "opencollection.yml": `info: {name: Env}
request:
  variables:
    - {name: user, value: "{{process.env.USER_NAME}}"}
    - {name: token, value: "{{process.env.TOKEN}}", secret: true}
    - {name: old, value: "{{process.env.OLD}}", disabled: true}
`,
      "environments/a.yml":
        "name: A\nvariables: [{name: host, value: '{{process.env.HOST_A}}'}]\n",
      "environments/b.yml":
        "name: B\nvariables: [{name: host, value: '{{process.env.HOST_B}}'}]\n",
      "get.yml": `info: {name: Get, type: http}
http: {method: GET, url: "${server.url}/{{process.env.BRACE_PART}}/{{user}}"}
runtime:
  scripts:
    - type: before-request
      code: |
        client.setVar("a", client.getProcessEnv("BY_SCRIPT"));
        require("./lib/env.js");
`,
      "lib/env.js": "module.exports = process.env.BY_MODULE;",
    };
    for (const [path, text] of Object.entries(files)) {
      const whole = `${cwd}/env/${path}`;
      await Deno.mkdir(whole.slice(0, whole.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(whole, text);
    }
    const { code, stdout } = await run("env", "-o", "env-load", "--env", "A");
    const allowed = ["BY_MODULE", "BY_SCRIPT", "HOST_A", "USER_NAME"];
    assertEquals(code, 0);
    assertStringIncludes(
      stdout,
      'The collection may read variables of the process: set them, or take them out of "allowEnv" in load.yml (BY_MODULE, BY_SCRIPT, HOST_A, USER_NAME)',
    );
    const text = (name: string) => Deno.readTextFile(`${cwd}/env-load/${name}`);
    const { config } = parse(await text("load.yml")) as Script;
    const { allowEnv } = config.engines.brace as { allowEnv?: unknown };
    assertEquals(allowEnv, allowed);
    const readme = await text("README.md");
    const names = ["BRACE_SECRET_token", "BRACE_PART", ...allowed];
    for (const name of names) assertStringIncludes(readme, `- \`${name}\`\n`);
    assertStringIncludes(
      readme,
      names.map((name) => `--secret ${name}`).join(" "),
    );
  });

  it("replaces files only with --force", async () => {
    await exported("twice");
    const { code, stderr } = await run("api", "-o", "twice");
    assertEquals(code, 2);
    assertStringIncludes(stderr, "--force");
    assertEquals((await run("api", "-o", "twice", "--force")).code, 0);
  });

  it("reports as JSON", async () => {
    const { stdout } = await run("api", "-o", "json", "--format", "json");
    assertEquals(JSON.parse(stdout), {
      kind: "artillery",
      source: "api",
      output: "json",
      files: ["load.yml", "package.json", "README.md", ".gitignore"],
    });
  });

  const REFUSED: [args: string[], message: string][] = [
    [["artillery", "api"], 'name a folder with "--output DIR"'],
    [
      ["artillery", "api", "-o", "no", "--env", "stagin"],
      'Cannot select the environment "stagin"',
    ],
    [["artillery", "nowhere", "-o", "no"], '"nowhere"'],
    [
      ["artillery", "api", "-o", "no", "--with-secrets"],
      'Cannot use "--with-secrets" with "export artillery"',
    ],
    [
      ["bru", "api", "-o", "no", "--env", "staging"],
      'Cannot use "--env" with "export bru"',
    ],
  ];
  for (const [args, message] of REFUSED) {
    it(`refuses ${args.join(" ")}`, async () => {
      const { code, stdout, stderr } = await brace(["export", ...args], {
        cwd,
      });
      assertEquals([code, stdout], [2, ""]);
      assertStringIncludes(stderr.replace(/\s+/g, " "), message);
    });
  }
});
