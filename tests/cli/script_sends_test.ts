import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { brace as braceProcess } from "../support/brace.ts";
import { oneLine } from "../support/one_line.ts";
import { recordingServer } from "../support/recording_server.ts";

const COLLECTION = 'opencollection: "1.0.0"\ninfo: { name: C }\n';

/** A port that nothing listens on. */
function closedPort(): number {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  return port;
}

const FAILED = "error CONNECTION: pm.sendRequest failed: Cannot connect to";

/** What a script in Postman's dialect makes of a failure, and how the run ends; newman ends each with 1. */
const POSTMAN: readonly [
  what: string,
  code: string,
  expected: { code: number; says: string; goesOut: boolean },
][] = [
  [
    "a callback that ignores the error",
    "pm.sendRequest(URL, (e, r) => { if (!e) r.json(); });",
    { code: 4, says: FAILED, goesOut: true },
  ],
  [
    "a callback that counts on a response",
    "pm.sendRequest(URL, (e, r) => { r.json(); });",
    { code: 5, says: FAILED, goesOut: false },
  ],
  [
    "a promise with try and catch",
    "try { await pm.sendRequest(URL); } catch {}",
    { code: 4, says: FAILED, goesOut: true },
  ],
  [
    "a promise with catch",
    "pm.sendRequest(URL).catch(() => {});",
    { code: 4, says: FAILED, goesOut: true },
  ],
  // What ends the script says it itself.
  [
    "a promise",
    "await pm.sendRequest(URL);",
    {
      code: 5,
      says:
        "error SCRIPT_ERROR: Cannot finish the PHASE script: Cannot connect to",
      goesOut: false,
    },
  ],
  [
    "a test that ends well",
    "pm.test('x', (done) => { pm.sendRequest(URL, () => done()); });",
    { code: 4, says: FAILED, goesOut: true },
  ],
];

