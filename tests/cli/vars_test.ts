import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { basename, dirname } from "node:path";
import { inFolder } from "../support/in_folder.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
import { braceInTerminal } from "../support/terminal.ts";

const FILES = {
  "opencollection.yml": `info: { name: Shop }
request:
  headers:
    - { name: X-Code, value: "{{?One-time code}}" }
  variables:
    - { name: host, value: "http://{{region}}.example.com" }
    - { name: region, value: eu }
    - { name: token, value: fallback-token }
    - { name: limits, value: { size: 20 } }
`,
  "environments/local.yml": `name: local
extends: base
variables:
  - { name: host, value: http://localhost }
  - { name: apiKey, value: k3y-for-tests, secret: true }
  - { name: password, secret: true }
  - { name: pin, secret: true, value: "42" }
`,
  "environments/base.yml": `name: base
variables:
  - { name: region, value: us }
  - { name: off, value: x, disabled: true }
`,
  "users/folder.yml": `info: { name: users, type: folder, seq: 1 }
request:
  variables:
    - { name: region, value: folder-region }
`,
  "users/login.yml": `info: { name: Login, type: http, seq: 1 }
http: { method: POST, url: "{{host}}/login" }
runtime:
  scripts:
    - type: after-response
      code: client.setVar("token", res.body.token);
`,
  "users/read.yml": `info: { name: Read, type: http, seq: 2 }
http:
  method: GET
  url: "{{host}}/users?region={{region}}"
  headers:
    - { name: Authorization, value: "Bearer {{token}}" }
runtime:
  variables:
    - { name: region, value: request-region }
`,
};

