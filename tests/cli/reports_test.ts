import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

describe("the reports of brace run", () => {
  let cwd: string;
  let server: RecordingServer;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(() => ({
      status: 302,
      headers: [["Location", "http://elsewhere.invalid/"]],
    }));
  });
  afterEach(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  it("hold what was sent when a redirect was refused, and nothing when the host was", async () => {
    await Deno.writeTextFile(
      `${cwd}/refused.yml`,
      `info: { name: Refused }
items:
  - info: { name: redirect, type: http }
    http: { method: GET, url: "${server.url}/a" }
  - info: { name: host, type: http }
    http: { method: GET, url: "http://undeclared.invalid/{{x}}" }
    runtime:
      scripts:
        - { type: before-request, code: 'client.setVar("x", 1); req.setUrl("http://other.invalid/")' }
`,
    );
    const { code } = await brace(
      ["run", "refused.yml", "--reporter", "json=report.json"],
      { cwd },
    );
    assertEquals([code, server.requests.length], [6, 1]);
    const report = JSON.parse(await Deno.readTextFile(`${cwd}/report.json`));
    assertEquals(
      report.requests.map((
        { status, request }: { status: string; request?: { url: string } },
      ) => [status, request?.url]),
      [["errored", `${server.url}/a`], ["errored", undefined]],
    );
  });
});