describe("a request that a script sends in vain", () => {
  const brace = braceRows();
  let cwd: string;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir({ prefix: "brace-script-sends-" });
    await Deno.writeTextFile(`${cwd}/opencollection.yml`, COLLECTION);
  });

  afterEach(async () => {
    await Deno.remove(cwd, { recursive: true });
  });

  const write = async (
    server: string,
    { code, phase = "before-request", dialect }: {
      code: string;
      phase?: string;
      dialect?: "postman";
    },
  ) => {
    const script = {
      type: phase,
      code,
      ...dialect && { extensions: { brace: { dialect } } },
    };
    await Deno.writeTextFile(
      `${cwd}/a.yml`,
      JSON.stringify({
        info: { name: "A", type: "http" },
        http: { method: "GET", url: `${server}/main` },
        runtime: { scripts: [script] },
      }),
    );
  };

  for (const [what, script, expected] of POSTMAN) {
    for (const phase of ["before-request", "tests"]) {
      it(`fails the request in Postman's dialect: ${what}, ${phase}`, async () => {
        await using server = recordingServer(() => ({ json: {} }));
        const host = `127.0.0.1:${closedPort()}`;
        const code = script.replace("URL", `"http://${host}/seed"`);
        await write(server.url, { code, phase, dialect: "postman" });
        const { code: exit, stdout } = await brace(
          ["run", "a.yml", `--allow-net=${host}`, "--reporter", "json=r.json"],
          { cwd },
        );
        assertEquals(exit, expected.code, stdout);
        assertStringIncludes(
          oneLine(stdout),
          `${expected.says.replace("PHASE", phase)} "${host}"`,
        );
        // Once, and at the call.
        assertEquals(stdout.match(/connection refused/g)?.length ?? 0, 1);
        assertMatch(stdout, /a\.yml:1:\d+ {2}runtime\.scripts\[0\]\.code/);
        assertEquals(
          server.requests.length,
          expected.goesOut || phase === "tests" ? 1 : 0,
        );
        const report = await Deno.readTextFile(`${cwd}/r.json`);
        assertStringIncludes(report, "connection refused");
      });
    }
  }

  it("says each thing once, and all of them", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const [a, b] = [closedPort(), closedPort()];
    await write(server.url, {
      code: `for (const port of [${a}, ${a}, ${b}]) {
  pm.sendRequest("http://127.0.0.1:" + port + "/", () => {});
}`,
      dialect: "postman",
    });
    const { code, stdout } = await brace(
      ["run", "a.yml", "--allow-net", "--reporter", "junit=r.xml"],
      { cwd },
    );
    assertEquals(code, 4, stdout);
    assertEquals(stdout.match(/error CONNECTION/g)?.length, 2, stdout);
    const report = await Deno.readTextFile(`${cwd}/r.xml`);
    assertMatch(report, /<error[^>]*pm\.sendRequest failed/);
  });

  const TO = '"http://other.example/x"';
  const refused: readonly [
    what: string,
    code: string,
    expected: number,
    dialect?: "postman",
  ][] = [
    ["Postman's callback", `pm.sendRequest(${TO}, () => {})`, 6, "postman"],
    [
      "Postman's promise",
      `pm.sendRequest(${TO}).catch(() => {})`,
      6,
      "postman",
    ],
    [
      "client.sendRequest",
      `try { await client.sendRequest(${TO}) } catch {}`,
      0,
    ],
    ["bru.sendRequest", `bru.sendRequest({ url: ${TO} }, () => {})`, 0],
    ["fetch", `await fetch(${TO}).catch(() => {})`, 0],
    [
      "axios",
      `await require("axios").get(${TO}).catch(() => {})`,
      0,
    ],
  ];
  for (const [what, code, expected, dialect] of refused) {
    it(`names the host that is not permitted: ${what}`, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      await write(server.url, { code, ...dialect && { dialect } });
      const outcome = await brace(["run", "a.yml"], { cwd });
      assertEquals(outcome.code, expected, outcome.stdout);
      const said = oneLine(outcome.stdout);
      const found = said.match(/(?:error|warning) PERMISSION: /g);
      assertEquals(found, [
        `${expected === 0 ? "warning" : "error"} PERMISSION: `,
      ], said);
      assertStringIncludes(said, 'to "other.example:80": the host is not');
      assertStringIncludes(said, "--allow-net=other.example:80");
      assertEquals(server.requests.length, 1);
    });
  }

  it("is no warning of a check with the flag of the run", async () => {
    await write("http://a.example", { code: `await fetch(${TO})` });
    const check = (...flags: string[]) =>
      brace(["check", "--strict", ...flags], { cwd });
    const warned = await check();
    assertEquals(warned.code, 1, warned.stdout);
    const [flag] = /--allow-net=[^ ,]+/.exec(oneLine(warned.stdout)) ?? [""];
    const allowed = await check(flag);
    assertEquals(allowed.code, 0, allowed.stdout);
    assertStringIncludes(allowed.stdout, "no problems");
    const wrong = await check("--allow-net=http://other.example");
    assertEquals(wrong.code, 2, wrong.stdout);
    assertStringIncludes(oneLine(wrong.stderr), "not a host rule");
  });

  it("warns of nothing that a script or its test fails for", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    await write(server.url, {
      phase: "tests",
      code: `await test("t", async () => { await fetch(${TO}) })`,
    });
    const { code, stdout } = await brace(["run", "a.yml"], { cwd });
    assertEquals(code, 1, stdout);
    assertEquals(stdout.includes("PERMISSION"), false, stdout);
  });

  it("leaves a failure that another dialect's script handles to it", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    await write(server.url, {
      code: `await fetch("http://127.0.0.1:${closedPort()}/").catch(() => {})`,
    });
    const { code, stdout } = await brace(["run", "a.yml", "--allow-net"], {
      cwd,
    });
    assertEquals([code, stdout.includes("warning")], [0, false], stdout);
  });

  it("fails the request of a trusted script, too", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    await write(server.url, {
      code: `pm.sendRequest(${TO}, () => {})`,
      dialect: "postman",
    });
    const { code, stdout } = await braceProcess(
      ["run", "a.yml", "--trust-scripts"],
      { cwd },
    );
    assertEquals(code, 6, stdout);
    assertStringIncludes(oneLine(stdout), "pm.sendRequest failed: Cannot send");
    assertMatch(stdout, /a\.yml:1:\d+ {2}runtime\.scripts\[0\]\.code/);
  });
});

/** What stands in a URL → how it goes out in a path and in a query, as in a request's own URL. */
const CHARACTERS: readonly [written: string, path: string, query?: string][] = [
  ["a b", "a%20b"],
  ["ü💥", "%C3%BC%F0%9F%92%A5"],
  ['"x"', "%22x%22"],
  ["<>", "%3C%3E"],
  ['{"a":1}', "{%22a%22:1}"],
  ["a|b^[]", "a|b^[]"],
  ["100%", "100%"],
  ["%41", "%41"],
  ["a+b", "a+b"],
  ["a:b@c;d,e(x)*!~", "a:b@c;d,e(x)*!~"],
  ["\x7f", "%7F"],
  ["a//b/./../c", "a//b/./../c"],
];