describe("brace vars", () => {
  const brace = braceRows();
  let cwd: string;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [path, text] of Object.entries(FILES)) {
      const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      await Deno.mkdir(`${cwd}/${folder}`, { recursive: true });
      await Deno.writeTextFile(`${cwd}/${path}`, text);
    }
  });
  afterAll(() => Deno.remove(cwd, { recursive: true }));

  it("lists all variables, where they stand, and the questions of a run", async () => {
    const { code, stdout, stderr } = await brace(["vars"], { cwd });
    assertEquals([code, stderr], [0, ""]);
    assertEquals(
      stdout,
      `apiKey
  environment local  string  ***  environments/local.yml:5:28
host
  environment local  string  http://localhost  environments/local.yml:4:26
  collection  template  http://{{region}}.example.com  opencollection.yml:6:29
limits
  collection  object  {"size":20}  opencollection.yml:9:30
password
  environment local  its file leaves the value out  environments/local.yml:6:5
pin
  environment local  string  ***  environments/local.yml:7:40
region
  request users/read.yml  string  request-region  users/read.yml:9:30
  folder users  string  folder-region  users/folder.yml:4:30
  environment base  string  us  environments/base.yml:3:28
  collection  string  eu  opencollection.yml:7:30
token
  runtime, set by the after-response script of users/login.yml  users/login.yml:6:28
  collection  string  ***  opencollection.yml:8:29
?One-time code
  asked by a run  opencollection.yml:4:31

7 variables, 1 question
`,
    );
  });

  itNeeds("terminal")(
    "puts a place below a line that fills the screen",
    async () => {
      const { screen } = await braceInTerminal(["vars"], [], { cwd });
      const lines = screen.split(/\r?\n/);
      const at = lines.indexOf(
        "  runtime, set by the after-response script of users/login.yml",
      );
      assertEquals(lines[at + 1], "    users/login.yml:6:28", screen);
    },
  );

  it("tells which definition wins, and which are hidden", async () => {
    const { stdout } = await brace([
      "vars",
      "region",
      "--request",
      "users/read.yml",
      "--env",
      "local",
    ], { cwd });
    assertEquals(
      stdout.split("\n").slice(0, 5),
      [
        "region",
        "  request users/read.yml  string  request-region  users/read.yml:9:30",
        "  hidden: folder users  string  folder-region  users/folder.yml:4:30",
        "  hidden: environment base  string  us  environments/base.yml:3:28",
        "  hidden: collection  string  eu  opencollection.yml:7:30",
      ],
    );
  });

  it("tells what a request sees", async () => {
    const { code, stdout } = await brace([
      "vars",
      "--request",
      "users/read.yml",
      "--env",
      "local",
      "--var",
      "given=7",
      "--format",
      "json",
    ], { cwd });
    assertEquals(code, 0);
    const { variables, prompts, ...about } = JSON.parse(stdout);
    assertEquals(about, {
      version: "1",
      collection: "Shop",
      environment: "local",
      request: "users/read.yml",
    });
    assertEquals(prompts.length, 1);
    const byName = new Map<string, { scope: string; label?: string }[]>(
      variables.map((
        it: { name: string; definitions: { scope: string }[] },
      ) => [it.name, it.definitions]),
    );
    assertEquals(
      byName.get("region")?.map(({ scope, label }) => [scope, label]),
      [
        ["request", "users/read.yml"],
        ["folder", "users"],
        ["environment", "base"],
        ["collection", undefined],
      ],
    );
    assertEquals(byName.get("given"), [
      {
        scope: "runtime",
        by: "flag",
        secret: false,
        kind: "string",
        value: "7",
      },
    ] as unknown as { scope: string }[]);
    assertEquals(byName.get("token")?.[0], {
      scope: "runtime",
      by: "script",
      secret: false,
      setBy: "after-response script of users/login.yml",
      isSet: true,
      file: "users/login.yml",
      line: 6,
      column: 28,
    } as { scope: string });
  });

  it("tells whether what a script sets is there by then", async () => {
    const login = await brace(["vars", "--request", "users/login.yml"], {
      cwd,
    });
    assertStringIncludes(
      login.stdout,
      "set by the after-response script of users/login.yml, not before it",
    );
    const read = await brace(["vars", "--request", "users/read.yml"], { cwd });
    assertStringIncludes(
      read.stdout,
      "set by the after-response script of users/login.yml, before it",
    );
    assertStringIncludes(read.stdout, "hidden: collection  string  ***");
  });

  it("tells all about one variable", async () => {
    const { code, stdout } = await brace(["vars", "host"], { cwd });
    assertEquals([code, stdout], [
      0,
      `host
  environment local  string  http://localhost  environments/local.yml:4:26
  collection  template  http://{{region}}.example.com  opencollection.yml:6:29
used in 2 places
  users/login.yml:2:29  http.url
  users/read.yml:4:9  http.url
`,
    ]);
  });

  it("counts uses of a folder, and says where files cannot be read", async () => {
    const folder = Deno.makeTempDirSync();
    Deno.mkdirSync(`${folder}/a`);
    const files = {
      "opencollection.yml":
        "info: { name: C }\nrequest: { variables: [{ name: user, value: a }] }\n",
      "a/folder.yml":
        'request: { auth: { type: basic, username: "{{user}}" } }\n',
      "a/r.yml": "http: [\n",
    };
    for (const [path, text] of Object.entries(files)) {
      Deno.writeTextFileSync(`${folder}/${path}`, text);
    }
    const { stdout } = await brace(["vars", "user"], { cwd: folder });
    assertStringIncludes(
      stdout,
      "\nused in 1 place of the files that can be read\n  a/folder.yml:1:44  request.auth.username\n",
    );
    Deno.removeSync(folder, { recursive: true });
  });

  it("takes an existing path that is no variable's name as one", async () => {
    const whole = await brace(["vars"], { cwd });
    const parent = dirname(cwd);
    const folder = basename(cwd);
    assertEquals(
      await brace(["vars", folder], { cwd: parent }),
      await brace(["vars", "--request", folder], { cwd: parent }),
    );
    assertEquals(await brace(["vars", "users"], { cwd }), whole);
    const asked = await brace(["vars", "--request", "users/read.yml"], { cwd });
    assertEquals(await brace(["vars", "users/read"], { cwd }), asked);
    // Both, in either order.
    const named = await brace(["vars", "host"], { cwd });
    for (const words of [[folder, "host"], ["host", folder]]) {
      const { code, stdout } = await brace(["vars", ...words], { cwd: parent });
      assertEquals([code, stdout.split(`${folder}/`).join("")], [
        0,
        named.stdout,
      ]);
    }
    // A variable of the name is what is meant.
    const host = await brace(["vars", "host"], { cwd });
    await Deno.mkdir(`${cwd}/host`);
    assertEquals(await brace(["vars", "host"], { cwd }), host);
    await Deno.remove(`${cwd}/host`);
    const nothing = await brace(["vars", "nothing"], { cwd: parent });
    assertEquals(nothing.code, 2);
    assert(nothing.stderr.includes("NOT_A_COLLECTION"), nothing.stderr);
  });

  it("merges environments, later ones over earlier ones, and knows what is no variable", async () => {
    const folder = await Deno.makeTempDir();
    const files = {
      "bruno.json": '{ "version": "1", "name": "Some", "type": "collection" }',
      "environments/a.bru": "vars {\n  host: a\n  only: a\n}\n",
      "environments/b.bru": "vars {\n  host: b\n}\n",
      "one.bru":
        "meta {\n  name: one\n}\nget {\n  url: {{host}}/{{process.env.SHOP_KEY}}\n}\n",
    };
    await Deno.mkdir(`${folder}/environments`);
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    const merged = ["vars", "--env", "a", "--env", "b"];
    assertEquals(
      (await brace(merged, { cwd: folder })).stdout,
      `host
  environment b  string  b  environments/b.bru:2:9
  hidden: environment a  string  a  environments/a.bru:2:9
only
  environment a  string  a  environments/a.bru:3:9

2 variables
`,
    );
    const json = await brace([...merged, "--format=json"], { cwd: folder });
    assertEquals(JSON.parse(json.stdout).environment, "a + b");
    for (const name of ["SHOP_KEY", "process.env.SHOP_KEY"]) {
      const { code, stdout, stderr } = await brace(["vars", name], {
        cwd: folder,
      });
      assertEquals([code, stdout, stderr.replace(/\s+/g, " ")], [
        2,
        "",
        'error UNDEFINED_VARIABLE: Cannot find the variable "SHOP_KEY": "{{process.env.SHOP_KEY}}" reads it from the process\'s environment or the .env one.bru:5:17 "SHOP_KEY" is read here ',
      ]);
    }
    await Deno.remove(folder, { recursive: true });
  });

  it("fails with 2 for a name, an environment and a request that there are not", async () => {
    for (
      const [args, said] of [
        [["vars", "hosst"], '(did you mean "host"?)'],
        [["vars", "--env", "locl"], '(did you mean "local"?)'],
        [
          ["vars", "--request", "users/raed.yml"],
          'Cannot find "users/raed.yml"',
        ],
        [["vars", "--request", "raed"], 'Cannot select "raed"'],
        [["vars", "nowhere", "host"], 'Cannot select "nowhere"'],
        [["vars", ".", "hosst"], '(did you mean "host"?)'],
        [["vars", "a", "b", "--request", "c"], "leave out one path"],
        [["vars", "a", "b", "c"], 'Cannot use "c": too many words'],
      ] as const
    ) {
      const { code, stdout, stderr } = await brace(args, { cwd });
      assertEquals([code, stdout], [2, ""]);
      assert(stderr.includes(said), stderr);
    }
  });

  it("lists what can be read next to a file that cannot, and fails with 2", async () => {
    const folder = await Deno.makeTempDir();
    const files = {
      "opencollection.yml": "info: { name: Some }\n",
      "environments/fine.yml":
        "variables: [{ name: host, value: a.example }]\n",
      "environments/bad.yml": "variables: [{ name: lost\n",
      "one.yml": 'http: { url: "http://{{host}}/" }\n',
      "two.yml": "http: { url: [ }\n",
    };
    await Deno.mkdir(`${folder}/environments`);
    for (const [path, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    for (
      const [args, listed, told] of [
        [["vars"], "host\n", ["two.yml", "environments/bad.yml"]],
        [["vars", "--env", "fine"], "host\n", ["two.yml"]],
        [["vars", "host"], "one.yml:1:22", ["two.yml", "environments/bad.yml"]],
        [["vars", "--request", "two.yml"], undefined, ["two.yml"]],
        [["vars", "--env", "bad"], undefined, ["environments/bad.yml"]],
      ] as const
    ) {
      const { code, stdout, stderr } = await brace(args, { cwd: folder });
      assertEquals(code, 2);
      if (listed === undefined) assertEquals(stdout, "");
      else assert(stdout.includes(listed), stdout);
      const errors = stderr.match(/Cannot read "([^"]+)"/g);
      assertEquals(errors, told.map((file) => `Cannot read "${file}"`));
    }
    const one = await brace(["vars", "one"], { cwd: folder });
    assertEquals(one.code, 2);
    await Deno.remove(`${folder}/environments/bad.yml`);
    const asked = await brace(["vars", "--request", "one"], { cwd: folder });
    assertEquals([asked.code, asked.stderr], [0, ""]);
    await Deno.remove(folder, { recursive: true });
  });

  it("shows no secret", async () => {
    for (
      const args of [["vars"], ["vars", "apiKey"], ["vars", "--format", "json"]]
    ) {
      const { stdout } = await brace(args, { cwd });
      assert(!stdout.includes("k3y-for-tests"), stdout);
      assert(!stdout.includes("fallback-token"), stdout);
    }
  });

  it("shows no secret in a URL or a field of a value, and neither does list", async () => {
    const rows = [
      [
        "tokenUrl",
        "https://bob:hunt3r2pw@a.example/t",
        "https://bob:***@a.example/t",
      ],
      [
        "hook",
        "https://a.example/t?api_key=hunt3r2pw&page=2",
        "https://a.example/t?api_key=***&page=2",
      ],
      ["db", "postgres://bob:hunt3r2pw@db/x", "postgres://bob:***@db/x"],
      ["body", '{"client_secret": "hunt3r2pw"}', '{"client_secret": "***"}'],
      ["own", "https://{{user}}:{{pass}}@a.example/?api_key={{key}}"],
    ];
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      `opencollection: 1.0.0
request: { variables: ${
        JSON.stringify(rows.map(([name, value]) => ({ name, value })))
      } }
items: ${
        JSON.stringify(
          rows.filter(([name]) => name !== "body").map(([name, url]) => ({
            info: { name, type: "http" },
            http: { method: "GET", url },
          })),
        )
      }
`,
    );
    for (const command of ["vars", "list"]) {
      for (const format of ["text", "json"]) {
        const { stdout } = await brace([command, "--format", format], {
          cwd: folder,
        });
        for (const [name, ...texts] of rows) {
          if (command === "list" && name === "body") continue;
          const text = format === "json"
            ? JSON.stringify(texts.at(-1)!)
            : texts.at(-1)!;
          assertStringIncludes(stdout, text);
        }
        assert(!stdout.includes("hunt3r2pw"), stdout);
      }
    }
    await Deno.remove(folder, { recursive: true });
  });

  it("shows no secret that the command line gives", async () => {
    for (const flag of ["--var", "--env-var"]) {
      for (const format of ["text", "json"]) {
        const { stdout } = await brace([
          ...["vars", "--format", format, flag, "password=g1ven-pw"],
          ...[flag, "region=eu-g1ven-pw", flag, "accessToken=g1ven-token"],
        ], { cwd });
        assert(!/g1ven-(pw|token)/.test(stdout), stdout);
      }
    }
  });

  it("shows no value of a name that another file declares secret", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${folder}/opencollection.yml`,
      `info: { name: Shop }
config:
  environments:
    - { name: a, variables: [{ name: code, value: in-a, secret: true }] }
    - { name: b, variables: [{ name: code, value: in-the-clear }] }
`,
    );
    const { stdout } = await brace(["vars", "--env", "b"], { cwd: folder });
    await Deno.remove(folder, { recursive: true });
    assertStringIncludes(stdout, "code\n  environment b  string  ***");
  });

  for (
    const [place, text] of Object.entries({
      collection: "request: { variables: [{ name: zebra, secret: true }] }\n",
      folder:
        "items: [{ info: { name: F, type: folder }, request: { variables: [{ name: zebra, secret: true }] } }]\n",
      request:
        "items: [{ info: { name: R, type: http }, http: { url: h }, runtime: { variables: [{ name: zebra, secret: true }] } }]\n",
    })
  ) {
    it(`shows no value given for a secret of a ${place}`, async () => {
      const folder = await Deno.makeTempDir();
      await Deno.writeTextFile(
        `${folder}/opencollection.yml`,
        `info: { name: Shop }\n${text}`,
      );
      const { stdout } = await brace(["vars", "--var", "zebra=g1ven-pw"], {
        cwd: folder,
      });
      await Deno.remove(folder, { recursive: true });
      assertStringIncludes(
        stdout,
        "zebra\n  runtime, given on the command line  string  ***",
      );
    });
  }

  it("marks a secret whose value is elsewhere, and no other template", () =>
    inFolder([
      [
        "opencollection.yml",
        `info: { name: C }
request:
  variables:
    - { name: a, value: "{{process.env.A}}", secret: true }
    - { name: b, value: "{{process.env.B}}" }
`,
      ],
    ], async (cwd) => {
      const { stdout } = await brace(["vars"], { cwd });
      assertStringIncludes(
        stdout,
        "  collection  secret template  {{process.env.A}}",
      );
      assertStringIncludes(stdout, "  collection  template  {{process.env.B}}");
    }));
});

/** Declares a secret again without a value, with hosts of its own. */
const REDECLARED = (redeclared: string): [string, string][] => [
  ["opencollection.yml", "info: { name: C }\n"],
  [
    "a.yml",
    'info: { name: a, type: http }\nhttp: { url: "http://127.0.0.1:1/", headers: [{ name: X, value: "{{key}}" }] }\n',
  ],
  [
    "environments/dev.yml",
    "variables:\n  - { name: key, value: dev-key-4242, secret: true, hosts: [dev.example] }\n",
  ],
  ["environments/prod.yml", `extends: dev\nvariables:\n  - ${redeclared}\n`],
];

describe("a secret that an environment declares again without a value", () => {
  const brace = braceRows();
  const ROWS: [
    redeclared: string,
    env: Record<string, string>,
    lines: string[],
  ][] = [
    ["{ name: key, secret: true }", {}, [
      "  environment dev  string  ***  environments/dev.yml:2:25",
      "  passed over: environment prod  its file leaves the value out  environments/prod.yml:3:5",
    ]],
    ["{ name: key, secret: true }", { BRACE_SECRET_key: "given-4242" }, [
      "  environment prod  given from outside of its file  environments/prod.yml:3:5",
      "  hidden: environment dev  string  ***  environments/dev.yml:2:25",
    ]],
    ["{ name: key, secret: true, value: other-4242 }", {}, [
      "  environment prod  string  ***  environments/prod.yml:3:39",
      "  hidden: environment dev  string  ***  environments/dev.yml:2:25",
    ]],
  ];
  for (const [redeclared, env, lines] of ROWS) {
    it(`${redeclared} ${Object.keys(env)}: the one that the run takes wins`, async () => {
      await inFolder(REDECLARED(redeclared), async (cwd) => {
        const args = ["vars", "key", "--env", "prod"];
        const { stdout } = await brace(args, { cwd, env });
        assertEquals(stdout.split("\n").slice(1, 3), lines);
        const rendered = await brace(
          ["render", "a.yml", "--env", "prod", "--provenance"],
          { cwd, env },
        );
        const [, taken = ""] = /environment (\w+)/.exec(lines[0]) ?? [];
        if (Object.keys(env).length === 0) {
          assertStringIncludes(rendered.stdout, `(environment ${taken}, `);
        }
      });
    });
  }

  it("has the hosts of the declaration with the value, and both commands name it", async () => {
    const redeclared = "{ name: key, secret: true, hosts: [127.0.0.1] }";
    await inFolder(REDECLARED(redeclared), async (cwd) => {
      for (const command of ["check", "run"]) {
        const { stdout, stderr } = await brace(
          [command, ".", "--env", "prod"],
          { cwd },
        );
        const output = stdout + stderr;
        for (
          const line of [
            "environments/dev.yml:2:5  the hosts that count are named here",
            "environments/prod.yml:3:5  this one has no value, so its hosts do not count",
          ]
        ) assertStringIncludes(output, line);
      }
    });
  });
});
