import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceCommand, type Outcome } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": `opencollection: 1.0.0
info: {name: Shop}
request:
  auth: {type: bearer, token: "{{token}}"}
`,
  ".env": "SHOP_TOKEN=dotenv-token-1\n",
  "environments/local.yml": `name: local
variables:
  - name: base # of the API
    value: "{{server}}/v1"
  - {name: token, value: "{{process.env.SHOP_TOKEN}}", secret: true}
  - {name: password, secret: true}
`,
  "users/get.yml": `info: {name: get, seq: 1, tags: [smoke]}
http:
  method: GET
  url: "{{base}}/users/{{id}}"
  auth: {type: inherit}
runtime:
  variables: [{name: id, value: "1"}]
  scripts:
    - type: tests
      code: |
        console.log("token", client.getEnvVar("token"))
        test("has a name", () => expect(res.body.name).to.equal("Ada"))
        client.setEnvVar("lastId", res.body.id)
  assertions:
    - {expression: res.status, operator: eq, value: "200"}
`,
  "users/fail.yml": `info: {name: fail, seq: 2}
http: {method: GET, url: "{{base}}/fail"}
runtime:
  assertions:
    - {expression: res.status, operator: eq, value: "200"}
`,
  "users/login.yml": `info: {name: login, seq: 3, tags: [slow]}
http:
  method: POST
  url: "{{base}}/login"
  body: {type: json, data: '{"password": "{{password}}"}'}
