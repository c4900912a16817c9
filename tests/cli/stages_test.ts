import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { brace, braceCommand } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";
import { recordingServer } from "../support/recording_server.ts";

const get = (path: string, more = "") =>
  `info: {name: ${path}, type: http}\nhttp: {method: GET, url: "{{server}}/${path}"}\n${more}`;

/** Makes a collection in a folder of its own. */
async function folderOf(files: Record<string, string>): Promise<string> {
  const cwd = await Deno.makeTempDir();
  for (const [path, text] of Object.entries(files)) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    await Deno.mkdir(`${cwd}/${folder}`, { recursive: true });
    await Deno.writeTextFile(`${cwd}/${path}`, text);
  }
  return cwd;
}

const MAIN = `opencollection: 1.0.0
info: {name: Shop}
extensions:
  brace:
    setup: [login]
    teardown:
      - logout
`;

describe("brace run with setup and teardown", () => {
  itNeeds("signals")("runs teardown after Ctrl-C", async () => {
    const hanging = Promise.withResolvers<void>();
    await using server = recordingServer(({ target }) => {
      if (target !== "/hang") return { json: {} };
      hanging.resolve();
      return { raw: [], close: false };
    });
    const cwd = await folderOf({
      "opencollection.yml": MAIN,
      "login.yml": get("login"),
      "hang.yml": get("hang"),
      "never.yml": get("never"),
      "logout.yml": get("logout"),
    });
    const child = braceCommand(
      ["run", ".", `--var=server=${server.url}`, "--reporter=json=out.json"],
      { cwd },
    ).spawn();
    await child.stdin.close();
    await hanging.promise;
    child.kill("SIGINT");
    const { code, stdout } = await child.output();
    const text = new TextDecoder().decode(stdout);
    assertEquals(code, 130, text);
    assert(text.includes("Interrupted: teardown still runs"), text);
    assertEquals(server.requests.map(({ target }) => target), [
      "/login",
      "/hang",
      "/logout",
    ]);
    const { requests } = JSON.parse(
      await Deno.readTextFile(`${cwd}/out.json`),
    ) as { requests: { path: string; stage?: string; status: string }[] };
    assertEquals(requests.map((it) => [it.path, it.stage, it.status]), [
      ["login.yml", "setup", "passed"],
      ["hang.yml", undefined, "skipped"],
      ["logout.yml", "teardown", "passed"],
    ]);
    await Deno.remove(cwd, { recursive: true });
  });

  itNeeds("signals")("leaves at once at the second Ctrl-C", async () => {
    const [run, end] = [0, 0].map(() => Promise.withResolvers<void>());
    await using server = recordingServer(({ target }) => {
      if (target === "/hang") run.resolve();
      else if (target === "/logout") end.resolve();
      else return { json: {} };
      return { raw: [], close: false };
    });
    const cwd = await folderOf({
      "opencollection.yml": MAIN,
      "login.yml": get("login"),
      "hang.yml": get("hang"),
      "logout.yml": get("logout"),
    });
    const child = braceCommand(["run", ".", `--var=server=${server.url}`], {
      cwd,
    }).spawn();
    await child.stdin.close();
    await run.promise;
    child.kill("SIGINT");
    await end.promise;
    child.kill("SIGINT");
    const { signal } = await child.output();
    assertEquals(signal, "SIGINT");
    await Deno.remove(cwd, { recursive: true });
  });

  it("shows a path that leads nowhere in its file", async () => {
    const cwd = await folderOf({
      "yaml/opencollection.yml": MAIN.replace("- logout", "- logoff"),
      "yaml/login.yml": get("login"),
      "yaml/logout.yml": get("logout"),
      "bru/bruno.json":
        '{\n  "name": "Shop",\n  "extensions": {\n    "brace": { "setup": ["logon"] }\n  }\n}',
      "bru/login.bru":
        "meta {\n  name: login\n  type: http\n}\n\nget {\n  url: http://localhost\n}\n",
    });
    for (
      const [folder, place] of [
        ["yaml", "yaml/opencollection.yml:7:9"],
        ["bru", "bru/bruno.json:4:27"],
      ]
    ) {
      const { code, stderr } = await brace(["run", folder], { cwd });
      assertEquals(code, 2);
      assert(stderr.includes(place), stderr);
    }
    await Deno.remove(cwd, { recursive: true });
  });

  it("reads what a selection does not name", async () => {
    const cwd = await folderOf({
      "opencollection.yml": MAIN,
      "login.yml": "info: {type: http}\nhttp: {method: [GET]}\n",
      "logout.yml": get("logout"),
      "a.yml": get("a"),
    });
    const { code, stderr } = await brace(["run", "a.yml"], { cwd });
    assertEquals(code, 2);
    assert(stderr.includes("login.yml:2:"), stderr);
    assert(stderr.startsWith("error INVALID_FIELD"), stderr);
    await Deno.remove(cwd, { recursive: true });
  });

  it("does not check with a column what runs once, without rows", async () => {
    const cwd = await folderOf({
      "opencollection.yml":
        "info: {name: Shop}\nextensions: {brace: {setup: [login]}}\n",
      "login/a.yml": 'http: {url: "http://h/{{user}}"}\n',
      "read.yml": 'http: {url: "http://h/{{user}}"}\n',
      "rows.csv": "user\na\n",
    });
    const args = ["check", "--data=rows.csv"];
    const { code, stdout } = await brace(args, { cwd });
    assertEquals(code, 1, stdout);
    assertEquals(
      stdout.match(/^error .*|^ {2}\S+:\d+:\d+/gm),
      [
        'error UNDEFINED_VARIABLE: Cannot resolve "{{user}}": no scope defines "user"',
        "  login/a.yml:1:23",
      ],
      stdout,
    );
    await Deno.remove(cwd, { recursive: true });
  });

  it("says of what runs once that no row reaches it", async () => {
    const url = 'http: {method: GET, url: "http://127.0.0.1:1/{{user}}"}\n';
    const script = (code: string) =>
      `${url}runtime: {scripts: [{type: tests, code: '${code}'}]}\n`;
    const cwd = await folderOf({
      "rows.csv": "user\na\n",
      "plain/opencollection.yml":
        "info: {name: Shop}\nextensions: {brace: {setup: [login]}}\n",
      "plain/login/a.yml": url,
      "plain/read.yml": url,
      "named/opencollection.yml":
        "info: {name: Shop}\nextensions: {brace: {teardown: [bye.yml]}}\n",
      "named/bye.yml": url,
      "named/read.yml": script('client.runner.iterationData.get("user")'),
      "asked/opencollection.yml":
        "info: {name: Shop}\nextensions: {brace: {setup: [login.yml]}}\n",
      "asked/login.yml": url,
      "asked/read.yml": script(
        'client.runner.iterationData.get("user"); client.getEnvVar("user") ?? 1',
      ),
    });
    const define = "define it, or give it with --var user=VALUE";
    const once = (stage: string) =>
      `${stage} runs once, without rows: move the request out of it if it needs one`;
    const rows: [args: string[], told: string[]][] = [
      [["check", "plain", "--data=rows.csv"], [define, once("setup")]],
      [["run", "plain", "--data=rows.csv"], [define, once("setup")]],
      [["check", "named", "--data=rows.csv"], [define, once("teardown")]],
      [["check", "asked"], [define, once("setup")]],
      [["run", "asked", "--data=rows.csv"], [define, once("setup")]],
      [["run", "plain"], [define]],
    ];
    for (const [args, told] of rows) {
      const { stdout } = await brace(args, { cwd });
      const lines = stdout.split("\n").map((it) => it.trim());
      const at = lines.findIndex((it) => it.startsWith("searched: "));
      assertEquals(lines.slice(at + 1, at + 1 + told.length), told, stdout);
      assert(!stdout.includes("has no field"), stdout);
    }
    // Without rows, the others may be given some.
    const { stdout } = await brace(["check", "plain", "--verbose"], { cwd });
    assertEquals(
      stdout.match(/(?:define it|give it) .*/g)?.length ?? stdout,
      2,
      stdout,
    );
    assertEquals(stdout.match(/or a column of --data FILE/g)?.length, 1);
    await Deno.remove(cwd, { recursive: true });
  });

  const REPEATED: [
    what: string,
    args: string[],
    head: string,
    warning: string | undefined,
  ][] = [
    [
      "rows where setup alone runs",
      ["create.yml", "--data=rows.csv"],
      "Shop · 1 request",
      'The rows of "rows.csv" have no effect: nothing runs but setup',
    ],
    [
      "iterations where setup alone runs",
      ["create.yml", "--iterations=2"],
      "Shop · 1 request",
      "Iterations have no effect: nothing runs but setup",
    ],
    [
      "nothing where setup alone runs once",
      ["create.yml"],
      "Shop · 1 request",
      undefined,
    ],
    [
      "a column that setup alone reads",
      ["read.yml", "--data=rows.csv"],
      "Shop · 3 requests · 2 iterations",
      'The field "weight" of "rows.csv" has no effect: nothing uses it but setup',
    ],
    [
      "no column that others read, too",
      ["weigh.yml", "--data=rows.csv"],
      "Shop · 3 requests · 2 iterations",
      undefined,
    ],
    [
      "no column that a script of others reads",
      ["script.yml", "--data=rows.csv"],
      "Shop · 3 requests · 2 iterations",
      undefined,
    ],
    [
      "no column where a script of others takes the whole row",
      ["row.yml", "--data=rows.csv"],
      "Shop · 3 requests · 2 iterations",
      undefined,
    ],
    [
      "no column that setup names, but does not read",
      ["read.yml", "--data=keys.csv"],
      "Shop · 3 requests · 2 iterations",
      undefined,
    ],
  ];
  for (const [what, args, head, warning] of REPEATED) {
    it(`warns of ${what}`, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const cwd = await folderOf({
        "opencollection.yml":
          "info: {name: Shop}\nextensions: {brace: {setup: [create.yml]}}\n",
        "create.yml": `info: {name: create, type: http}
http:
  url: "{{server}}/create"
  method: POST
  body: {type: json, data: '{"weight": {{weight}}, "size": 1}'}
runtime: {variables: [{name: weight, value: "12.50"}]}
`,
        "read.yml": 'http: {url: "{{server}}/{{kind}}"}\n',
        "weigh.yml": 'http: {url: "{{server}}/{{weight}}"}\n',
        "script.yml": get(
          "script",
          'runtime: {scripts: [{type: before-request, code: \'req.setHeader("x", client.runner.iterationData.get("weight"))\'}]}\n',
        ),
        "row.yml": get(
          "row",
          "runtime: {scripts: [{type: before-request, extensions: {brace: {dialect: postman}}, code: 'console.log(JSON.stringify(data))'}]}\n",
        ),
        "rows.csv": "kind,weight\na,1\nb,2\n",
        "keys.csv": "kind,size\na,1\nb,2\n",
      });
      const { code, stdout } = await brace(
        ["run", ...args, `--var=server=${server.url}`],
        { cwd },
      );
      const said = stdout.replaceAll(/\s+/g, " ");
      assertEquals(code, 0, stdout);
      assertEquals(stdout.split("\n")[0], head);
      assertEquals(
        /warning USAGE: (.*?), which runs once, without rows \(take what is to run more than once out of extensions\.brace\.setup\)/
          .exec(said)?.[1],
        warning,
        stdout,
      );
      assertEquals(stdout.includes("warning"), warning !== undefined, stdout);
      await Deno.remove(cwd, { recursive: true });
    });
  }

  for (const teardown of ["[]", "[tidy.yml]"]) {
    it(`warns of no rows that what failed before does not use, teardown: ${teardown}`, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const cwd = await folderOf({
        "opencollection.yml":
          `info: {name: Shop}\nextensions: {brace: {teardown: ${teardown}}}\n`,
        "read.yml": 'http: {url: "{{server}}/{{kind}}"}\n',
        "rows.csv": "kind\na\nb\n",
        "tidy.yml": get(
          "tidy",
          'runtime: {assertions: [{expression: res.status, operator: eq, value: "201"}]}\n',
        ),
      });
      const args = ["run", "--data=rows.csv", `--var=server=${server.url}`];
      await brace([...args, "--reporter=json=r.json"], { cwd });
      const { stdout } = await brace([...args, "--failed-in=r.json"], { cwd });
      assertEquals(/^Shop · [12] requests?\b/.test(stdout), true, stdout);
      assertEquals(stdout.includes("warning"), false, stdout);
      await Deno.remove(cwd, { recursive: true });
    });
  }

  it("runs teardown if nothing else is selected, and no request that a script skipped", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const cwd = await folderOf({
      "opencollection.yml":
        "info: {name: Shop}\nextensions: {brace: {teardown: [logout.yml]}}\n",
      "a.yml": get("a"),
      "logout.yml": get(
        "logout",
        'runtime: {assertions: [{expression: res.status, operator: eq, value: "201"}]}\n',
      ),
      "skipped.yml": get(
        "skipped",
        "runtime: {scripts: [{type: before-request, code: client.runner.skipRequest()}]}\n",
      ),
    });
    const ran = async (...args: string[]) => {
      const before = server.requests.length;
      const { code, stdout } = await brace(
        ["run", ...args, `--var=server=${server.url}`],
        { cwd },
      );
      const targets = server.requests.slice(before).map((it) => it.target);
      return { code, targets, says: stdout.includes("did not pass") };
    };
    const failed = { code: 1, targets: ["/logout"], says: true };
    const first = await ran(".", "--reporter=json=r.json");
    assertEquals(first, { ...failed, targets: ["/a", "/logout"] });
    const rows = [
      [".", "--failed-in=r.json"],
      ["logout.yml"],
      ["logout.yml", "--iterations=2"],
    ];
    for (const args of rows) assertEquals(await ran(...args), failed);
    const { code, stdout } = await brace(["list", ".", "--failed-in=r.json"], {
      cwd,
    });
    assertEquals([code, stdout.includes("skipped")], [0, false], stdout);
    await Deno.remove(cwd, { recursive: true });
  });

  it("says that requests are skipped since setup failed", async () => {
    await using server = recordingServer(({ target }) => ({
      status: target === "/login" ? 500 : 200,
      json: {},
    }));
    const cwd = await folderOf({
      "opencollection.yml": MAIN,
      "login.yml": get(
        "login",
        'runtime: {assertions: [{expression: res.status, operator: eq, value: "200"}]}\n',
      ),
      "a.yml": get("a"),
      "logout.yml": get("logout"),
    });
    const { code, stdout } = await brace(
      ["run", ".", `--var=server=${server.url}`, "--reporter=pretty"],
      { cwd },
    );
    assertEquals(code, 1);
    assert(/– a\.yml .*setup failed: login\.yml/.test(stdout), stdout);
    assert(stdout.includes("(stopped: setup"), stdout);
    await Deno.remove(cwd, { recursive: true });
  });
});
