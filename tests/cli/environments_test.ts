import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { brace as braceProcess, type Outcome } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
import { oneLine } from "../support/one_line.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";
import { braceInTerminal } from "../support/terminal.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": `info: { name: Api }
request:
  variables: [{ name: level, value: collection }]
`,
  "environments/base.yml": `variables:
  - { name: level, value: base }
  - { name: user, value: base-user }
  - { name: token, secret: true }
  - { name: key, value: key-of-the-file, secret: true }
`,
  "environments/local.yml": `extends: base
variables:
  - { name: user, value: local-user }
`,
  "environments/ci.yml": `extends: base
variables:
  - { name: place, value: ci-place }
`,
  "environments/alone.yml": "variables: [{ name: user, value: alone-user }]\n",
  "environments/a.yml": "extends: b\n",
  "environments/b.yml": "extends: a\n",
  "one.yml": `info: { name: one, type: http }
http:
  method: POST
  url: "{{server}}/one"
  body: { type: text, data: "{{level}} {{user}} {{place}}" }
`,
  "secret.yml": `info: { name: secret, type: http }
http:
  method: POST
  url: "{{server}}/secret"
  body: { type: text, data: "{{token}} {{key}}" }
`,
};

describe("environments of the command line", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;
  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.mkdir(`${cwd}/environments`);
    for (const [path, text] of Object.entries(FILES)) write(path, text);
    server = recordingServer(({ text }) => ({ body: text }));
  });
  afterEach(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  function write(path: string, text: string): void {
    Deno.writeTextFileSync(`${cwd}/${path}`, text);
  }

  function run(
    args: readonly string[],
    { start = brace, ...options }: {
      readonly env?: Readonly<Record<string, string>>;
      readonly start?: typeof brace;
    } = {},
  ): Promise<Outcome> {
    return start(["run", ...args, "--var", `server=${server.url}`], {
      cwd,
      ...options,
    });
  }

  const FORMS: Record<string, string> = {
    "environment.yml":
      "extends: ci\nvariables: [{ name: user, value: '{{level}}-file' }]\n",
    "mapping.yml": "user: '{{level}}-file'\nplace: ci-place\n",
    "mapping.json": '{"user": "{{level}}-file", "place": "ci-place"}',
    "ci.postman_environment.json": JSON.stringify({
      name: "ci",
      values: [
        { key: "user", value: "{{level}}-file", enabled: true },
        { key: "place", value: "ci-place", type: "default" },
        { key: "place", value: "off", enabled: false },
        { key: "level", value: "off", disabled: true },
      ],
    }),
    ".env.ci": "user='{{level}}-file'\nexport place=ci-place # so\n",
    "ci.env": "user={{level}}-file\nplace=ci-place\n",
    "ci.bru":
      "vars {\n  user: {{level}}-file\n  place: ci-place\n  ~level: no\n}\n",
    "some.txt": "\n# a comment\nuser={{level}}-file\nplace=ci-place\n",
  };

  const MERGED: [flags: string[], text: string][] = [
    [["--env=local", "--env=ci"], "base local-user ci-place"],
    [["--env=ci", "--env=local"], "base local-user ci-place"],
    [["--env=ci", "--env=local", "--env=base"], "base base-user ci-place"],
    [["--env=base", "--env=ci", "--env=local"], "base local-user ci-place"],
    [["--env=alone", "--env=ci"], "base base-user ci-place"],
    [["--env=ci", "--env=alone"], "base alone-user ci-place"],
    [
      ["--env=ci", "--env=alone", "--env-var=user=flag"],
      "base flag ci-place",
    ],
    ...Object.keys(FORMS).map((
      file,
    ): [string[], string] => [
      [`--env-file=${file}`, "--env=local"],
      "base base-file ci-place",
    ]),
    [["--env-file=ci.env", "--env-file=last.env"], "collection last ci-place"],
  ];
  it("are merged, later ones over earlier ones, files over names", async () => {
    for (const [file, text] of Object.entries(FORMS)) write(file, text);
    write("last.env", "user=last\n");
    for (const [flags, text] of MERGED) {
      const outcome = await run(["one.yml", ...flags]);
      assertEquals(outcome.code, 0, outcome.stdout + outcome.stderr);
      assertEquals([flags, server.requests.at(-1)!.text], [flags, text]);
    }
  });

  it("have the name in scripts and reports that their file gives them, or its own", async () => {
    for (const [file, text] of Object.entries(FORMS)) write(file, text);
    write("named.yml", "name: Loc\nvariables: [{ name: user, value: u }]\n");
    write(
      "says.yml",
      `info: { name: says, type: http }
http: { method: POST, url: "{{server}}", body: { type: text, data: "{{seen}}" } }
runtime:
  scripts: [{ type: before-request, code: 'client.setVar("seen", String(client.getEnvName()))' }]
`,
    );
    const rows: [flags: string[], name: string | undefined][] = [
      [["--env-file=ci.bru"], "ci"],
      [["--env-file=ci.postman_environment.json"], "ci"],
      [["--env-file=named.yml"], "Loc"],
      [["--env-file=environment.yml"], "environment"],
      [["--env-file=mapping.json"], "mapping"],
      [["--env-file=ci.env"], undefined],
      [["--env-file=named.yml", "--env-file=ci.env"], "Loc"],
      [["--env-file=named.yml", "--env-file=mapping.json"], "mapping"],
      [["--env=local", "--env-file=named.yml"], "local"],
    ];
    for (const [flags, name] of rows) {
      const { stdout } = await run(["says.yml", ...flags]);
      assertEquals([flags, server.requests.at(-1)!.text], [flags, `${name}`]);
      const title = name === undefined
        ? "Api · 1 request"
        : `Api · environment ${name} · 1 request`;
      assertEquals([flags, stdout.split("\n")[0]], [flags, title]);
    }
  });

  it("name the line of a .bru file that stands alone", async () => {
    write("alone.bru", "vars {\n  user: {{nope}}\n}\n");
    const { code, stdout } = await run(["one.yml", "--env-file=alone.bru"]);
    assertEquals(code, 3, stdout);
    assertStringIncludes(stdout, "alone.bru:2:9");
  });

  it("keep the process's value of a name that the .env lists from a collection", async () => {
    write(".env", "SHELL_TEST=\n");
    const text = FILES["one.yml"]
      .replace("{{level}}", "{{process.env.SHELL_TEST}}");
    write("one.yml", text);
    write("two.yml", text);
    const env = { SHELL_TEST: "from-the-process" };
    const rows: [args: string[], sent: string, warnings: number][] = [
      [["run", "one.yml", "two.yml", "--env=ci"], "", 1],
      [
        ["run", "one.yml", "--env=ci", "--allow-env=SHELL_TEST"],
        "from-the-process",
        0,
      ],
      [["render", "one.yml", "--env=ci"], "", 1],
    ];
    for (const [args, sent, warnings] of rows) {
      const { code, stdout, stderr } = await brace(
        [...args, "--var", `server=${server.url}`],
        { cwd, env },
      );
      assertEquals(code, 0, stdout + stderr);
      const said = (stdout + stderr).replace(/\s+/g, " ").split(
        "(--allow-env=SHELL_TEST gives it)",
      );
      assertEquals([args, said.length - 1], [args, warnings]);
      if (args[0] === "run") {
        const received = server.requests.at(-1)!.text;
        assertEquals(received.includes("from-the-process"), sent !== "");
      } else assertEquals(stdout.includes("from-the-process"), false);
    }
  });

  it("leave the process's environment as it is", async () => {
    write("ci.env", "place=x\nSHELL_TEST=from-the-file\n");
    write(
      "one.yml",
      FILES["one.yml"].replace("{{level}}", "{{process.env.SHELL_TEST}}"),
    );
    const { code, stdout } = await run([
      "one.yml",
      "--env=local",
      "--env-file=ci.env",
    ]);
    assertEquals(code, 6, stdout);
    assertEquals(server.requests, []);
  });

  const MISTAKES: [flags: string[], text: string | undefined, first: string][] =
    [
      [
        ["--env=a"],
        undefined,
        'error CYCLE: Cannot select the environment "a"',
      ],
      [["--env=local", "--env=locl"], undefined, "error UNKNOWN_ENVIRONMENT"],
      [["--env-file=x.yml"], undefined, "error MISSING_PATH"],
      [["--env-file=x.yml"], "- a\n", "error INVALID_FIELD"],
      [
        ["--env-file=x.yml"],
        "variables: [{ value: a }]",
        "error INVALID_FIELD",
      ],
      [
        ["--env-file=x.yml"],
        "extends: nobody\nvariables: []",
        'error UNKNOWN_ENVIRONMENT: Cannot select the environment "nobody", which\n    "x.yml" extends',
      ],
      [["--env-file=x.env"], 'a="b\n', "error INVALID_SYNTAX"],
      [
        ["--env-file=x.bru"],
        "vars {\n  user: a\n",
        'error BRU_SYNTAX: Cannot read "x.bru": the block "vars" has no end',
      ],
      [["--secrets-file=x.yml"], undefined, "error MISSING_PATH"],
      [["--secrets-file=x.yml"], "token: 'hidden-value\n", "error YAML_SYNTAX"],
    ];
  for (const [flags, text, first] of MISTAKES) {
    it(`end with code 2 for ${flags.join(" ")} ${text ?? "without"}`, async () => {
      const name = flags.at(-1)!.split("=")[1];
      if (text !== undefined) {
        await Deno.mkdir(`${cwd}/elsewhere`);
        write(`elsewhere/${name}`, text);
      }
      const args = flags.map((flag) =>
        text === undefined ? flag : flag.replace("=x", "=elsewhere/x")
      );
      const { code, stderr, stdout } = await run(["one.yml", ...args]);
      assertEquals([code, stdout], [2, ""], stderr);
      assertStringIncludes(
        stderr.replaceAll("elsewhere/", ""),
        first,
      );
      assertEquals(stderr.includes("hidden-value"), false, stderr);
      assertEquals(server.requests, []);
    });
  }

  for (const flag of ["--env-file", "--secrets-file"]) {
    it(`name the file that ${flag} nearly names`, async () => {
      await Deno.mkdir(`${cwd}/elsewhere`);
      write("elsewhere/values.env", "token=hidden-value\n");
      const { code, stderr } = await run([
        "one.yml",
        `${flag}=elsewhere/value.env`,
      ]);
      assertEquals(code, 2, stderr);
      assertStringIncludes(
        stderr.replace(/\s+/g, " "),
        '"elsewhere/value.env": it does not exist (did you mean "elsewhere/values.env"?)',
      );
    });
  }

  const ENV = { BRACE_SECRET_token: "token-of-the-process" };
  const SOURCES: [
    name: string,
    flags: string[],
    env: Record<string, string>,
    text: string,
  ][] = [
    ["the process", [], ENV, "token-of-the-process key-of-the-file"],
    ["a file", ["--secrets-file=s.env"], {}, "{{token}}-of-s key-of-s"],
    [
      "the process before a file",
      ["--secrets-file=s.env"],
      ENV,
      "token-of-the-process key-of-s",
    ],
    [
      "an environment's file",
      ["--env-file=own.yml"],
      {},
      "token-of-own key-of-own",
    ],
    [
      "a file before an environment's file",
      ["--env-file=own.yml", "--secrets-file=s.env"],
      {},
      "{{token}}-of-s key-of-s",
    ],
    [
      "a flag before all",
      ["--env-var=token=token-of-a-flag", "--secrets-file=s.env"],
      ENV,
      "token-of-a-flag key-of-s",
    ],
  ];
  for (const [name, flags, env, text] of SOURCES) {
    it(`takes secrets from ${name}, and shows them nowhere`, async () => {
      write("s.env", "token={{token}}-of-s\nkey=key-of-s\nuser=not-secret\n");
      write("own.yml", "token: token-of-own\nkey: key-of-own\n");
      const args = [
        "--env=local",
        "-v",
        "--reporter=json=report.json",
        ...flags,
      ];
      const outcome = await run(["secret.yml", ...args], { env });
      assertEquals(outcome.code, 0, outcome.stdout + outcome.stderr);
      assertEquals(server.requests[0].text, text);
      const report = await Deno.readTextFile(`${cwd}/report.json`);
      const shown = outcome.stdout + outcome.stderr + report;
      for (const value of text.split(" ")) {
        assert(!shown.includes(value), `${value} in ${shown}`);
      }
    });
  }

  it("gives nothing to a variable that is not secret", async () => {
    write("s.env", "user=secret-user\n");
    const outcome = await run(
      ["one.yml", "--env=ci", "--secrets-file=s.env"],
      { env: { BRACE_SECRET_user: "secret-user", BRACE_SECRET_place: "x" } },
    );
    assertEquals(outcome.code, 0, outcome.stdout);
    assertEquals(server.requests[0].text, "base base-user ci-place");
  });

  it("keeps BRACE_SECRET_ from process.env", async () => {
    const reads = (code: string) =>
      `info: { name: reads, type: http }
http: { method: GET, url: "{{server}}/reads" }
runtime:
  scripts:
    - type: before-request
      code: |
        client.setVar("seen", "" + (${code}))
    - type: tests
      code: test("saw nothing", () => expect(client.getVar("seen")).not.contain("of-the-process"))
`;
    write(".env", "BRACE_SECRET_token=token-of-the-process\n");
    const env = {
      BRACE_SECRET_token: "token-of-the-process",
      BRACE_SECRET_undeclared: "also-of-the-process",
    };
    const allow = "--allow-env";
    for (
      const [code, flags, exit] of [
        ["process.env.BRACE_SECRET_token", [allow], 6],
        ["client.getProcessEnv('BRACE_SECRET_token')", [allow], 6],
        ["client.getProcessEnv('BRACE_SECRET_undeclared')", [allow], 6],
        [
          "JSON.stringify(Deno.env.toObject()) + JSON.stringify(require('node:process').env)",
          [allow, "--trust-scripts"],
          0,
        ],
      ] as const
    ) {
      write("reads.yml", reads(code));
      const all = ["reads.yml", "--env=local", ...flags];
      // Secrets leave the environment of a process with trusted scripts.
      const outcome = await run(all, { env, start: braceProcess });
      assertEquals([code, outcome.code], [code, exit], outcome.stdout);
      assert(!outcome.stdout.includes("of-the-process"), outcome.stdout);
    }
    write(
      "reads.yml",
      reads("0").replace("/reads", "/{{process.env.BRACE_SECRET_token}}"),
    );
    const { code, stdout } = await run(["reads.yml", allow], { env });
    assertEquals(code, 6, stdout);
    assertStringIncludes(stdout, "it is for the");
  });

  it("says where a missing secret can come from", async () => {
    write(
      "environments/unselected.yml",
      "name: unselected\nvariables: [{name: token, secret: true}]\n",
    );
    const { code, stdout } = await run(["secret.yml", "--env=local"], {
      env: { BRACE_SECRET_token: "" },
    });
    assertEquals(code, 3, stdout);
    const text = stdout.replace(/\s+/g, " ");
    assertStringIncludes(
      text,
      'Cannot resolve "{{token}}": the secret "token" has no value (set the environment variable BRACE_SECRET_token, give --secrets-file FILE, or run on a terminal, which asks for it) secret.yml:5:30',
    );
    assertStringIncludes(
      text,
      '"token" is a secret of the environment "base", whose value environments/base.yml leaves out; the selected environment "local" in environments/local.yml extends it',
    );
    assert(!text.includes("unselected"), text);
    const empty = '"BRACE_SECRET_token" is set, but empty';
    assertStringIncludes(text, empty);
    const checked = await brace(["check", "--env=local"], {
      cwd,
      env: { BRACE_SECRET_token: "" },
    });
    assertStringIncludes(oneLine(checked.stdout), empty);
    const without = await run(["secret.yml", "--env=local"]);
    assertEquals(without.code, 3);
    assert(!oneLine(without.stdout).includes(empty), without.stdout);
    for (const command of ["run", "render"]) {
      const none = await brace([command, "secret.yml"], { cwd });
      assertEquals(none.code, 3);
      assertStringIncludes(
        oneLine(none.stdout + none.stderr),
        '"token" is a secret of the environment "base", which is not selected and whose value environments/base.yml leaves out: --env base',
      );
    }
    assertEquals(server.requests, []);
  });

  it("names the environment that takes a given value as its secret", async () => {
    write("given.env", "token=given-token-1\n");
    const selected =
      'and is a secret of the environment "base", which is not selected: --env base';
    for (
      const [flags, env, where] of [
        [["--secrets-file=given.env"], {}, "given.env"],
        [
          [],
          { BRACE_SECRET_token: "given-token-1" },
          'the environment variable "BRACE_SECRET_token"',
        ],
        [[], {}, undefined],
      ] as const
    ) {
      const { code, stdout } = await run(["secret.yml", ...flags], { env });
      assertEquals(code, 3, stdout);
      const text = oneLine(stdout);
      const note = `"token" has a value in ${where}, ${selected}`;
      assertEquals(text.includes(note), where !== undefined, stdout);
      assertEquals(text.includes("leaves out"), where === undefined, stdout);
      const alone = await run(["secret.yml", ...flags, "--env=alone"], { env });
      assertEquals(
        oneLine(alone.stdout).includes(
          `"token" has a value in ${where}, and is a secret of the environment "base", not of "alone", which is selected (declare it as a secret in environments/alone.yml)`,
        ),
        where !== undefined,
        alone.stdout,
      );
      assert(!stdout.includes("given-token-1"), stdout);
    }
  });

  it("names the given file that leaves the value of a secret out", async () => {
    for (const name of ["base", "local", "unknown"]) {
      for (const base of ["secret: true", "value: 1"]) {
        write(
          "environments/base.yml",
          `name: base\nvariables: [{ name: token, ${base} }]\n`,
        );
        write(
          "given.json",
          `{"name": "${name}", "values": [{ "key": "token", "value": "", "type": "secret" }]}`,
        );
        const { code, stdout } = await run([
          "secret.yml",
          "--env-file=given.json",
        ]);
        assertEquals(code, 3, stdout);
        const text = oneLine(stdout);
        assertStringIncludes(
          text,
          `"token" is a secret of the environment "${name}", whose value given.json leaves out`,
        );
        assert(!/which is|base\.yml/.test(text), stdout);
      }
    }
  });

  it("warns of a secret that a script reads and whose entry of the .env is empty", async () => {
    write(".env", "TOKEN=\n");
    write(
      "environments/empty.yml",
      'name: empty\nextends: base\nvariables: [{ name: token, secret: true, value: "{{process.env.TOKEN}}" }]\n',
    );
    const script = (code: string, dialect = "") =>
      `info: { name: it }\nhttp: { method: POST, url: "{{server}}/t", body: { type: text, data: "x" } }\nruntime: { scripts: [{ type: before-request, ${dialect}code: ${
        JSON.stringify(code)
      } }] }\n`;
    write("get.yml", script('req.setBody(`[${client.getEnvVar("token")}]`)'));
    write(
      "pm.yml",
      script(
        'pm.environment.get("token")',
        "extensions: { brace: { dialect: postman } }, ",
      ),
    );
    write("other.yml", script('client.getEnvVar("level")'));
    const rows: [paths: string[], bodies: string[], warnings: number][] = [
      [["get.yml"], ["[]"], 1],
      [["pm.yml", "get.yml"], ["x", "[]"], 1],
      [["other.yml"], ["x"], 0],
    ];
    for (const [paths, bodies, warnings] of rows) {
      const before = server.requests.length;
      const { code, stdout } = await run([...paths, "--env=empty"]);
      const said = stdout.replace(/\s+/g, " ");
      const warning =
        'warning UNSET_SECRET: Read "process.env.TOKEN" from the .env: it is empty (fill it in)';
      assertEquals(
        [
          code,
          server.requests.slice(before).map(({ text }) => text),
          said.split(warning).length - 1,
        ],
        [0, bodies, warnings],
        said,
      );
    }
  });

  it("says how else a script gets the secret whose entry it cannot read, and is silent where it sets it", async () => {
    write(
      "environments/own.yml",
      'name: own\nextends: base\nvariables: [{ name: token, secret: true, value: "{{process.env.OWN_TOKEN}}" }, { name: key, secret: true, value: "{{process.env.OWN_KEY}}" }]\n',
    );
    const script = (code: string) =>
      `info: { name: it }\nhttp: { method: GET, url: "{{server}}/t" }\nruntime: { scripts: [{ type: before-request, extensions: { brace: { dialect: postman } }, code: ${
        JSON.stringify(code)
      } }] }\n`;
    write(
      "own-login.yml",
      script(
        'if (!pm.environment.get("token")) pm.environment.set("token", "t-123456");',
      ),
    );
    write("own-key.yml", script('pm.environment.get("key")'));
    const ways = (name: string) =>
      `set the environment variable BRACE_SECRET_${name}, or give --secrets-file FILE)`;
    const emptied =
      '; a script sets "token": if it needs no first value, write value: "" in "environments/own.yml" (';
    const rows: [args: string[], code: number, says: string][] = [
      [
        ["own-login.yml"],
        6,
        `"process.env.OWN_TOKEN": not permitted${emptied}add --allow-env=OWN_TOKEN, list it in the collection's .env, ${
          ways("token")
        }`,
      ],
      [
        ["own-login.yml", "--allow-env=OWN_TOKEN"],
        5,
        `the process's environment has no "OWN_TOKEN"${emptied}${
          ways("token")
        }`,
      ],
      [
        ["own-key.yml", "--allow-env=OWN_KEY"],
        5,
        `the process's environment has no "OWN_KEY" (${ways("key")}`,
      ],
    ];
    for (const [args, expected, says] of rows) {
      const { code, stdout } = await run([...args, "--env=own"]);
      assertEquals(code, expected, stdout);
      assertStringIncludes(stdout.replace(/\s+/g, " "), says);
    }
    // No command line is to hold a secret.
    write("own-sent.yml", script("").replace("{{server}}/t", "/{{key}}"));
    for (const format of ["human", "json"]) {
      const { stdout } = await brace([
        "check",
        "own-sent.yml",
        "--env=own",
        "--allow-env=OWN_KEY",
        `--format=${format}`,
      ], { cwd });
      assertStringIncludes(
        stdout.replace(/\s+/g, " "),
        format === "human"
          ? `the value of the secret "key": ${ways("key").slice(0, -1)}`
          : "BRACE_SECRET_key",
      );
      assert(!stdout.includes("--var"), stdout);
    }
    write(".env", "OWN_TOKEN=\n");
    const { code, stdout } = await run(["own-login.yml", "--env=own"]);
    assertEquals([code, stdout.includes("warning")], [0, false], stdout);
  });

  it("names the request that sets an empty secret which a script reads", async () => {
    write(".env", "TOKEN=\n");
    write(
      "environments/later.yml",
      'name: later\nextends: base\nvariables: [{ name: token, secret: true, value: "{{process.env.TOKEN}}" }]\n',
    );
    const script = (type: string, code: string) =>
      `info: { name: it }\nhttp: { method: GET, url: "{{server}}/t" }\nruntime: { scripts: [{ type: ${type}, code: '${code}' }] }\n`;
    write(
      "later-login.yml",
      script(
        "after-response",
        'if (res.body.token) client.setEnvVar("token", res.body.token)',
      ),
    );
    write(
      "later-read.yml",
      script("before-request", 'client.getEnvVar("token")'),
    );
    const rows: [paths: string[], advice: string][] = [
      [["later-read.yml"], "(run it first with --with-needed, or fill it in)"],
      [["later-login.yml", "later-read.yml"], "(fill it in)"],
    ];
    for (const [paths, advice] of rows) {
      const { stdout } = await run([...paths, "--env=later"]);
      assertStringIncludes(
        stdout.replace(/\s+/g, " "),
        `warning UNSET_SECRET: Read "process.env.TOKEN" from the .env: it is empty, and the request that sets "token" did not do so ${advice}`,
      );
    }
  });

  it("says that a login can set a token, unless a script does", async () => {
    const note =
      'if a request logs in, its after-response script can set it from the field that the response has, such as client.setVar("bearer", res.body.token)';
    write(
      "environments/tokens.yml",
      "name: tokens\nextends: base\nvariables: [{ name: bearer, secret: true }]\n",
    );
    const http = (auth: string, more = "") =>
      `info: { name: it }\nhttp: { method: GET, url: "{{server}}/t"${auth} }\n${more}`;
    write("token.yml", http(', auth: { type: bearer, token: "{{bearer}}" }'));
    write("header.yml", http(', headers: [{ name: X, value: "{{bearer}}" }]'));
    const said = async (path: string) => {
      const { code, stdout } = await run([path, "--env=tokens"]);
      const text = oneLine(stdout);
      assertEquals([code, text.includes("UNSET_SECRET")], [3, true], text);
      return text.includes(note);
    };
    assertEquals(await said("token.yml"), true);
    assertEquals(await said("header.yml"), false);
    const script =
      "runtime: { scripts: [{ type: after-response, code: 'client.setVar(\"bearer\", 1)' }] }\n";
    write("login.yml", http("", script));
    assertEquals(await said("token.yml"), false);
    const rendered = await brace(["render", "token.yml", "--env=tokens"], {
      cwd,
    });
    const text = oneLine(rendered.stderr);
    assertEquals([text.includes("UNSET_SECRET"), text.includes(note)], [
      true,
      false,
    ]);
    // A run would not ask for what the login sets.
    assertStringIncludes(text, "or use brace render on a terminal, which asks");
  });

  it("says that a server may know no clients, where a user logs in", async () => {
    const note =
      "many servers know no clients: if yours does not, delete credentials from the auth";
    Deno.mkdirSync(`${cwd}/clients/environments`, { recursive: true });
    write("clients/opencollection.yml", "info: { name: Clients }\n");
    write(
      "clients/environments/one.yml",
      'name: one\nvariables: [{ name: it, secret: true, value: "{{process.env.IT}}" }]\n',
    );
    write("clients/.env", "IT=\n");
    const rows: [flow: string, field: string, isSaid: boolean][] = [
      ["resource_owner_password_credentials", "clientSecret", true],
      ["resource_owner_password_credentials", "clientId", false],
      ["client_credentials", "clientSecret", false],
    ];
    for (const [flow, field, isSaid] of rows) {
      write(
        "clients/a.yml",
        `info: { name: a }\nhttp: { method: GET, url: "${server.url}", auth: { type: oauth2, flow: ${flow}, accessTokenUrl: "${server.url}", credentials: { ${field}: "{{it}}" } } }\n`,
      );
      for (const command of ["check", "run"]) {
        const { stdout } = await brace([command, "clients", "--env=one"], {
          cwd,
        });
        const text = oneLine(stdout);
        assertEquals(
          [text.includes("UNSET_SECRET"), text.includes(note)],
          [true, isSaid],
          text,
        );
      }
    }
  });

  it("says that a file of --env-file gives variables, not entries of the process", async () => {
    Deno.mkdirSync(`${cwd}/given`);
    write("given/opencollection.yml", "info: { name: Given }\n");
    write(
      "given/a.yml",
      `info: { name: a }\nhttp: { method: GET, url: "${server.url}/{{process.env.PASSWORD}}" }\n`,
    );
    write("of.env", "PASSWORD=pw-1\n");
    write("others.env", "PASSWORDS=pw-1\n");
    const note = '"PASSWORD" is a variable of of.env: write {{PASSWORD}}';
    for (const [file, isTold] of [["of", true], ["others", false]] as const) {
      for (const command of ["check", "run"]) {
        const { stdout } = await brace(
          [command, "given", `--env-file=${file}.env`],
          { cwd },
        );
        assertStringIncludes(oneLine(stdout), "not permitted");
        assertEquals(oneLine(stdout).includes(note), isTold, stdout);
      }
    }
  });

  it("says that the .env of an example is still to be made", async () => {
    Deno.mkdirSync(`${cwd}/other`);
    write("other/opencollection.yml", "info: { name: Other }\n");
    write(
      "other/a.yml",
      `info: { name: a }\nhttp: { method: GET, url: "${server.url}/{{process.env.TOKEN}}" }\n`,
    );
    const rows: [files: Record<string, string>, isTold: boolean][] = [
      [{}, false],
      [{ ".env.example": "TOKENS=\n#TOKEN=\n" }, false],
      [{ ".env.example": "OTHER=1\nTOKEN=\n" }, true],
      [{ ".env": "OTHER=1\n" }, false],
    ];
    for (const [files, isTold] of rows) {
      for (const [name, text] of Object.entries(files)) {
        write(`other/${name}`, text);
      }
      for (const command of ["check", "run"]) {
        const { stdout } = await brace([command, "other"], { cwd });
        assertStringIncludes(oneLine(stdout), "not permitted");
        assertEquals(
          oneLine(stdout).includes(
            "not permitted (copy other/.env.example to other/.env and fill it in, add --allow-env=TOKEN, or list it in other/.env)",
          ),
          isTold,
          stdout,
        );
      }
    }
  });

  for (
    const [title, code, name] of [
      [
        "a secret",
        'req.setBody("a" + client.getProcessEnv("X_TOKEN"))',
        "X_TOKEN",
      ],
      [
        "a secret with another value",
        'req.setBody("a" + (client.getProcessEnv("X_TOKEN") ?? "b"))',
      ],
      [
        "a secret that decides something",
        'if (client.getProcessEnv("X_TOKEN")) req.setBody("a")',
      ],
      [
        "what becomes a part of the request",
        'req.setHeader("X-Tenant", "t-" + client.getProcessEnv("TENANT"))',
        "TENANT",
      ],
      [
        "what becomes no part of it",
        'client.getProcessEnv("TENANT"); req.setHeader("X-A", "a")',
      ],
      [
        "a secret by a pattern",
        "const { X_TOKEN } = process.env; req.setHeader(`X-A`, `a ${X_TOKEN}`)",
        "X_TOKEN",
      ],
      [
        "a secret as a member",
        "req.setHeader(`X-A`, `a ${process.env.X_TOKEN}`)",
        "X_TOKEN",
      ],
      [
        "a field of the body as a member",
        "req.setBody({ tenant: process.env.TENANT })",
        "TENANT",
      ],
      [
        "what another function makes a part of the request",
        "const f = (a) => req.setHeader(`X-A`, `a-` + a); try { f(process.env.TENANT) } catch {}",
        "TENANT",
      ],
      [
        "a secret by a pattern that it tests",
        "const { X_TOKEN } = process.env; if (X_TOKEN) req.setHeader(`X-A`, `a ${X_TOKEN}`)",
      ],
      [
        "a secret by a method that it tests",
        'const t = client.getProcessEnv("X_TOKEN"); if (t) req.setHeader(`X-A`, t)',
      ],
      [
        "a secret by a pattern with another value",
        "const { X_TOKEN = `b` } = process.env; req.setHeader(`X-A`, X_TOKEN)",
      ],
      [
        "a field that it may lack as a member",
        "const { TENANT: t } = process.env; console.log(t)",
      ],
    ] as const
  ) {
    it(`${name ? "warns" : "does not warn"} where a script reads ${title}, and the process does not have it`, async () => {
      write(
        "unset.yml",
        `http: { method: POST, url: "{{server}}", body: { type: text, data: a } }\nruntime:\n  scripts:\n    - type: before-request\n      code: '${code}'\n`,
      );
      const flag = "--allow-env=X_TOKEN,TENANT";
      const { stdout } = await run(["unset.yml", flag]);
      const said = stdout.replace(/\s+/g, " ");
      assertEquals(
        said.match(/Read "process\.env\.\w+" in a script: the process does/g),
        name
          ? [`Read "process.env.${name}" in a script: the process does`]
          : null,
        said,
      );
    });
  }

  it("warns of an entry of the .env that is read and is empty, once", async () => {
    write(".env", "LEVEL=\nOTHER=\n");
    const text = FILES["one.yml"].replace(
      "{{level}} {{user}} {{place}}",
      "[{{process.env.LEVEL}}]",
    );
    for (const path of ["one.yml", "two.yml"]) write(path, text);
    const rendered = await brace(
      ["render", "one.yml", "two.yml", "--var", `server=${server.url}`],
      { cwd },
    );
    const outcome = await run(["one.yml"]);
    assertEquals(server.requests.map(({ text }) => text), ["[]"]);
    for (const { code, stdout, stderr } of [rendered, outcome]) {
      const said = (stdout + stderr).replace(/\s+/g, " ");
      assertEquals([code, said.match(/Read "/g)?.length], [0, 1], said);
      assertStringIncludes(
        said,
        'warning UNSET_SECRET: Read "process.env.LEVEL" from the .env: it is empty (fill it in)',
      );
    }
  });

  for (
    const [title, auth, sent] of [
      [
        "the user of basic auth",
        "{ type: basic, username: '{{process.env.LOGIN}}', password: p-12345 }",
        "Basic OnAtMTIzNDU=",
      ],
      [
        "a variable that is no secret",
        "{ type: basic, username: '{{login}}', password: p-12345 }",
        "Basic OnAtMTIzNDU=",
      ],
      [
        "the value of an API key",
        "{ type: apikey, key: Authorization, value: 'k-{{process.env.LOGIN}}' }",
        "k-",
      ],
    ] as const
  ) {
    it(`warns of an environment variable that is set and empty: ${title}`, async () => {
      write(
        "signed.yml",
        `http: { method: GET, url: "http://127.0.0.1:${
          new URL(server.url).port
        }/", auth: ${auth} }\nruntime: { variables: [{ name: login, value: "{{process.env.LOGIN}}" }] }\n`,
      );
      const args = ["signed.yml", "--allow-env=LOGIN"];
      // The process's value wins over that of the .env.
      for (const dotenv of ["", "LOGIN=ada\n"]) {
        write(".env", dotenv);
        for (const command of ["check", "render", "run"]) {
          for (const LOGIN of ["", "ada"]) {
            const { code, stdout, stderr } = await brace([command, ...args], {
              cwd,
              env: { LOGIN },
            });
            const said = oneLine(stdout + stderr);
            const warning =
              `warning UNSET_SECRET: Read "process.env.LOGIN" from the process's environment: it is empty (set "LOGIN" to a value)`;
            assertEquals(
              [code, said.split(warning).length - 1],
              [0, LOGIN === "" ? 1 : 0],
              `${command} ${LOGIN} ${dotenv}\n${said}`,
            );
          }
        }
        assertEquals(
          server.requests.at(-2)?.headers("authorization"),
          [sent],
        );
      }
    });
  }

  it("says which empty entry leaves a URL without a host", async () => {
    write(
      "based.yml",
      'http: { method: GET, url: "{{process.env.BASE_URL}}/x" }\n',
    );
    for (const command of ["check", "run"]) {
      const { code, stdout, stderr } = await brace(
        [command, "based.yml", "--allow-env=BASE_URL"],
        { cwd, env: { BASE_URL: "" } },
      );
      const said = oneLine(stdout + stderr);
      assertEquals(code, command === "check" ? 1 : 3);
      assertStringIncludes(said, "INVALID_URL");
      assertStringIncludes(said, '"process.env.BASE_URL" from the process');
    }
  });

  it("says nothing of an empty entry that a script tests, or may go without", async () => {
    const codes = [
      "if (process.env.DEBUGGED) console.log(1)",
      'if (process.env.DEBUGGED === "1") console.log(1)',
      'const d = process.env.DEBUGGED; if (d) req.setHeader("X-A", d)',
      'req.setHeader("X-A", `${Number(process.env.DEBUGGED) || 3}`)',
      'console.log(process.env.DEBUGGED?.split(","))',
      'if (client.getProcessEnv("DEBUGGED").toLowerCase() === "true") console.log(1)',
    ];
    const used = 'req.setHeader("X-A", "a-" + process.env.DEBUGGED)';
    for (
      const [dotenv, flags] of [["", ["--allow-env=DEBUGGED"]], [
        "DEBUGGED=\n",
        [],
      ]] as const
    ) {
      write(".env", dotenv);
      for (const code of [...codes, used]) {
        write(
          "tested.yml",
          `http: { method: GET, url: "${server.url}" }\nruntime: { scripts: [{ type: before-request, code: ${
            JSON.stringify(code)
          } }] }\n`,
        );
        for (const command of ["check", "run"]) {
          const { stdout, stderr } = await brace(
            [command, "tested.yml", ...flags],
            { cwd, env: { DEBUGGED: "" } },
          );
          assertEquals(
            (stdout + stderr).includes("UNSET_SECRET"),
            code === used,
            `${command} ${code} ${dotenv}\n${stdout}${stderr}`,
          );
        }
      }
    }
  });

  it("checks a secret whose environment variable is set and empty as a run reads it", async () => {
    write(
      "environments/own.yml",
      'name: own\nvariables: [{ name: token, secret: true, value: "{{process.env.OWN_TOKEN}}" }]\n',
    );
    write(
      "signed.yml",
      'http: { method: GET, url: "http://127.0.0.1:9/", auth: { type: bearer, token: "{{token}}" } }\n',
    );
    write(
      "read.yml",
      'http: { method: GET, url: "http://127.0.0.1:9/" }\nruntime: { scripts: [{ type: before-request, code: \'req.setHeader("X-A", client.getProcessEnv("OTHER"))\' }] }\n',
    );
    const rows: [file: string, says: string][] = [
      [
        "signed.yml",
        'the secret "token" has no value, as "process.env.OWN_TOKEN" is empty (set "OWN_TOKEN" to a value, set the environment variable BRACE_SECRET_token',
      ],
      [
        "read.yml",
        `Read "process.env.OTHER" from the process's environment: it is empty (set "OTHER" to a value)`,
      ],
    ];
    for (const [file, says] of rows) {
      for (const command of ["check", "run"]) {
        const { stdout } = await brace([
          command,
          file,
          "--env=own",
          "--allow-env=OWN_TOKEN,OTHER",
        ], { cwd, env: { OWN_TOKEN: "", OTHER: "" } });
        assertStringIncludes(oneLine(stdout), says, command);
      }
    }
  });

  for (
    const [title, variables, body, warns] of [
      ["in capitals alone", "User", "{{user}}", true],
      [
        "in capitals alone, and that is used",
        "User",
        "{{user}}{{User}}",
        false,
      ],
      [
        "and is there as well",
        "User, value: a }, { name: user",
        "{{user}}",
        false,
      ],
      ["from one that is not used", "User", "{{level}}", false],
      ["from one that a script may read", "User", "{{user}}", false],
    ] as const
  ) {
    it(`${warns ? "warns" : "does not warn"} of a name that differs ${title}`, async () => {
      write(
        "environments/near.yml",
        `name: near\nextends: base\nvariables: [{ name: ${variables}, value: x }]\n`,
      );
      const script = title.includes("script")
        ? 'runtime: { scripts: [{ type: before-request, code: "client.getVar(req.getName())" }] }\n'
        : "";
      write(
        "near.yml",
        `info: { name: near }\nhttp: { method: POST, url: "{{server}}/n", body: { type: text, data: "${body}" } }\n${script}`,
      );
      const { stdout } = await run(["near.yml", "--env=near"]);
      assertEquals(
        stdout.replace(/\s+/g, " ").includes(
          'warning UNUSED_VARIABLE: The variable "User" of the environment "near" has no effect: nothing uses it, and "user" keeps its value of the environment "base" (did you mean "user"?)',
        ),
        warns,
        stdout,
      );
    });
  }

  it("sends no secret that is empty in the .env", async () => {
    write(
      "environments/filled.yml",
      'variables: [{ name: token, secret: true, value: "{{process.env.TOKEN}}" }, { name: key, value: k }]\n',
    );
    for (
      const [entry, env, exit, sent] of [
        ["TOKEN=", {}, 3, []],
        ["TOKEN=", { BRACE_SECRET_token: "given-1" }, 0, ["given-1 k"]],
        ["TOKEN=filled-1", {}, 0, ["filled-1 k"]],
      ] as const
    ) {
      write(".env", entry);
      const before = server.requests.length;
      const { code, stdout } = await run(["secret.yml", "--env=filled"], {
        env,
      });
      assertEquals([entry, code], [entry, exit], stdout);
      assertEquals(
        server.requests.slice(before).map(({ text }) => text),
        [...sent],
      );
      if (exit === 0) continue;
      assertStringIncludes(
        stdout.replace(/\s+/g, " "),
        'the secret "token" has no value, as "process.env.TOKEN" is empty (write its value into ".env", set the environment variable BRACE_SECRET_token, give --secrets-file FILE, or run on a terminal, which asks for it) secret.yml:5:30',
      );
      assertEquals(stdout.includes("warning"), false, stdout);
    }
  });

  for (
    const [title, env, flags, other, name, way] of [
      [
        "the process's environment",
        // Unlike capitals, this is another name on Windows, too.
        { BRACE_SECRET_TO_KEN: "s3cr3t-1" },
        [],
        '"BRACE_SECRET_TO_KEN"',
        "token",
        "write the name the same way",
      ],
      [
        "the process's environment",
        { BRACE_SECRET_PARTNER_KEY: "s3cr3t-1" },
        [],
        '"BRACE_SECRET_PARTNER_KEY"',
        "partner-key",
        "give --secrets-file FILE",
      ],
      [
        "the process's environment",
        { BRACE_SECRET_PARTNER_KEY: "s3cr3t-1" },
        [],
        '"BRACE_SECRET_PARTNER_KEY"',
        "partner key",
        "give --secrets-file FILE",
      ],
      [
        "the process's environment",
        { BRACE_SECRET_pasword: "s3cr3t-1" },
        [],
        '"BRACE_SECRET_pasword"',
        "password",
        "write the name the same way",
      ],
      [
        "the secrets file",
        {},
        ["--secrets-file=s.env"],
        '"TOKEN" of the secrets file',
        "token",
        "write the name the same way",
      ],
      [
        "the secrets file",
        {},
        ["--secrets-file=s.env"],
        '"clientsecret" of the secrets file',
        "clientSecrets",
        "write the name the same way",
      ],
      [
        "the secrets file",
        {},
        ["--secrets-file=s.env"],
        '"BRACE_SECRET_pin" of the secrets file',
        "pin",
        "write the name the same way",
      ],
    ] as const
  ) {
    it(`names a value of ${title} whose name nearly is that of the missing secret "${name}"`, async () => {
      write(
        "s.env",
        ["TOKEN", "other", "clientsecret", "BRACE_SECRET_pin"].map((key, i) =>
          `${key}=s3cr3t-${i}\n`
        ).join(""),
      );
      for (const path of ["environments/base.yml", "secret.yml"]) {
        write(path, FILES[path].replaceAll("token", name));
      }
      const { code, stdout, stderr } = await run(
        ["secret.yml", "--env=local", ...flags],
        { env },
      );
      const text = (stdout + stderr).replace(/\s+/g, " ");
      assertEquals(code, 3, text);
      const warning =
        `warning UNSET_SECRET: Ignored ${other}: the secret is named "${name}" (${way})`;
      assertEquals(text.split(warning).length, 2, text);
      assert(!text.includes("s3cr3t"), text);
    });
  }

  it("says which secret the given file lacks", async () => {
    write("s.env", "API_TOKEN=s3cr3t-1\n");
    const flags = ["--env=local", "--secrets-file=s.env"];
    const { code, stdout } = await run(["secret.yml", ...flags]);
    assertEquals(code, 3, stdout);
    assertStringIncludes(oneLine(stdout), 'the secrets file has no "token"');
    assert(!stdout.includes("s3cr3t"), stdout);
  });

  it("names the secret of an entry that the given file has instead", async () => {
    write(
      "environments/entry.yml",
      'variables: [{ name: token, value: "{{process.env.API_TOKEN}}", secret: true }]',
    );
    write("s.env", "API_TOKEN=s3cr3t-1\n");
    const flags = ["--env=local", "--env=entry", "--secrets-file=s.env"];
    const { stdout } = await run(["secret.yml", ...flags]);
    assertStringIncludes(oneLine(stdout), 'the secrets file has no "token"');
    write("s.env", "token=s3cr3t-1\n");
    const given = await run(["secret.yml", ...flags]);
    assert(!given.stdout.includes("Cannot resolve"), given.stdout);
    assert(!given.stdout.includes("s3cr3t"), given.stdout);
  });

  it("tells where values come from", async () => {
    write("s.env", "# own\nkey=key-of-s\n");
    write("ci.env", "place=p\n");
    const { stdout } = await brace([
      "render",
      ".",
      "--provenance",
      "--env=local",
      "--env-file=ci.env",
      "--secrets-file=s.env",
      "--var",
      "server=localhost",
    ], { cwd, env: ENV });
    for (
      const line of [
        "{{user}} = local-user  (environment local, environments/local.yml:3:26)",
        "{{place}} = p  (environment ci.env, ci.env:1:7)",
        "{{token}} = ***  (environment base, the environment variable BRACE_SECRET_token)",
        "{{key}} = ***  (environment base, s.env:2:5)",
      ]
    ) assertStringIncludes(stdout, line);
  });

  it("saves none of the values, and what scripts set in the last named one", async () => {
    write(
      "sets.yml",
      `info: { name: sets, type: http }
http: { method: GET, url: "{{server}}/sets" }
runtime:
  scripts:
    - type: after-response
      code: |
        client.setEnvVar("user", "set-user");
        client.setEnvVar("token", "set-token");
        client.setEnvVar("copy", "Bearer " + client.getEnvVar("key"));
`,
    );
    write("ci.env", "place=p\ntoken=token-of-ci\n");
    write("s.yml", "key: key-of-the-secrets-file\n");
    const before = FILES["environments/base.yml"];
    const flags = ["--env=base", "--env=local", "--env-file=ci.env"];
    const { code, stderr } = await run([
      "sets.yml",
      ...flags,
      "--secrets-file=s.yml",
      "--save-env",
    ]);
    assertEquals(code, 2, stderr);
    assertEquals(
      stderr.replace(/\s+/g, " ").trim(),
      'warning WRITE: Did not save "token" in "environments/local.yml": it is declared secret elsewhere (declare it in "environments/local.yml" with secret: true and value: "" to save it there) error WRITE: Cannot save "copy" in "environments/local.yml": it holds a secret that is in no file (declare "copy" with secret: true to keep it out)',
    );
    const saved = await Deno.readTextFile(`${cwd}/environments/local.yml`);
    assertEquals(
      saved,
      FILES["environments/local.yml"].replace("local-user", "set-user"),
    );
    assertEquals(
      await Deno.readTextFile(`${cwd}/environments/base.yml`),
      before,
    );
    assertEquals(
      await Deno.readTextFile(`${cwd}/ci.env`),
      "place=p\ntoken=token-of-ci\n",
    );
  });

  it("of one name are told apart by the names of their files", async () => {
    const named = (server: string) =>
      `name: Same\nvariables: [{ name: server, value: "${server}" }]\n`;
    await Deno.mkdir(`${cwd}/same/environments`, { recursive: true });
    write("same/opencollection.yml", "info: { name: Same }\n");
    write("same/environments/one.yml", named("http://127.0.0.1:1"));
    write("same/environments/two.yml", named(server.url));
    write(
      "same/it.yml",
      `info: { name: it, type: http }
http: { method: POST, url: "{{server}}", body: { type: text, data: "{{seen}}" } }
runtime:
  scripts: [{ type: before-request, code: 'client.setVar("seen", client.getEnvName())' }]
`,
    );
    const report = ["--reporter", "json=report.json"];
    const warning =
      'warning INVALID_FIELD: Cannot select "Same" by its name: "same/environments/one.yml" and "same/environments/two.yml" have it (give each its own) same/environments/two.yml:1:7 name';
    const rows: [args: string[], code: number, ...shown: string[]][] = [
      [
        ["check", "same"],
        0,
        warning,
        "1 warning in 1 request, with 2 environments: Same (one.yml), Same (two.yml)",
        `a run contacts 127.0.0.1:1, ${new URL(server.url).host}`,
      ],
      [["list", "same"], 0, "environments: Same (one.yml), Same (two.yml)"],
      [
        ["run", "same", "--env", "two", ...report],
        0,
        warning,
        "environment Same (two.yml)",
      ],
      [
        ["run", "same", "--env", "Same"],
        2,
        'error UNKNOWN_ENVIRONMENT: Cannot select the environment "Same": 2 environments have this name (give each its own, or select "one" or "two")',
      ],
    ];
    for (const [args, expected, ...shown] of rows) {
      const { code, stdout, stderr } = await brace(args, { cwd });
      assertEquals([args, code], [args, expected], stdout + stderr);
      for (const text of shown) {
        assertStringIncludes((stdout + stderr).replace(/\s+/g, " "), text);
      }
    }
    // Scripts compare the name with the one that the file has.
    assertEquals(server.requests.map(({ text }) => text), ["Same"]);
    const { environment } = JSON.parse(
      await Deno.readTextFile(`${cwd}/report.json`),
    );
    assertEquals(environment, "Same (two.yml)");
  });

  itNeeds("terminal")(
    "asks for a secret once, and does not show it",
    async () => {
      const { code, screen } = await braceInTerminal(
        [
          "run",
          "secret.yml",
          "--env=local",
          "--iterations=2",
          "-v",
          `--var=server=${server.url}`,
        ],
        [[
          "--secrets-file FILE):",
          "typed-token\r",
        ]],
        { cwd },
      );
      assertEquals(code, 0, screen);
      assertEquals(
        server.requests.map(({ text }) => text),
        Array(2).fill("typed-token key-of-the-file"),
      );
      assertEquals(screen.includes("typed-token"), false, screen);
    },
  );
});
