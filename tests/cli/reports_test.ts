import { assertEquals, assertFalse, assertMatch } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";
import { socketServer } from "../support/socket_server.ts";

describe("the reports of brace run", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;

  beforeEach(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(({ target }) => {
      switch (target) {
        case "/end":
          return undefined;
        case "/see":
          return { status: 303, headers: [["Location", "/end"]] };
        default:
          return {
            status: 302,
            headers: [["Location", "http://elsewhere.invalid/"]],
          };
      }
    });
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

  it("hold what each hop of a redirect sent, without the secrets in it", async () => {
    await Deno.writeTextFile(
      `${cwd}/see.yml`,
      `info: { name: See }
request:
  variables: [{ name: pin, value: "7q", secret: true }]
items:
  - info: { name: see, type: http }
    http:
      method: POST
      url: "${server.url}/see"
      headers: [{ name: X-Shown, value: "a {{pin}}" }]
      body: { type: json, data: "{}" }
`,
    );
    const { code, stdout } = await brace(
      [
        ...["run", "see.yml", "--verbose"],
        ...["--reporter", "json=report.json", "--reporter", "har=report.har"],
      ],
      { cwd },
    );
    assertEquals(code, 0);
    const [json, har] = await Promise.all(
      ["json", "har"].map((kind) => Deno.readTextFile(`${cwd}/report.${kind}`)),
    );
    for (const text of [stdout, json, har]) {
      assertEquals(text.includes("7q"), false, text);
    }
    const kept = [["X-Shown", "a ***"]];
    const own = [
      ...kept,
      ["Content-Type", "application/json"],
      ["Content-Length", "2"],
    ];
    type Headers = { name: string; value: string }[];
    const ownOf = (headers: Headers) =>
      headers.filter(({ name }) => /^(X-|Content-)/.test(name)).map((
        { name, value },
      ) => [name, value]);
    const { request, response } = JSON.parse(json).requests[0];
    assertEquals(request.method, "POST");
    assertEquals(ownOf(request.headers), own);
    assertEquals(ownOf(response.redirects[0].headers), own);
    assertEquals(response.sent.method, "GET");
    assertEquals(ownOf(response.sent.headers), kept);
    assertEquals(
      JSON.parse(har).log.entries.map((
        { request }: {
          request: {
            method: string;
            url: string;
            headers: Headers;
            postData?: { text: string };
          };
        },
      ) => [
        request.method,
        request.url,
        ownOf(request.headers),
        request.postData?.text,
      ]),
      [
        ["POST", `${server.url}/see`, own, "{}"],
        ["GET", `${server.url}/end`, kept, undefined],
      ],
    );
    const at = stdout.indexOf("Content-Length: 2");
    assertEquals(stdout.indexOf("303 See Other → GET /end") > at, true, stdout);
    assertEquals(at > 0, true, stdout);
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
    assertEquals(
      xml.includes("Assertion res.status gt 1769817600: "),
      true,
      xml,
    );
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

  it("has the messages of a WebSocket, and where their values come from", async () => {
    await using server = await socketServer();
    await Deno.writeTextFile(
      `${cwd}/chat.yml`,
      `info: { name: Chat }
request:
  variables:
    - { name: url, value: "${server.url}" }
    - { name: who, value: Ada }
    - { name: code, value: 7q-zz-19, secret: true }
items:
  - info: { name: one, type: websocket }
    websocket:
      url: "{{url}}"
      message: { type: json, data: '{"who": "{{who}}", "code": "{{code}}"}' }
    extensions: { brace: { stream: { count: 1 } } }
`,
    );
    const { code, stdout, stderr } = await brace(
      ["run", "chat.yml", "--verbose", "--reporter=json=chat.json"],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /✓ one +WS +101 · 1 sent, 1 received/);
    assertMatch(
      stdout,
      /← +\d+ ms {2}json {2}\{"who": "Ada", "code": "\*\*\*"\}/,
    );
    const text = await Deno.readTextFile(`${cwd}/chat.json`);
    assertFalse((stdout + text).includes("7q-zz-19"));
    const { request, response } = JSON.parse(text).requests[0];
    assertEquals(request.stream, "websocket");
    const { messages, sent, received, closed } = response.stream;
    assertEquals([sent, received, closed.by], [1, 1, "client"]);
    assertEquals(
      messages.map((it: Record<string, unknown>) => [it.direction, it.text]),
      ["sent", "received"].map((it) => [it, '{"who": "Ada", "code": "***"}']),
    );
    const [{ origin, start, end }] = messages[0].insertions;
    assertEquals([start, end], [9, 12]);
    assertEquals([origin.file, origin.line], ["chat.yml", 5]);
  });
});
