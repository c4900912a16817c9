import { assert, assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { brace, braceCommand } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

const RUNS = "const a = []; a.length = 4294967295; a.indexOf(1)";
const WAITS = "await client.sleep(600000)";

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

  async function write(name: string, script: string): Promise<void> {
    await Deno.writeTextFile(
      `${cwd}/${name}.yml`,
      `info: {name: ${name}}
http: {method: GET, url: "{{server}}/${name}"}
runtime:
  scripts:
    - type: tests
      code: |-
        ${script}
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
      [...args(), "--script-timeout=300"],
      { cwd },
    );
    assertEquals(code, 5, stdout);
    assert(stdout.includes("a.yml:7:48"), stdout);
    assert(stdout.includes("it ran longer than 300 ms"), stdout);
    const { exitCode, requests } = await report();
    assertEquals(exitCode, 5);
    assertEquals(
      requests.map((it: { status: string }) => it.status),
      ["errored", "passed"],
    );
    const junit = await Deno.readTextFile(`${cwd}/report.xml`);
    assert(junit.includes("it ran longer than 300 ms"), junit);
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
        "one that runs ends at its limit at the latest",
        RUNS,
        "--script-timeout=1000",
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
});
