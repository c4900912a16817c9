import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { beforeAll, describe, it } from "@std/testing/bdd";
import { recordingServer } from "../../support/recording_server.ts";

const ROOT = new URL("../../../", import.meta.url);

function get(path: string, runtime = ""): string {
  return `info: {name: "${path.replace("{{token}}", "a")}", type: http}
http: {method: GET, url: "{{server}}/${path}"}
${runtime}`;
}

/** Folders need each other: the second one sends what the first one's script set. */
const FILES: Record<string, string> = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
  "auth/login.yml": get(
    "login",
    'runtime:\n  scripts:\n    - {type: after-response, code: \'bru.setVar("token", "t1")\'}\n',
  ),
  "users/broken.yml": get(
    "users/{{token}}",
    'runtime: {assertions: [{expression: res.status, operator: eq, value: "201"}]}\n',
  ),
  "users/fine.yml": get("users/fine"),
};

/** Runs `deno test` on a test file beside the collection. */
async function denoTest(
  files: Record<string, string>,
  options: {
    args?: readonly string[];
    /** Whether the text has what the tests print. */
    prints?: boolean;
    /** What Deno permits; default: everything. */
    permissions?: readonly string[];
    server: string;
    more?: string;
    /** Code before the collection is registered. */
    before?: string;
    /** Code that registers others instead. */
    register?: string;
  },
): Promise<{ code: number; lines: string[]; text: string }> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      const parent = `${folder}/api/${path}`.replace(/\/[^/]+$/, "");
      await Deno.mkdir(parent, { recursive: true });
      await Deno.writeTextFile(`${folder}/api/${path}`, text);
    }
    const code = `import { testCollection } from "${
      new URL("testing.ts", ROOT).href
    }";
${options.before ?? ""}
${
      options.register ??
        `testCollection("api", { variables: { server: "${options.server}" }${
          options.more ?? ""
        } });`
    }
Deno.test("another test", () => {});
`;
    await Deno.writeTextFile(`${folder}/api_test.ts`, code);
    const { code: exit, stdout, stderr } = await new Deno.Command(
      Deno.execPath(),
      {
        args: [
          "test",
          ...options.permissions ?? ["-A"],
          "--no-check",
          ...options.prints ? [] : ["--quiet"],
          "--config",
          fromFileUrl(new URL("deno.json", ROOT)),
          ...options.args ?? [],
          "api_test.ts",
        ],
        cwd: folder,
        env: { NO_COLOR: "1" },
      },
    ).output();
    const text = new TextDecoder().decode(stdout) +
      new TextDecoder().decode(stderr);
    const lines = text.split("\n").filter((line) =>
      / \.\.\. (?:ok|FAILED|ignored)/.test(line)
    ).map((line) => line.replace(/ \((?!again).*$/, ""));
    return { code: exit, lines, text };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

describe("testCollection", () => {
  it("is a test for each folder and a step for each request, of one run", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const { code, lines, text } = await denoTest(FILES, { server: server.url });
    assertEquals(lines, [
      "  auth/login.yml ... ok",
      "Shop: auth ... ok",
      "  users/broken.yml ... FAILED",
      "  users/fine.yml ... ok",
      "Shop: users ... FAILED",
      "another test ... ok",
    ]);
    assertEquals(code, 1);
    assertEquals(server.requests.map(({ target }) => target), [
      "/login",
      "/users/t1",
      "/users/fine",
    ]);
    assertStringIncludes(text, "Assertion res.status eq 201: got 200");
    assertStringIncludes(text, "at api/users/broken.yml:3:37");
    assertStringIncludes(text, "  ← 200 OK · application/json · ");
  });

  it("says that Deno keeps a secret's value from being read", async () => {
    const { text } = await denoTest({
      "opencollection.yml": FILES["opencollection.yml"],
      "environments/local.yml":
        "name: local\nvariables: [{name: key, secret: true}]\n",
      "a.yml": get("{{key}}"),
    }, {
      server: "http://127.0.0.1",
      more: ', environment: "local"',
      permissions: ["--allow-read", "--allow-net", "--no-prompt"],
    });
    assertStringIncludes(
      text,
      'the secret "key" has no value, and Deno\'s permissions do not include BRACE_SECRET_key (set BRACE_SECRET_key and run Deno with --allow-env=BRACE_SECRET_key, or give the option "secretsFile")',
    );
  });

  it("shows no secrets", async () => {
    await using server = recordingServer(({ target }) => ({
      json: { target },
    }));
    const { text } = await denoTest({
      "opencollection.yml": FILES["opencollection.yml"],
      "environments/local.yml":
        "name: local\nvariables: [{name: key, value: pssst-secret, secret: true}]\n",
      "a.yml": get(
        "{{key}}",
        'runtime: {assertions: [{expression: res.body.target, operator: eq, value: "x"}]}\n',
      ),
    }, { server: server.url, more: ', environment: "local"' });
    assertEquals(server.requests.map(({ target }) => target), [
      "/pssst-secret",
    ]);
    assertStringIncludes(text, "Assertion res.body.target eq");
    assertStringIncludes(text, '  │ {"target":"/***"}');
    assert(!text.includes("pssst-secret"), text);
  });

  describe("of which one folder is wanted", () => {
    let told: Awaited<ReturnType<typeof denoTest>>;
    let targets: string[];
    let open: string;

    beforeAll(async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const file = await Deno.makeTempFile();
      told = await denoTest(FILES, {
        server: server.url,
        args: ["--filter", "Shop: auth"],
        // Hooks of after run from the last that was registered to the first.
        before: `
const { Socket } = await import("node:net");
const open = new Set();
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  open.add(this.once("close", () => open.delete(this)));
  return connect.apply(this, args);
};
Deno.test.afterAll(async () => {
  for (let turns = 0; open.size > 0 && turns < 500; turns++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  Deno.writeTextFileSync(${JSON.stringify(file)}, open.size + " open");
});
`,
      });
      open = await Deno.readTextFile(file);
      targets = server.requests.map(({ target }) => target);
      await Deno.remove(file);
    });

    it("runs what stands before a folder that is filtered, and nothing after", () => {
      const { code, lines } = told;
      assertEquals(lines, ["  auth/login.yml ... ok", "Shop: auth ... ok"]);
      assertEquals(code, 0);
      assertEquals(targets, ["/login"]);
    });

    it("ends the run where the last folder is filtered out: its connections are closed", () => {
      assertEquals(open, "0 open");
      assertEquals(targets.length, 1);
    });
  });

  it("ignores what the run does not come to", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const { lines } = await denoTest(FILES, {
      server: server.url,
      more: ", bail: true",
    });
    assertEquals(lines.slice(2, 5), [
      "  users/broken.yml ... FAILED",
      "  users/fine.yml ... ignored",
      "Shop: users ... FAILED",
    ]);
  });

  it("ignores what a script skips", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const skip = (code: string) =>
      `runtime:\n  scripts:\n    - {type: before-request, code: '${code}'}\n`;
    const { lines } = await denoTest({
      "opencollection.yml": "info: {name: Shop}\n",
      "lib.js": "exports.skip = () => client.runner.skipRequest();\n",
      "a.yml": get("a", skip("client.runner.skipRequest()")),
      "b.yml": get("b", skip('require("./lib").skip()')),
      "c.yml": get("c"),
      "d/folder.yml": `request:
  scripts:
    - {type: before-request, code: 'if (req.getUrl().endsWith("e")) client.runner.skipRequest()'}
`,
      "d/e.yml": get("e"),
      "d/f.yml": get("f"),
    }, { server: server.url });
    assertEquals(lines, [
      "  d/e.yml ... ignored",
      "  d/f.yml ... ok",
      "Shop: d ... ok",
      "  a.yml ... ignored",
      "  b.yml ... ignored",
      "  c.yml ... ok",
      "Shop ... ok",
      "another test ... ok",
    ]);
    assertEquals(server.requests.map(({ target }) => target), ["/f", "/c"]);
  });

  it("passes an error that nothing checks, and says so below the step", async () => {
    await using server = recordingServer(() => ({ status: 500 }));
    const { code, lines, text } = await denoTest({
      "opencollection.yml": FILES["opencollection.yml"],
      "a.yml": get("a"),
    }, { server: server.url, prints: true });
    assertEquals(lines, [
      "  a.yml ... ok",
      "Shop ... ok",
      "another test ... ok",
    ]);
    assertEquals(code, 0);
    assertStringIncludes(
      text,
      "Unchecked: an error without a test or assertion\n  ← 500 Internal Server Error",
    );
  });

  it("passes what the run warns of, and says so below the step", async () => {
    await using server = recordingServer(() => ({ status: 200 }));
    const { code, lines, text } = await denoTest({
      "opencollection.yml": FILES["opencollection.yml"],
      "a.yml":
        'info: {name: A, type: http}\nhttp: {method: GET, url: "{{server}}/a?q={{q}}"}\nruntime: {variables: [{name: q, value: "a & b"}]}\n',
      "b.yml": get("b"),
    }, { server: server.url, prints: true });
    assertEquals(lines, [
      "  a.yml ... ok",
      "  b.yml ... ok",
      "Shop ... ok",
      "another test ... ok",
    ]);
    assertEquals(code, 0);
    assertEquals(text.match(/warning INVALID_URL: The "&" in the value/g), [
      'warning INVALID_URL: The "&" in the value',
    ]);
  });

  it("shows a request that fails when it runs again", async () => {
    let count = 0;
    await using server = recordingServer(() => ({
      status: count++ === 0 ? 200 : 500,
    }));
    const { code, lines } = await denoTest({
      "opencollection.yml": FILES["opencollection.yml"],
      "a.yml": `info: {name: A, type: http}
http: {method: GET, url: "{{server}}/a"}
runtime:
  scripts:
    - {type: tests, code: 'test("is ok", () => { expect(res.status).to.equal(200); })'}
    - {type: after-response, code: 'if (res.status === 200) bru.setNextRequest("A")'}
`,
    }, { server: server.url });
    assertEquals(lines, [
      "  a.yml ... ok",
      "  a.yml (again) ... FAILED",
      "Shop ... FAILED",
      "another test ... ok",
    ]);
    assertEquals(code, 1);
  });

  it("shows a request that runs again behind itself, in its own folder and iteration", async () => {
    let pages = 0;
    await using server = recordingServer(({ target }) => ({
      status: target === "/list" && ++pages % 3 === 0 ? 204 : 200,
    }));
    const request = (name: string, seq: number, more = "") =>
      `info: {name: ${name}, type: http, seq: ${seq}}
http: {method: GET, url: "{{server}}/${name}"}
${more}`;
    const { code, lines } = await denoTest({
      "opencollection.yml": FILES["opencollection.yml"],
      "auth/login.yml": request("login", 1),
      "items/list.yml": request(
        "list",
        1,
        `runtime: {scripts: [{type: after-response, code: 'if (res.status === 200) bru.setNextRequest("list")'}]}\n`,
      ),
      "items/close.yml": request("close", 2),
    }, { server: server.url, more: ", iterations: 2" });
    assertEquals(lines, [
      "  auth/login.yml [1/2] ... ok",
      "  auth/login.yml [2/2] ... ok",
      "Shop: auth ... ok",
      "  items/list.yml [1/2] ... ok",
      "  items/list.yml [1/2] (again) ... ok",
      "  items/list.yml [1/2] (again) ... ok",
      "  items/close.yml [1/2] ... ok",
      "  items/list.yml [2/2] ... ok",
      "  items/list.yml [2/2] (again) ... ok",
      "  items/list.yml [2/2] (again) ... ok",
      "  items/close.yml [2/2] ... ok",
      "Shop: items ... ok",
      "another test ... ok",
    ]);
    assertEquals(code, 0);
  });

  describe("of requests that run again", () => {
    const request = (name: string, code = "") =>
      `info: {name: ${name}, type: http}
http: {method: GET, url: "{{server}}/${name}"}
runtime:
  scripts:
    - {type: tests, code: 'test("is ok", () => expect(res.status).to.equal(200))'}
    ${code && `- {type: after-response, code: '${code}'}`}
`;
    const again = (name: string) =>
      `if (res.status === 200) bru.setNextRequest("${name}")`;
    // A folder's last request runs again; or a later folder's returns to it.
    const ITSELF = {
      "auth/login.yml": request("login"),
      "items/list.yml": request("list", again("list")),
      "zeta/read.yml": request("read"),
    };
    const FROM_LATER = {
      "auth/login.yml": request("login"),
      "items/list.yml": request("list"),
      "zeta/read.yml": request("read", again("login")),
    };
    const FORTH = {
      "auth/login.yml": request("login", again("read")),
      "auth/next.yml": request("next"),
      "items/list.yml": request("list"),
      "zeta/read.yml": request("read"),
    };
    // No text tells that a later folder's request returns.
    const UNTOLD = {
      ...FROM_LATER,
      "zeta/read.yml": request(
        "read",
        `if (res.status === 200) bru["setNext" + "Request"]("list")`,
      ),
    };
    const ONE_FILE = {
      "opencollection.yml": `opencollection: 1.0.0
info: {name: Shop}
bundled: true
items:
${
        Object.entries(ITSELF).map(([path, text]) =>
          `  - info: {name: ${path.split("/")[0]}, type: folder}
    items:
      - ${text.trimEnd().replaceAll("\n", "\n        ")}
`
        ).join("")
      }`,
    };
    const AUTH = ["  auth/login.yml ... ok", "Shop: auth ... ok"];
    const ITEMS = [
      "  items/list.yml ... ok",
      "  items/list.yml (again) ... FAILED",
      "Shop: items ... FAILED",
    ];
    const ROWS: [
      name: string,
      files: Record<string, string>,
      /** How the server answers from its second answer to a path on. */
      broken: string,
      options: { args?: string[]; more?: string },
      lines: string[],
      targets: string,
    ][] = [
      ["shows them in the test of their folder", ITSELF, "/list", {}, [
        ...AUTH,
        ...ITEMS,
        "  zeta/read.yml ... ok",
        "Shop: zeta ... ok",
        "another test ... ok",
      ], "/login /list /list /read"],
      [
        "runs them where their folder is filtered",
        ITSELF,
        "/list",
        { args: ["--filter", "Shop: items"] },
        ITEMS,
        "/login /list /list",
      ],
      [
        "shows them where groups run apart",
        ITSELF,
        "/list",
        { args: ["--filter", "Shop: items"], more: ", jobs: 2" },
        ITEMS,
        "",
      ],
      [
        "leaves them out where a later folder is filtered",
        ITSELF,
        "/list",
        { args: ["--filter", "Shop: zeta"] },
        ["  zeta/read.yml ... ok", "Shop: zeta ... ok"],
        "/login /list /list /read",
      ],
      [
        "leaves them out of a later folder, with rows of data",
        {
          ...ITSELF,
          "zeta/read.yml": get("read"),
          "rows.csv": "id\n1\n2\n",
        },
        "/list",
        {
          args: ["--filter", "Shop: zeta"],
          more: ', data: "api/rows.csv"',
        },
        [
          "  zeta/read.yml [1/2] ... ok",
          "  zeta/read.yml [2/2] ... ok",
          "Shop: zeta ... ok",
        ],
        "/login /list /list /read /login /list /read",
      ],
      [
        "leaves them out of a later folder, in one file",
        ONE_FILE,
        "/list",
        { args: ["--filter", "Shop: zeta"] },
        ["  zeta/read ... ok", "Shop: zeta ... ok"],
        "/login /list /list /read",
      ],
      [
        "leaves them out of the folder that returns to them, if it is filtered",
        {
          ...FROM_LATER,
          "zeta/read.yml": get(
            "read",
            `runtime: {scripts: [{type: after-response, code: '${
              again("login")
            }'}]}`,
          ),
        },
        "/login",
        { args: ["--filter", "Shop: zeta"] },
        [
          "  zeta/read.yml ... ok",
          "  zeta/read.yml (again) ... ok",
          "Shop: zeta ... ok",
        ],
        "/login /list /read /login /list /read",
      ],
      [
        "shows them in a later test if no text tells that they run again",
        UNTOLD,
        "/list",
        {},
        [
          ...AUTH,
          "  items/list.yml ... ok",
          "Shop: items ... ok",
          "  zeta/read.yml ... ok",
          "  items/list.yml (again) ... FAILED",
          "  zeta/read.yml (again) ... FAILED",
          "Shop: zeta ... FAILED",
          "another test ... ok",
        ],
        "/login /list /read /list /read",
      ],
      [
        "waits for a later folder that returns to it",
        FROM_LATER,
        "/login",
        { args: ["--filter", "Shop: auth"] },
        [
          "  auth/login.yml ... ok",
          "  auth/login.yml (again) ... FAILED",
          "Shop: auth ... FAILED",
        ],
        "/login /list /read /login /list /read",
      ],
      [
        "does not wait for one that a script passed by",
        FORTH,
        "",
        { args: ["--filter", "Shop: auth"] },
        [
          "  auth/login.yml ... ok",
          "  auth/next.yml ... ignored",
          "Shop: auth ... ok",
        ],
        "/login",
      ],
    ];
    for (const [name, files, broken, options, lines, targets] of ROWS) {
      it(`${name}`, async () => {
        const counts = new Map<string, number>();
        await using server = recordingServer(({ target }) => {
          const count = (counts.get(target) ?? 0) + 1;
          counts.set(target, count);
          const isDone = target === "/read" && count > 1;
          return {
            status: isDone ? 204 : target === broken && count > 1 ? 500 : 200,
          };
        });
        const told = await denoTest({
          "opencollection.yml": FILES["opencollection.yml"],
          ...files,
        }, { server: server.url, ...options });
        assertEquals(told.lines, lines);
        if (targets === "") return;
        assertEquals(
          server.requests.map(({ target }) => target).join(" "),
          targets,
        );
      });
    }
  });

  describe("fails in a test for", () => {
    const FINE = {
      "opencollection.yml": FILES["opencollection.yml"],
      "fine.yml": get("fine"),
    };
    const BROKEN = { "opencollection.yml": "opencollection: [" };
    const ROWS = [
      ["a collection", BROKEN, "{}", "api/a collection/opencollection.yml:1:"],
      ["an environment", FINE, '{ environment: "none" }', '"none"'],
      ["a proxy", FINE, '{ proxy: "::" }', "proxy"],
      ["an option", FINE, "{ timeout: -1 }", 'Cannot use "timeout: -1"'],
      ["paths", FINE, '{ paths: "a" } as never', 'Cannot use "paths": it is'],
    ] as const;
    let told: Awaited<ReturnType<typeof denoTest>>;

    // In one process, since each takes longer to start than all of them take.
    beforeAll(async () => {
      const files = ROWS.flatMap(([name, files]) =>
        Object.entries(files).map(([path, text]) => [
          `${name}/${path}`,
          text.replace("Shop", name),
        ])
      );
      const register = ROWS.map(([name, , options]) =>
        `testCollection("api/${name}", ${options});\n`
      );
      told = await denoTest(Object.fromEntries(files), {
        server: "http://127.0.0.1:1",
        register: register.join(""),
      });
    });

    for (const [index, [name, , , message]] of ROWS.entries()) {
      it(`${name} that cannot be used, at the line that registers it`, () => {
        const { code, lines, text } = told;
        assertEquals(code, 1);
        // One that cannot be read has no name but its path.
        const test = message.startsWith("api/") ? `api/${name}` : name;
        assert(lines.includes(`${test} ... FAILED`), text);
        const [, error] = text.split(`\n${test} => `);
        const [shown] = error.split("\n\n");
        assertStringIncludes(shown, message);
        // The first two lines are the import and what comes before.
        const place = `/api_test.ts:${index + 3}:1`;
        assertEquals(shown.split("\n")[0], `.${place}`);
        const isInFile = test !== name;
        assertEquals(shown.trimEnd().endsWith(place), !isInFile, shown);
        assert(!shown.includes("ext:core"), shown);
        assertEquals(lines.at(-1), "another test ... ok");
      });
    }
  });
});
