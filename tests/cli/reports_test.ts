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

  it("name the cases of JUnit the same in every run", async () => {
    await Deno.writeTextFile(
      `${cwd}/stable.yml`,
      `info: { name: Stable }
items:
  - info: { name: once, type: http }
    http: { method: GET, url: "${server.url}/a" }
    settings: { followRedirects: false }
    runtime:
      assertions:
        - { expression: res.status, operator: gt, value: "{{$timestamp}}" }
        - { expression: res.status, operator: gt, value: "{{missing}}" }
        - { expression: res.body, operator: isNumber, value: "unused" }
`,
    );
    const { code } = await brace(
      ["run", "stable.yml", "--now=2026-01-31", "--reporter=junit=report.xml"],
      { cwd },
    );
    assertEquals(code, 1);
    const xml = await Deno.readTextFile(`${cwd}/report.xml`);
    const names = [...xml.matchAll(/<testcase name="([^"]*)"/g)];
    assertEquals(names.map(([, name]) => name), [
      "res.status gt {{$timestamp}}",
      "res.status gt {{missing}}",
      "res.body isNumber",
    ]);
    assertEquals(xml.includes("Assert res.status gt 1769817600: "), true, xml);
    assertEquals(xml.includes("<system-out>302 Found · 0 B\n"), true, xml);
  });

  it("name the file as it is seen from where the run began", async () => {
    await Deno.mkdir(`${cwd}/api`);
    await Deno.writeTextFile(
      `${cwd}/api/shop.yml`,
      `info: { name: Shop }
items:
  - info: { name: passes, type: http }
    http: { method: GET, url: "${server.url}/a" }
    settings: { followRedirects: false }
    runtime:
      assertions:
        - { expression: res.status, operator: eq, value: "302" }
        - { expression: res.status, operator: eq, value: "200" }
`,
    );
    const { code } = await brace(
      [
        "run",
        "api/shop.yml",
        "--reporter=json=report.json",
        "--reporter=junit=report.xml",
      ],
      { cwd },
    );
    assertEquals(code, 1);
    const report = JSON.parse(await Deno.readTextFile(`${cwd}/report.json`));
    assertEquals(report.requests[0].file, "api/shop.yml");
    const xml = await Deno.readTextFile(`${cwd}/report.xml`);
    assertEquals(
      xml.matchAll(/file="([^"]*)"/g).map(([, file]) => file).toArray(),
      ["api/shop.yml", "api/shop.yml", "api/shop.yml"],
    );
  });

  it("hold where each value came from, in JSON and in HTML", async () => {
    await Deno.writeTextFile(
      `${cwd}/values.yml`,
      `info: { name: Values }
request:
  variables:
    - { name: base, value: "${server.url}" }
items:
  - info: { name: one, type: http }
    http: { method: GET, url: "{{base}}/{{id}}" }
    settings: { followRedirects: false }
`,
    );
    const { code, stderr } = await brace(
      [
        "run",
        "values.yml",
        "--var=id=7",
        "--reporter=json=report.json",
        "--reporter=html=report.html",
      ],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""]);
    const { requests } = JSON.parse(
      await Deno.readTextFile(`${cwd}/report.json`),
    );
    const { insertions } = requests[0].request;
    assertEquals(
      insertions.map((
        { expression, scope, origin: { kind, file, line, column } }: {
          expression: string;
          scope: string;
          origin: Record<string, unknown>;
        },
      ) => [expression, scope, kind, file, line, column]),
      [
        ["base", "collection", "file", "values.yml", 4, 29],
        ["id", "runtime", "flag", undefined, undefined, undefined],
      ],
    );
    const html = await Deno.readTextFile(`${cwd}/report.html`);
    const [, block] = /id="details-0">(.*?)<\/script>/.exec(html)!;
    assertEquals(JSON.parse(block), requests[0]);
  });
});