/** How a script writes a request → which dialect it is of. */
const CALLS: readonly [
  call: (base: string, path: string, query: string) => string,
  dialect?: "postman",
][] = [
  [
    (base, path, query) =>
      `await pm.sendRequest(${JSON.stringify(`${base}/${path}?q=${query}`)})`,
    "postman",
  ],
  [
    (base, path, query) =>
      `await pm.sendRequest({ url: { raw: ${
        JSON.stringify(`${base}/${path}?q=${query}`)
      } } })`,
    "postman",
  ],
  [(base, path, query) =>
    `await pm.sendRequest({ url: ${
      JSON.stringify({
        protocol: "http",
        host: ["127", "0", "0", "1"],
        port: new URL(base).port,
        path: [path],
        query: [{ key: "q", value: query }],
      })
    } })`, "postman"],
  [(base, path, query) =>
    `await client.sendRequest({ url: ${
      JSON.stringify(`${base}/${path}?q=${query}`)
    } })`],
  [(base, path, query) =>
    `await require("axios").get(${
      JSON.stringify(`${base}/${path}?q=${query}`)
    })`],
  [(base, path, query) =>
    `await fetch(${JSON.stringify(`${base}/${path}?q=${query}`)})`],
];

describe("the URL of a request that a script sends", () => {
  const brace = braceRows();

  const sentBy = async (
    url: string,
    { lines, dialect, flags = [] }: {
      lines: readonly string[];
      dialect?: "postman" | undefined;
      flags?: readonly string[];
    },
  ) => {
    const cwd = await Deno.makeTempDir({ prefix: "brace-script-urls-" });
    await Deno.writeTextFile(`${cwd}/opencollection.yml`, COLLECTION);
    await Deno.writeTextFile(
      `${cwd}/a.yml`,
      JSON.stringify({
        info: { name: "A", type: "http" },
        http: { method: "GET", url: `${url}/main` },
        runtime: {
          scripts: [{
            type: "before-request",
            code: lines.join("\n"),
            ...dialect && { extensions: { brace: { dialect } } },
          }],
        },
      }),
    );
    try {
      return await brace(["run", "a.yml", ...flags], { cwd });
    } finally {
      await Deno.remove(cwd, { recursive: true });
    }
  };

  for (const [call, dialect] of CALLS) {
    it(
      `is encoded as that of a request: ${call("URL:1", "p", "q").slice(6, 45)}`
        .replace("URL:1", ""),
      async () => {
        await using server = recordingServer(() => ({ json: {} }));
        const lines = CHARACTERS.map(([text]) => call(server.url, text, text));
        const { code, stdout } = await sentBy(server.url, { lines, dialect });
        assertEquals(code, 0, stdout);
        assertEquals(
          server.requests.map(({ target }) => target),
          [
            ...CHARACTERS.map(([, path, query = path]) =>
              `/${path}?q=${query}`
            ),
            "/main",
          ],
        );
      },
    );
  }

  it("keeps what would end the path in a part of it", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const port = new URL(server.url).port;
    const url = {
      protocol: "http",
      host: "127.0.0.1",
      port,
      path: ["a?b", "c#d"],
    };
    const { code, stdout } = await sentBy(server.url, {
      lines: [`await pm.sendRequest({ url: ${JSON.stringify(url)} })`],
      dialect: "postman",
    });
    assertEquals(code, 0, stdout);
    assertEquals(server.requests[0].target, "/a%3Fb/c%23d");
  });

  it("holds placeholders as written with --undefined keep", async () => {
    await using server = recordingServer(() => ({ json: {} }));
    const url = (name: string) => `"${server.url}/${name}/{{nope}}?a={{nope}}"`;
    const lines = [
      `await pm.sendRequest(${url("a")})`,
      `await pm.sendRequest(pm.variables.replaceIn(${url("b")}))`,
      `await pm.sendRequest({ url: ${
        url("c")
      }, header: { "X-A": "{{nope}}" } })`,
      `await client.sendRequest(client.interpolate(${url("d")}))`,
    ];
    const { code, stdout } = await sentBy(server.url, {
      lines,
      dialect: "postman",
      flags: ["--undefined", "keep"],
    });
    assertEquals(code, 0, stdout);
    assertEquals(
      server.requests.slice(0, 4).map(({ target }) => target),
      ["a", "b", "c", "d"].map((it) => `/${it}/{{nope}}?a={{nope}}`),
    );
    assertEquals(server.requests[2].headers("x-a"), ["{{nope}}"]);
  });

  /** A script → what its failure says without and with a value. */
  const advice: readonly [code: string, without: string, given?: string][] = [
    [
      'pm.sendRequest("URL/?a={{nope}}", () => {})',
      'this URL: placeholders such as "{{nope}}" are not resolved here (write pm.variables.replaceIn(text)), and this one has no value: no scope defines "nope"',
      'placeholders such as "{{nope}}" are not resolved here; write pm.variables.replaceIn(text)',
    ],
    [
      'pm.sendRequest(pm.environment.replaceIn("URL/?a={{nope}}"), () => {})',
      "are not resolved here (write pm.variables.replaceIn(text)), and",
      "are not resolved here; write pm.variables.replaceIn(text)",
    ],
    [
      'pm.sendRequest(pm.variables.replaceIn("URL/?a={{nope}}"), () => {})',
      'script: Cannot resolve "{{nope}}": no scope defines "nope"',
    ],
  ];
  for (const [script, without, given] of advice) {
    it(`says at once what a placeholder needs: ${script}`, async () => {
      await using server = recordingServer(() => ({ json: {} }));
      const lines = [script.replace("URL", server.url)];
      const run = (...flags: string[]) =>
        sentBy(server.url, { lines, dialect: "postman", flags });
      const { code, stdout } = await run();
      assertEquals(code, 5, stdout);
      assertStringIncludes(oneLine(stdout), without);
      assertStringIncludes(oneLine(stdout), "give it with --var nope=VALUE");
      const second = await run("--var", "nope=1");
      assertEquals(second.code, given === undefined ? 0 : 5, second.stdout);
      assertStringIncludes(oneLine(second.stdout), given ?? "1 passed");
    });
  }
});