`,
  "data.csv": "id,name\n1,Ada\n2,Bob\n",
};

describe("brace run", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(async ({ target, text }) => {
      if (target.endsWith("/fail")) return { status: 404, json: {} };
      if (target.endsWith("/hang")) return await new Promise(() => {});
      if (target.endsWith("/login")) {
        return {
          json: { echo: text },
          headers: [
            ["Content-Type", "application/json"],
            ["Set-Cookie", "session=s1; Path=/"],
          ],
        };
      }
      const id = Number(target.slice(target.lastIndexOf("/") + 1));
      return { json: { id, name: id === 1 ? "Ada" : "Bob" } };
    });
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

  function run(...args: string[]): Promise<Outcome> {
    return brace(["run", ...args, `--var=server=${server.url}`], { cwd });
  }

  /** Targets that arrived since the last call. */
  let seen = 0;
  function arrived(): string[] {
    const targets = server.requests.slice(seen).map(({ target }) => target);
    seen = server.requests.length;
    return targets;
  }

  it("runs one request, with what it inherits", async () => {
    const { code, stdout, stderr } = await run(
      "shop/users/get.yml",
      "--env=local",
    );
    assertEquals([code, stderr], [0, ""], stdout);
    const printed = "  console     1 · --verbose shows what scripts print\n";
    assert(stdout.includes(printed), stdout);
    assertEquals(arrived(), ["/v1/users/1"]);
    const [authorization] = server.requests.at(-1)!.headers("authorization");
    assertEquals(authorization, "Bearer dotenv-token-1");
  });

  it("runs a folder and ends with the code of the first failure", async () => {
    const { code, stdout } = await run("shop/users", "--env=local");
    assertEquals(code, 1, stdout);
    // The password is not there, so that the login is not sent.
    assertEquals(arrived(), ["/v1/users/1", "/v1/fail"]);
    assert(stdout.includes("BRACE_SECRET_password"), stdout);
  });

  it("stops at the first failure with --bail", async () => {
    const { code } = await run("shop", "--env=local", "--bail");
    assertEquals([code, arrived().length], [1, 2]);
  });

  it("selects by tags", async () => {
    const { code } = await run("shop", "--env=local", "--tags=smoke");
    assertEquals([code, arrived()], [0, ["/v1/users/1"]]);
  });

  it("runs once for each row of data", async () => {
    const { code, stdout } = await run(
      "shop/users/get.yml",
      "--env=local",
      "--data=shop/data.csv",
    );
    assertEquals(code, 1, stdout);
    assertEquals(arrived(), ["/v1/users/1", "/v1/users/2"]);
  });

  it("masks secrets wherever they turn up", async () => {
    const { stdout, stderr } = await run(
      "shop/users/get.yml",
      "shop/users/login.yml",
      "--env=local",
      "--env-var=password=pass-word-1",
      "--verbose",
      "--reporter=json=out/report.json",
      "--reporter=junit=out/report.xml",
    );
    assertEquals(arrived(), ["/v1/users/1", "/v1/login"]);
    assertEquals(server.requests.at(-1)!.text, '{"password": "pass-word-1"}');
    const written = [
      stdout,
      stderr,
      await Deno.readTextFile(`${cwd}/out/report.json`),
      await Deno.readTextFile(`${cwd}/out/report.xml`),
    ];
    for (const text of written) {
      assert(!text.includes("pass-word-1"), text);
      assert(!text.includes("dotenv-token-1"), text);
      assert(text.includes("***") || text === "", text);
    }
    const report = JSON.parse(written[2]);
    assertEquals([report.exitCode, report.requests.length], [0, 2]);
  });

  it("prints the declared hosts and sends nothing", async () => {
    const { code, stdout } = await run("shop", "--env=local", "--print-hosts");
    assertEquals([code, stdout, arrived()], [0, `${server.host}\n`, []]);
  });

  it("keeps cookies in a file", async () => {
    const args = [
      "shop/users/login.yml",
      "--env=local",
      "--env-var=password=pass-word-1",
    ];
    const jar = "--cookie-jar=cookies.txt";
    assertEquals((await run(...args, jar)).code, 0);
    assertEquals((await run(...args, jar)).code, 0);
    assertEquals(server.requests.at(-1)!.headers("cookie"), ["session=s1"]);
    assertEquals((await run(...args)).code, 0);
    assertEquals(server.requests.at(-1)!.headers("cookie"), []);
    assertEquals(arrived().length, 3);
  });

  it("sends nothing if the file for cookies is one of something else", async () => {
    const file = `${cwd}/rows.csv`;
    await Deno.writeTextFile(file, "a,b\n1,2\n");
    const { code, stderr } = await run(
      "shop/users/login.yml",
      "--env=local",
      "--env-var=password=pass-word-1",
      "--cookie-jar=rows.csv",
    );
    assertEquals([code, arrived()], [2, []]);
    assert(stderr.includes('Cannot keep cookies in "rows.csv"'), stderr);
    assertEquals(await Deno.readTextFile(file), "a,b\n1,2\n");
    await Deno.remove(file);
  });

  it("writes the environment back when asked", async () => {
    const file = `${cwd}/shop/environments/local.yml`;
    await run("shop/users/get.yml", "--env=local");
    assertEquals(
      await Deno.readTextFile(file),
      FILES["environments/local.yml"],
    );
    const { code } = await run(
      "shop/users/get.yml",
      "--env=local",
      "--save-env",
    );
    assertEquals(code, 0);
    const saved = await Deno.readTextFile(file);
    assert(saved.includes("name: base # of the API"), saved);
    assert(saved.includes("name: lastId"), saved);
    assert(!saved.includes("dotenv-token-1"), saved);
    arrived();
  });

  it("fails when nothing is there to run, unless that is fine", async () => {
    const none = ["shop", "--env=local", "--tags=none"];
    assertEquals((await run(...none)).code, 2);
    assertEquals((await run(...none, "--allow-empty")).code, 0);
  });

  it("writes the response of one request to a file", async () => {
    const one = ["shop/users/login.yml", "--env=local", "--env-var=password=p"];
    const { code, stdout } = await run(...one, "--output=login.json");
    assertEquals(code, 0, stdout);
    const written = await Deno.readTextFile(`${cwd}/login.json`);
    assertEquals(JSON.parse(written), { echo: '{"password": "p"}' });
    arrived();

    const below = await run(...one, "--output=login.json/below.json");
    assertEquals([below.code, below.stdout, arrived()], [2, "", []]);
    assert(below.stderr.startsWith("error WRITE"), below.stderr);
    const folder = await run(...one, "--output=new/folder/login.json");
    assertEquals([folder.code, arrived().length], [0, 1]);
    await Deno.stat(`${cwd}/new/folder/login.json`);
  });

  const isHang = ({ target }: { target: string }) => target.endsWith("/hang");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    itNeeds("signals")(`ends at ${signal} with what it has`, async () => {
      arrived();
      await Deno.writeTextFile(
        `${cwd}/shop/hang.yml`,
        `info: {name: hang}\nhttp: {method: GET, url: "{{server}}/hang"}\n`,
      );
      const child = braceCommand(
        [
          "run",
          "shop/users/get.yml",
          "shop/hang.yml",
          "--env=local",
          `--var=server=${server.url}`,
          "--reporter=json=out/interrupted.json",
        ],
        { cwd },
      ).spawn();
      await child.stdin.close();
      while (!server.requests.slice(seen).some(isHang)) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      child.kill(signal);
      const { code, stdout } = await child.output();
      assertEquals(code, 130, new TextDecoder().decode(stdout));
      const report = JSON.parse(
        await Deno.readTextFile(`${cwd}/out/interrupted.json`),
      );
      assertEquals([report.interrupted, report.exitCode], [true, 130]);
    });
  }
});
