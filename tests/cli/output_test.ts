import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { brace as braceProcess, braceCommand } from "../support/brace.ts";
import { braceRows } from "../support/brace_rows.ts";
import { itNeeds } from "../support/needs.ts";
import { oneLine } from "../support/one_line.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";
import { braceInTerminal } from "../support/terminal.ts";

/** All bytes, a terminal's escape among them. */
const BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);
const BIG = "0123456789abcdef".repeat(80_000);
const TOKEN = "t0ken-of-the-login";

/** A login whose token the next request needs, and what it gets. */
const REQUESTS: Record<string, string> = {
  "1-login.yml": `info: {name: Login, type: http, seq: 1}
http: {method: POST, url: "{{baseUrl}}/{{login}}"}
runtime:
  assertions: [{expression: res.body.token, operator: isString}]
  scripts:
    - type: after-response
      code: client.setEnvVar("token", res.body.token)
`,
  "2-data.yml": `info: {name: Data, type: http, seq: 2}
http:
  method: GET
  url: "{{baseUrl}}/{{what}}"
  auth: {type: bearer, token: "{{token}}"}
`,
};

describe("--output", () => {
  const brace = braceRows();
  let folder: string;
  let server: RecordingServer;

  beforeAll(() => {
    folder = Deno.makeTempDirSync();
    Deno.mkdirSync(`${folder}/environments`);
    Deno.writeTextFileSync(
      `${folder}/opencollection.yml`,
      "info: {name: Shop}\n",
    );
    Deno.writeTextFileSync(
      `${folder}/environments/e.yml`,
      "name: e\nvariables: [{name: token, value: none, secret: true}]\n",
    );
    for (const [name, text] of Object.entries(REQUESTS)) {
      Deno.writeTextFileSync(`${folder}/${name}`, text);
    }
    server = recordingServer(({ target }) => {
      switch (target) {
        case "/login":
          return { json: { token: TOKEN } };
        case "/bytes":
          return { body: BYTES };
        case "/big":
          return {
            headers: [["Content-Type", "text/plain"]],
            body: BIG,
          };
        case "/edge":
          return {
            headers: [["Content-Type", "text/plain"]],
            body: `${"x\n".repeat(2 ** 19 - 4)}${TOKEN}`,
          };
        case "/echo":
          return {
            headers: [["Content-Type", "text/plain"]],
            body: `a\x1b[2Jb\t${TOKEN}\n\u202ec\n`,
          };
        default:
          return { status: 500, body: "broken" };
      }
    });
  });
  afterAll(async () => {
    await server.close();
    Deno.removeSync(folder, { recursive: true });
  });

  const run = (what: string, ...more: string[]) => [
    "run",
    folder,
    "--env",
    "e",
    "--var",
    `what=${what}`,
    "--var",
    "login=login",
    "--env-var",
    `baseUrl=${server.url}`,
    "--reporter",
    "pretty",
    ...more,
  ];

  describe("a file that the run reads", () => {
    const FILES: Record<string, string> = {
      "opencollection.yml": "info: {name: S}\n",
      "brace.yaml": "run:\n  bail: true\n",
      ".env": "A=1\n",
      "rows.csv": "n\n1\n",
      "body.bin": "body",
      "h.js": 'require("./g.json");\n',
      "g.json": "{}\n",
      "spec.yml": "openapi: 3.0.0\n",
      "earlier.json": "{}\n",
      "environments/e.yml": "name: e\nvariables: []\n",
      "sub/folder.yml": "info: {name: sub, type: folder}\n",
      "sub/other.yml":
        "info: {name: other, type: http}\nhttp: {method: GET, url: x}\n",
    };
    let own: string;

    beforeAll(() => {
      own = Deno.makeTempDirSync();
      const request = `info: {name: a, type: http}
http:
  method: POST
  url: "${server.url}/login"
  body: {type: file, data: [{filePath: body.bin, selected: true}]}
runtime:
  scripts: [{type: tests, code: 'require("./h.js")'}]
`;
      for (const name of ["environments", "sub"]) {
        Deno.mkdirSync(`${own}/${name}`);
      }
      const all = { ...FILES, "a.yml": request };
      for (const [name, text] of Object.entries(all)) {
        Deno.writeTextFileSync(`${own}/${name}`, text);
      }
    });
    afterAll(() => Deno.removeSync(own, { recursive: true }));

    const SOURCES = [
      "a.yml",
      "./environments/../a.yml",
      ...Object.keys(FILES).filter((it) => !/spec|earlier/.test(it)),
    ];
    const send = (...flags: string[]) =>
      brace(["run", "a.yml", "-e", "e", "--data", "rows.csv", ...flags], {
        cwd: own,
      });
    const cases = SOURCES.flatMap((file) => [
      [file, "the response", ["--output", file]] as const,
      [file, "a report", ["--reporter", `json=${file}`]] as const,
    ]);
    for (const [file, what, flags] of cases) {
      it(`is not replaced by ${what}: ${file}`, async () => {
        const before = Deno.readTextFileSync(`${own}/${file}`);
        const sent = server.requests.length;
        const { code, stderr } = await send(...flags);
        assertEquals(code, 2, stderr);
        assertStringIncludes(
          oneLine(stderr),
          `Cannot write ${what} to "${file}": the run reads this file (name another file)`,
        );
        assertEquals(Deno.readTextFileSync(`${own}/${file}`), before);
        assertEquals(server.requests.length, sent);
      });
    }

    it("is not replaced through a link", async () => {
      Deno.symlinkSync("rows.csv", `${own}/link`);
      for (const flags of [["--output", "link"], ["--reporter", "tap=link"]]) {
        const { code, stderr } = await send(...flags);
        assertEquals(code, 2, stderr);
        assertStringIncludes(stderr, "rows.csv");
        assertEquals(
          Deno.readTextFileSync(`${own}/rows.csv`),
          FILES["rows.csv"],
        );
      }
    });

    it("is not replaced by a report where the run does not start", async () => {
      for (const flags of [["-e", "none"], ["--no-such-flag"]]) {
        const args = ["--reporter", "json=rows.csv", ...flags];
        assertEquals((await send(...args)).code, 2);
        assertEquals(
          Deno.readTextFileSync(`${own}/rows.csv`),
          FILES["rows.csv"],
        );
      }
    });

    it("is none that earlier runs wrote", async () => {
      const flags = ["--output", "spec.yml", "--reporter", "json=earlier.json"];
      const { code, stdout, stderr } = await send(...flags);
      assertEquals(code, 0, stdout + stderr);
      assertEquals(JSON.parse(Deno.readTextFileSync(`${own}/spec.yml`)), {
        token: TOKEN,
      });
    });
  });

  it("writes what the last request got, and scripts see every response", async () => {
    const { code, stdout, stderr } = await brace(
      run("bytes", "--output", `${folder}/out`),
    );
    assertEquals(code, 0, stdout);
    assertEquals(Deno.readFileSync(`${folder}/out`), BYTES);
    assertEquals(
      oneLine(stderr).trimEnd(),
      `Wrote the last response (2-data.yml) to ${folder}/out`,
    );
    assertEquals(server.requests.at(-1)!.headers("authorization"), [
      `Bearer ${TOKEN}`,
    ]);
  });

  it("takes a response that scripts see only a part of", async () => {
    const { code, stdout } = await brace(
      run("big", "--output", `${folder}/out`, "--max-response-size", "1"),
    );
    assertEquals(code, 0, stdout);
    assert(Deno.readTextFileSync(`${folder}/out`) === BIG);
    assertStringIncludes(
      oneLine(stdout),
      `all of it is in "${folder}/out"`,
    );
  });

  it("leaves the file alone where the last request gets nothing", async () => {
    Deno.writeTextFileSync(`${folder}/out`, "old");
    const { code, stderr } = await brace(
      run("x", "--output", `${folder}/out`, "--var", "baseUrl=http://[::1]:1"),
    );
    assert(code !== 0);
    assertEquals(Deno.readTextFileSync(`${folder}/out`), "old");
    assertStringIncludes(
      oneLine(stderr),
      `Wrote nothing to ${folder}/out: the last request has no response`,
    );
  });

  // Other clients write a report there.
  const REPORTS: readonly (readonly [
    name: string,
    more: readonly string[],
    reporter: string | undefined,
  ])[] = [
    ["results.json", [], "json"],
    ["bruno-report.XML", [], "junit"],
    ["test.html", [], "html"],
    ["results.txt", [], undefined],
    ["data.json", [], undefined],
    ["results.json", ["2-data.yml"], undefined],
  ];
  for (const [name, [only], reporter] of REPORTS) {
    it(`names the report that ${name} may be meant as: ${only ?? "all"}`, async () => {
      const path = `${folder}/${name}`;
      const [command, root, ...flags] = run("bytes", "--output", path);
      const { stderr } = await brace([
        command,
        only === undefined ? root : `${root}/${only}`,
        ...flags,
      ]);
      assertEquals(
        oneLine(stderr).trimEnd(),
        `Wrote the last response (2-data.yml) to ${path}${
          reporter === undefined
            ? ""
            : ` (for a report: --reporter ${reporter}=${path})`
        }`,
      );
    });
  }

  it("says nothing about the file where nothing is to be printed", async () => {
    const [, ...words] = run("bytes", "--output", `${folder}/out`);
    const args = words.filter((it) => !/^(?:--reporter|pretty)$/.test(it));
    const { stderr, stdout } = await brace(["run", ...args, "--quiet"]);
    assertEquals([stdout, stderr], ["", ""]);
  });

  for (const flag of [["--output", "-"], ["--output=-"]]) {
    it(`prints bytes as they are, and the report elsewhere: ${flag}`, async () => {
      const child = braceCommand(run("bytes", ...flag)).spawn();
      await child.stdin.close();
      const { code, stdout, stderr } = await child.output();
      assertEquals(code, 0);
      assertEquals(stdout, BYTES);
      const report = new TextDecoder().decode(stderr);
      assertStringIncludes(report, "2-data.yml   GET  200");
      assertStringIncludes(report, "2 requests passed");
    });
  }

  it("prints secrets, which are data here, and what failed too", async () => {
    const echo = await brace(run("echo", "--output", "-"));
    assertEquals(echo.stdout, `a\x1b[2Jb\t${TOKEN}\n\u202ec\n`);
    assert(!echo.stderr.includes(TOKEN), echo.stderr);
    const broken = await brace(run("x", "--output", "-"));
    assertEquals(broken.stdout, "broken");
    const whole = await brace(
      run("big", "--output", "-", "--max-response-size", "1"),
    );
    assert(whole.stdout === BIG, oneLine(whole.stderr));
  });

  it("prints nothing where the last request was not sent, and leaves nothing", async () => {
    const temporary = Deno.makeTempDirSync();
    try {
      const { stdout, code } = await brace(
        run("echo", "--output", "-", "--bail", "--var", "login=x"),
        { env: { TMPDIR: temporary, TEMP: temporary } },
      );
      assertEquals([stdout, code], ["", 5]);
      assertEquals([...Deno.readDirSync(temporary)], []);
    } finally {
      Deno.removeSync(temporary, { recursive: true });
    }
  });

  it("says that it may not keep the response", async () => {
    const { code, stderr } = await braceProcess(run("echo", "--output", "-"), {
      permissions: ["--allow-net", "--allow-read", "--allow-env"],
    });
    assertEquals(code, 6);
    assertStringIncludes(oneLine(stderr), "(run with --allow-write, or give");
  });

  itNeeds("terminal")("shows a terminal the last response only", async () => {
    const args = run("echo", "--output", "-", "--bail", "--var", "login=x");
    const { screen } = await braceInTerminal(args, []);
    assert(!/^broken/m.test(screen), screen);
  });

  itNeeds("terminal")("shows a terminal no half of a secret", async () => {
    const { screen } = await braceInTerminal(
      run("edge", "--output", "-", "--max-response-size", "1"),
      [],
    );
    assertStringIncludes(screen, "\r\nx\r\nx\r\n");
    assert(!screen.includes("t0ken"));
  });

  itNeeds("terminal")("shows a terminal what a person can read", async () => {
    const { screen } = await braceInTerminal(run("echo", "--output", "-"), []);
    assertStringIncludes(screen, "a\\x1b[2Jb  ***\r\n\\u202ec\r\n");
    assert(!screen.includes(TOKEN), screen);
    const binary = await braceInTerminal(run("bytes", "--output", "-"), []);
    assertStringIncludes(binary.screen, "\r\n(256 B of binary content)\r\n");
  });
});