/** What a script throws after a status from 400 on, the server's response, and the note of it. */
const REFUSED: readonly [
  what: string,
  code: string,
  response: { status?: number; json?: unknown; body?: string },
  note: string,
][] = [
  [
    "a URL",
    'await client.sendRequest("URL/a")',
    { json: { error: "no token" } },
    'GET URL/a (status 401, with the body {"error":"no token"})',
  ],
  [
    "a method and a query",
    'await client.sendRequest({ url: "URL/a", method: "post", params: { q: 1 } })',
    { status: 500, body: "out\n of order" },
    "POST URL/a?q=1 (status 500, with the body out of order)",
  ],
  [
    "axios",
    'const axios = require("axios"); await axios.create({ baseURL: "URL" }).get("/a")',
    { json: { error: "no token" } },
    'GET URL/a (status 401, with the body {"error":"no token"})',
  ],
  [
    "a secret",
    'await client.sendRequest("URL/a?key=" + client.getEnvVar("key"))',
    { json: { error: "not s3cr3t-k3y" } },
    'GET URL/a?key=*** (status 401, with the body {"error":"not ***"})',
  ],
  [
    "no body",
    'await client.sendRequest("URL/a")',
    { body: "" },
    "GET URL/a (status 401)",
  ],
  [
    "a long body",
    'await client.sendRequest("URL/a")',
    { body: "long ".repeat(1_000) },
    "GET URL/a (status 401)",
  ],
  [
    "a test",
    'await test("t", async () => { await client.sendRequest("URL/a"); })',
    { body: "no" },
    "GET URL/a (status 401, with the body no)",
  ],
];

describe("a request of a script that gets a status from 400 on", () => {
  const brace = braceRows();
  for (const [what, code, response, note] of REFUSED) {
    it(`is shown with its response: ${what}`, async () => {
      await using server = recordingServer(({ target }) =>
        target === "/" ? {} : { status: 401, ...response }
      );
      const cwd = await Deno.makeTempDir({ prefix: "brace-script-sends-" });
      const phase = what === "a test" ? "tests" : "before-request";
      for (
        const [path, text] of [
          ["opencollection.yml", COLLECTION],
          [
            "environments/dev.yml",
            "variables: [{name: key, value: s3cr3t-k3y, secret: true}]",
          ],
          [
            "a.yml",
            `info: {name: A}\nhttp: {method: GET, url: "${server.url}"}\nruntime: {scripts: [{type: ${phase}, code: ${
              JSON.stringify(code.replaceAll('"URL', `"${server.url}`))
            }}]}`,
          ],
        ]
      ) {
        await Deno.mkdir(`${cwd}/environments`, { recursive: true });
        await Deno.writeTextFile(`${cwd}/${path}`, text);
      }
      const { stdout, stderr } = await brace(["run", "--env", "dev"], { cwd });
      await Deno.remove(cwd, { recursive: true });
      const said = oneLine(stdout + stderr);
      assertStringIncludes(said, note.replace("URL", server.url));
    });
  }
});
