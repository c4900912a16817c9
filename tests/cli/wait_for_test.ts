import {
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { formatDiagnostic } from "../../mod.ts";
import { DiagnosticError, runCollection } from "../../run.ts";
import { braceRows } from "../support/brace_rows.ts";
import { certificate } from "../support/certificates.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** A server that hangs up so often before it answers, with a status. */
function startingServer(refused: number, status = 503) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const asked: string[] = [];
  const served = (async () => {
    for await (const connection of listener) {
      const bytes = new Uint8Array(4096);
      const length = await connection.read(bytes) ?? 0;
      asked.push(new TextDecoder().decode(bytes.subarray(0, length)));
      if (asked.length > refused) {
        await connection.write(
          new TextEncoder().encode(
            `HTTP/1.1 ${status} x\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
          ),
        );
      }
      connection.close();
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    asked,
    async [Symbol.asyncDispose]() {
      listener.close();
      await served;
    },
  };
}

/** Where nothing listens. */
function closedPort(): string {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${listener.addr.port}`;
}

describe("brace run --wait-for", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;
  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer();
    await Deno.mkdir(`${cwd}/environments`);
    await Deno.writeTextFile(
      `${cwd}/environments/dev.yml`,
      "variables: [{name: other, value: x}]\n",
    );
    await Deno.writeTextFile(
      `${cwd}/opencollection.yml`,
      `opencollection: 1.0.0
info: {name: Waiting}
request: {variables: [{name: server, value: "${server.url}"}]}
`,
    );
    await Deno.writeTextFile(
      `${cwd}/get.yml`,
      'info: {name: get}\nhttp: {method: GET, url: "{{server}}/get"}\n',
    );
    await Deno.writeTextFile(
      `${cwd}/elsewhere.yml`,
      `info: {name: elsewhere, tags: [elsewhere]}
http: {method: GET, url: "{{target}}/get"}
runtime:
  scripts:
    - {type: before-request, code: 'bru.setVar("target", bru.getVar("awaited"))'}
`,
    );
  });
  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  const run = (...args: string[]) =>
    brace(["run", "get.yml", ...args], { cwd });

  for (const status of [200, 302, 404, 503]) {
    it(`begins when a GET is answered, with ${status} too`, async () => {
      await using other = startingServer(2, status);
      const { code, stdout, stderr } = await run(
        "--wait-for={{awaited}}/health",
        `--var=awaited=${other.url}`,
      );
      assertEquals([code, stderr], [0, ""]);
      assertEquals(
        other.asked.map((text) => text.split("\r\n", 1)[0]),
        Array(3).fill("GET /health HTTP/1.1"),
      );
      assertStringIncludes(stdout, `Waiting for ${other.url}/health\n`);
    });
  }

  it("waits for each, and says nothing with --quiet", async () => {
    await using one = startingServer(1);
    await using two = startingServer(0);
    const outcome = await run(
      "--quiet",
      `--wait-for=${one.url}`,
      `--wait-for=${two.url}/up`,
    );
    assertEquals(outcome, { code: 0, stdout: "", stderr: "" });
    assertEquals([one.asked.length, two.asked.length], [2, 1]);
  });

  const REFUSED: [
    name: string,
    args: (url: string) => string[],
    code: number,
    message: string,
  ][] = [
    [
      "what does not answer in time",
      (url) => [`--wait-for=${url}/up`, "--wait-timeout=200"],
      4,
      '/up" any longer: no answer in 200 ms, last: connection refused (raise --wait-timeout)',
    ],
    [
      "a host that is denied",
      (url) => [`--wait-for=${url}`, "--deny-net=127.0.0.1"],
      6,
      'the rule "127.0.0.1" denies it (take it out of --deny-net)',
    ],
    [
      "what is not known",
      () => ["--wait-for={{sever}}/up"],
      2,
      'Cannot wait for "{{sever}}/up": no scope defines "sever"',
    ],
    [
      "what another environment defines",
      () => ["--wait-for={{other}}/up"],
      2,
      '"other" is defined by the environment "dev", which is not selected: --env dev',
    ],
    [
      "what is no URL",
      () => ["--wait-for=http://"],
      2,
      'Cannot wait for "http://": it has no host',
    ],
    [
      "a time without a server to wait for",
      () => ["--wait-timeout=200"],
      2,
      'Cannot use "--wait-timeout" without "--wait-for": the run waits for nothing',
    ],
  ];
  for (const [name, args, code, message] of REFUSED) {
    it(`refuses ${name}, and sends nothing`, async () => {
      const before = server.requests.length;
      const outcome = await run(...args(closedPort()));
      assertEquals(outcome.code, code);
      assertStringIncludes(outcome.stderr.replace(/\s+/g, " "), message);
      assertEquals(server.requests.length, before);
    });
  }

  it("says of a server that keeps silent how long it did, once", async () => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const host = `127.0.0.1:${listener.addr.port}`;
    const { code, stderr } = await run(
      `--wait-for=${host}`,
      "--wait-timeout=200",
    );
    assertEquals(code, 4);
    assertStringIncludes(
      stderr.replace(/\s+/g, " "),
      `Cannot wait for "http://${host}" any longer: no answer in 200 ms (raise --wait-timeout)`,
    );
  });

  it("takes an untrusted certificate for an end, unless it is accepted", async () => {
    const tls = await certificate("self-signed");
    await using other = recordingServer(undefined, { tls });
    const flag = `--wait-for=https://localhost:${other.port}/`;
    const { code, stderr } = await run(flag);
    assertEquals(code, 4);
    assertStringIncludes(
      stderr.replace(/\s+/g, " "),
      `Cannot wait for "https://localhost:${other.port}/": `,
    );
    assertEquals((await run(flag, "--insecure=localhost")).code, 0);
    assertEquals(other.requests.length, 1);
  });

  it("declares nothing for the run", async () => {
    await using other = startingServer(0);
    const { code, stdout } = await brace([
      "run",
      "elsewhere.yml",
      `--wait-for=${other.url}`,
      `--var=awaited=${other.url}`,
    ], { cwd });
    assertEquals(code, 6);
    assertStringIncludes(
      stdout.replace(/\s+/g, " "),
      "the host is not declared",
    );
    assertEquals(other.asked.length, 1);
  });

  it("is not for brace.yaml: it widens what a run may touch", async () => {
    const file = `${cwd}/brace.yaml`;
    await Deno.writeTextFile(file, 'run: { wait-for: "http://a.example" }\n');
    try {
      const { code, stderr } = await run();
      assertEquals(code, 2);
      assertStringIncludes(stderr, "type --wait-for");
    } finally {
      await Deno.remove(file);
    }
  });

  it("is waitFor to programs: in vain it throws, and a signal ends it", async () => {
    await using other = startingServer(1);
    const options = { paths: ["get.yml"] };
    const passed = await runCollection(cwd, { ...options, waitFor: other.url });
    assertEquals([passed.exitCode, other.asked.length], [0, 2]);
    const waitFor = [closedPort()];
    const error = await assertRejects(
      () => runCollection(cwd, { ...options, waitFor, waitTimeout: 100 }),
      DiagnosticError,
      "no answer in 100 ms",
    );
    assertEquals(error.diagnostics[0].code, "NOT_READY");
    assertMatch(
      formatDiagnostic(error.diagnostics[0]),
      /refused \(raise the option "waitTimeout"\)$/,
    );
    const signal = AbortSignal.timeout(100);
    const ended = await runCollection(cwd, { ...options, waitFor, signal });
    assertEquals([ended.exitCode, ended.requests.length], [130, 0]);
  });
});
