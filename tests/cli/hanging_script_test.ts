import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { brace, braceCommand } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const RUNS = "const a = []; a.length = 4294967295; a.indexOf(1)";
/** SIGALRM's; Windows has no signals. */
const HANGING_CODE = Deno.build.os === "windows" ? 1 : 142;
const LIMIT = 500;
/**
 * Of the processor's time, of which a slow machine needs some before a script
 * begins. One that stands still ends the run after ten times its limit.
 */
const TRUSTED_LIMIT = 400;
const WAITS = "await client.sleep(600000)";
/** Like an endless loop, it never gives back control, but leaves the processor to others. */
const STANDS_STILL =
  "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";

describe("a script that hangs", () => {
  let cwd: string;
  let server: RecordingServer;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer();
    await Deno.writeTextFile(
      `${cwd}/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: Hang}\n",
    );
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await Deno.remove(cwd, { recursive: true });
  });

  async function write(
    name: string,
    script: string,
    also = "",
  ): Promise<void> {
    await Deno.writeTextFile(
      `${cwd}/${name}.yml`,
      `info: {name: ${name}}
http: {method: GET, url: "{{server}}/${name}"}
runtime:
  scripts:
    - type: tests
      code: |-
        ${script}${also}
`,
    );
  }

  const args = () => [
    "run",
    ".",
    `--var=server=${server.url}`,
    "--reporter=json=report.json",
    "--reporter=junit=report.xml",
  ];

  async function report() {
    return JSON.parse(await Deno.readTextFile(`${cwd}/report.json`));
  }

  it("fails its request; the run goes on, and the reports are written", async () => {
    await write("a", RUNS);
    await write("b", "test('fine', () => {})");
    const { code, stdout } = await brace(
      [...args(), `--script-timeout=${LIMIT}`],
      { cwd },
    );
    assertEquals(code, 5, stdout);
    assert(stdout.includes("a.yml:7:48"), stdout);
    assert(stdout.includes(`it ran longer than ${LIMIT} ms`), stdout);
    const { exitCode, requests } = await report();
    assertEquals(exitCode, 5);
    assertEquals(
      requests.map((it: { status: string }) => it.status),
      ["errored", "passed"],
    );
    const junit = await Deno.readTextFile(`${cwd}/report.xml`);
    assert(junit.includes(`it ran longer than ${LIMIT} ms`), junit);
  });

  const LOOP = "for (;;);";
  for (
    const {
      title,
      script,
      at = "a.yml:7:9",
      also = "",
      limit = `${TRUSTED_LIMIT} ms of processor time`,
    } of [
      { title: "from its start", script: LOOP },
      { title: "after a wait", script: `await client.sleep(5); ${LOOP}` },
      { title: "in what it awaits", script: "for (;;) await null" },
      { title: "in a test", script: `test("t", () => { ${LOOP} })` },
      { title: "in a timer", script: `setTimeout(() => { ${LOOP} }, 1)` },
      {
        title: "in a native call",
        script: STANDS_STILL,
        limit: `longer than ${10 * TRUSTED_LIMIT} ms (`,
      },
      {
        title: "in a request that it runs",
        script: `await client.runRequest("z")`,
        at: "z.yml:7:9",
      },
      {
        title: "in an assertion",
        script: "",
        at: "a.yml:9:20",
        also: `
  assertions:
    - expression: "(() => { for (;;); })()"
      operator: eq
      value: "1"`,
      },
    ]
  ) {
    it(`ends the run where it is trusted, and the reports are written: ${title}`, async () => {
      await write("0", "test('before', () => {})");
      await write("a", script, also);
      await write("b", "test('never', () => {})");
      await write("z", LOOP);
      const { code, stdout, stderr } = await brace(
        [
          ...args(),
          "--reporter=ndjson=events.ndjson",
          "--trust-scripts",
          `--script-timeout=${TRUSTED_LIMIT}`,
        ],
        { cwd },
      );
      assertEquals(code, HANGING_CODE, stderr);
      for (const part of [at, limit, "cannot stop"]) {
        assert(stderr.replace(/\s+/g, " ").includes(part), stderr);
      }
      const last = stdout.trimEnd().split("\n").slice(-2);
      assertEquals(last, [
        "✗ 1 of 2 requests did not pass (stopped: --script-timeout)",
        "  2 requests did not run: b.yml, z.yml",
      ]);
      const { exitCode, stopped, requests, summary } = await report();
      assertEquals([exitCode, stopped], [HANGING_CODE, "--script-timeout"]);
      assertEquals(
        requests.map((it: { status: string }) => it.status),
        ["passed", "errored"],
      );
      assertEquals([summary.requests.total, summary.tests.passed], [2, 1]);
      const [{ message, location: { file, line, column } }] =
        requests[1].diagnostics;
      assert(message.includes(limit.replace(" (", "")), message);
      assertEquals(`${file}:${line}:${column}`, at);
      const junit = await Deno.readTextFile(`${cwd}/report.xml`);
      assert(junit.includes(limit.replace(" (", "")), junit);
      const events = (await Deno.readTextFile(`${cwd}/events.ndjson`))
        .trim().split("\n").map((line) => JSON.parse(line));
      assertEquals(
        events.map(({ type }) => type),
        [
          "run-start",
          ...["request-start", "request-end"],
          ...["request-start", "request-end"],
          "run-end",
        ],
      );
      assertEquals(events.at(-1).exitCode, HANGING_CODE);
    });
  }

  it("ends the run with reports where it breaks what Brace runs on", async () => {
    await write(
      "a",
      "require('timers').setInterval(() => { Array.prototype.map = Array.prototype.flatMap = Array.prototype.push = null }, 0); await client.sleep(20)",
    );
    await write("b", "test('never', () => {})");
    // The timer may come while Brace does nothing that needs them, and the run
    // is unharmed.
    let ended = { code: 0, stderr: "" };
    for (let tries = 0; ended.code !== 5 && tries < 30; tries++) {
      ended = await brace([...args(), "--trust-scripts"], { cwd });
    }
    const { code, stderr } = ended;
    assertEquals(code, 5, stderr);
    assert(stderr.includes("it changed what"), stderr);
    // The script that runs when Brace fails is named.
    assert(/[ab]\.yml:7:9/.test(stderr), stderr);
    assertEquals((await report()).exitCode, 5);
  });

  it("goes on where a trusted script waits for longer than its limit", async () => {
    await write("a", "await client.sleep(1500)");
    const { code, stdout, stderr } = await brace(
      [...args(), "--trust-scripts", "--script-timeout=1000"],
      { cwd },
    );
    assertEquals(code, 0, stdout + stderr);
  });

  for (
    const [title, script, ...flags] of [
      ["one that waits ends at the first signal", WAITS],
      [
        "one that is trusted and waits ends at the first signal",
        WAITS,
        "--trust-scripts",
      ],
      [
        "one that is trusted and never gives back control",
        "for (;;);",
        "--trust-scripts",
      ],
      [
        "one that runs ends at its limit at the latest",
        RUNS,
        `--script-timeout=${LIMIT}`,
      ],
    ]
  ) {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      itNeeds("signals")(`${title}: ${signal}`, async () => {
        await write("a", `await fetch("${server.url}/runs"); ${script}`);
        await write("b", "test('fine', () => {})");
        const child = braceCommand([...args(), ...flags], { cwd }).spawn();
        await child.stdin.close();
        while (!server.requests.some(({ target }) => target === "/runs")) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        child.kill(signal);
        const { code, stdout, stderr } = await child.output();
        assertEquals(
          code,
          130,
          `OUT${new TextDecoder().decode(stdout)}${
            new TextDecoder().decode(stderr)
          }`,
        );
        const { interrupted, exitCode, requests } = await report();
        assertEquals([interrupted, exitCode], [true, 130]);
        assertEquals(requests.length, 1);
        assertEquals(requests[0].status, "errored");
      });
    }
  }

  for (const delay of [0, 1, 3, 5]) {
    itNeeds("signals")(
      `ends where it never gives back control once the run is interrupted (${delay} ms)`,
      async () => {
        const signalled = Promise.withResolvers<void>();
        const ports = { hostname: "127.0.0.1", port: 0, onListen() {} };
        await using slow = Deno.serve(ports, async () => {
          child.kill("SIGTERM");
          signalled.resolve();
          await new Promise((resolve) => setTimeout(resolve, delay));
          return new Response();
        });
        const url = `http://127.0.0.1:${slow.addr.port}/`;
        await write("a", `await fetch("${url}"); ${STANDS_STILL}`);
        const child = braceCommand([...args(), "--trust-scripts"], { cwd })
          .spawn();
        await child.stdin.close();
        const { code } = await child.output();
        await signalled.promise;
        assertEquals(code, 130);
        const { interrupted, requests } = await report();
        assertEquals([interrupted, requests.length], [true, 1]);
      },
    );
  }
});
