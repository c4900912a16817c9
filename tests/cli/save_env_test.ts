import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import type { Outcome } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { oneLine } from "../support/one_line.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Save}\n",
  "environments/base.yml": `name: base
variables: [{name: key, value: base-key-1, secret: true}]
`,
  "environments/local.yml": `name: local
extends: base
variables:
  - name: token # of the last login
    value: 'none'
`,
  "login.yml": `info: {name: login}
http: {method: GET, url: "{{server}}/login"}
runtime:
  scripts:
    - type: after-response
      code: |-
        client.setEnvVar("token", res.body.token);
        client.setEnvVar("user", { name: res.body.token });
        client.setEnvVar("key", "new-key-1");
`,
  "use.yml": `info: {name: use}
http: {method: GET, url: "{{server}}/use?{{token}}&{{user.name}}"}
runtime:
  scripts:
    - type: before-request
      code: client.setVar("same", client.getEnvVar("user").name === client.getEnvVar("token"))
    - {type: tests, code: 'test("same", () => expect(client.getVar("same")).to.equal(true))'}
`,
};

describe("brace run --save-env", () => {
  const brace = braceRows();

  let cwd: string;
  let server: RecordingServer;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(() => ({ json: { token: "t={{key}}" } }));
    await Deno.mkdir(`${cwd}/environments`);
    for (const [path, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
  });
  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  function run(...args: string[]): Promise<Outcome> {
    return brace(["run", ...args, `--var=server=${server.url}`], { cwd });
  }

  it("names what it saves as clear text for the first time, though its name is one of a secret", async () => {
    const folder = `${cwd}/clear`;
    await Deno.mkdir(`${folder}/environments`, { recursive: true });
    const names = ["token", "apiKey", "tokenUrl", "count", "password", "pin"];
    const files = {
      "opencollection.yml": "info: {name: Clear}\n",
      "environments/e.yml":
        `name: e\nvariables:\n  - { name: token, value: "" }\n  - { name: password, value: "", secret: true }\n  - { name: pin, value: before }\n`,
      "a.yml": `http: {method: GET, url: "{{server}}/a"}
runtime:
  scripts:
    - type: after-response
      code: for (const it of ${
        JSON.stringify(names)
      }) client.setEnvVar(it, "v-" + it);
`,
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const save = ["clear/a.yml", "--env=e", "--save-env"];
    const first = await run(...save);
    assertEquals(first.code, 0, first.stderr);
    assertEquals(
      oneLine(first.stderr).trim(),
      'warning WRITE: Saved "token", "apiKey" in "clear/environments/e.yml" as clear text, though their names are those of secrets (client.setVar keeps them for the run only, where {{name}} and client.getVar read them)',
    );
    const again = await run(...save);
    assertEquals([again.code, again.stderr], [0, ""]);
    // What Postman's scripts read with pm.environment has to be there.
    await Deno.writeTextFile(
      `${folder}/environments/p.yml`,
      "name: p\nvariables: []\n",
    );
    await Deno.writeTextFile(
      `${folder}/p.yml`,
      `http: {method: GET, url: "{{server}}/p"}
runtime:
  scripts:
    - type: tests
      code: pm.environment.set("token", "v-1")
      extensions: { brace: { dialect: postman } }
`,
    );
    const pm = await run("clear/p.yml", "--env=p", "--save-env");
    assertEquals(
      oneLine(pm.stderr).trim(),
      'warning WRITE: Saved "token" in "clear/environments/p.yml" as clear text, though its name is one of a secret',
    );
    await Deno.remove(`${folder}/p.yml`);
  });

  it("writes the environment of a .bru collection, too", async () => {
    await Deno.mkdir(`${cwd}/bru/environments`, { recursive: true });
    const files = {
      "bruno.json": '{"version": "1", "name": "B", "type": "collection"}',
      "environments/local.bru": "vars {\n  a: 1\n  ~b: 1\n}\ncolor: red\n",
      "r.bru":
        'meta {\n  name: r\n  type: http\n}\n\nget {\n  url: {{server}}/bru\n}\n\nscript:post-response {\n  bru.setEnvVar("token", res.body.token);\n  bru.setEnvVar("a", "2");\n}\n',
    };
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${cwd}/bru/${path}`, text);
    }
    const { code, stdout, stderr } = await run(
      "bru",
      "--env=local",
      "--save-env",
    );
    assertEquals(code, 0, stdout);
    assertStringIncludes(
      oneLine(stderr),
      'warning WRITE: Saved "token" in "bru/environments/local.bru" as clear text, though its name is one of a secret (bru.setVar keeps it for the run only, where {{name}} and bru.getVar read it)',
    );
    assertEquals(
      await Deno.readTextFile(`${cwd}/bru/environments/local.bru`),
      "vars {\n  a: 2\n  ~b: 1\n  token: t={{'{{'}}key}}\n}\ncolor: red\n",
    );
  });

  it("leaves out what an extended environment keeps secret", async () => {
    const { code, stdout } = await run(
      "login.yml",
      "--env=local",
      "--save-env",
    );
    assertEquals(code, 0, stdout);
    const saved = await Deno.readTextFile(`${cwd}/environments/local.yml`);
    assert(saved.includes("name: token # of the last login"), saved);
    assert(!saved.includes("new-key-1"), saved);
  });

  it("saves text of a response so that it is text in the next run, too", async () => {
    const { code, stdout } = await run("use.yml", "--env=local");
    assertEquals(code, 0, stdout);
    const wanted = "t=%7B%7Bkey%7D%7D";
    const { target } = server.requests.at(-1)!;
    assertEquals(
      target.replaceAll("{", "%7B").replaceAll("}", "%7D"),
      `/use?${wanted}&${wanted}`,
    );
  });
});
