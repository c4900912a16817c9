import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { VERSION } from "../../lib/core/source/version.ts";
import { braceRows } from "../support/brace_rows.ts";

const FILES: Record<string, string> = {
  "opencollection.yml": `info: { name: S }
config: { protobuf: { importPaths: [{ path: protos }] } }
request:
  variables:
    - { name: token, value: s3cr3t-1, secret: true }
    - { name: id, value: 12 }
`,
  "chat.yml": `info: { name: Chat, type: websocket, seq: 1 }
websocket:
  url: localhost:9/chat
  headers: [{ name: Sec-WebSocket-Protocol, value: "v2, v1" }]
  message:
    - { title: login, message: { type: json, data: '{"token": "{{token}}"}' } }
    - { title: lines, message: { data: "a\\nit's {{id}}" } }
    - { title: bytes, message: { type: binary, data: AQI= } }
extensions:
  brace:
    stream:
      steps:
        - send: login
        - wait: { expression: message.data.type, operator: eq, value: welcome }
          set: { session: message.data.id }
        - send: { data: "{{session}}" }
        - pause: 20
        - send: lines
        - send: bytes
        - end
`,
  "call.yml": `info: { name: Call, type: grpc, seq: 2 }
grpc:
  url: grpc://localhost:50051
  method: /demo.Greeter/Say
  protoFilePath: demo.proto
  metadata: [{ name: x-id, value: "{{id}}" }]
  message: '{"id": {{id}}}'
`,
  "ask.yml": `info: { name: Ask, type: grpc, seq: 3 }
grpc: { url: "shop.example.com/pre", method: demo.Greeter/Say }
settings: { timeout: 250 }
`,
  "topic.yml": "info: { name: Topic, type: mqtt, seq: 4 }\n",
  "off.yml": `info: { name: Off, type: http, seq: 5 }
http: { method: GET, url: "http://127.0.0.1:1/" }
runtime:
  scripts: [{ type: before-request, code: bru.runner.skipRequest() }]
`,
};

describe("streams at the command line", () => {
  const brace = braceRows();
  let cwd: string;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    for (const [name, text] of Object.entries(FILES)) {
      await Deno.writeTextFile(`${cwd}/${name}`, text);
    }
  });
  afterAll(async () => await Deno.remove(cwd, { recursive: true }));

  const CASES: readonly {
    readonly args: readonly string[];
    readonly stdout: string;
    readonly stderr?: string;
  }[] = [
    {
      args: ["render", "chat.yml"],
      stdout: `GET ws://localhost:9/chat
Host: localhost:9
Sec-WebSocket-Protocol: v2, v1
User-Agent: brace/${VERSION}
Accept: */*
Accept-Encoding: gzip, deflate, br, zstd
Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13

→ "login" (json)
{"token": "***"}

(waits up to 5000 ms for message.data.type eq welcome)

→ a message (text, rendered when its turn comes)
{{session}}

(waits 20 ms)

→ "lines" (text)
a
it's 12

→ "bytes" (binary)
(2 bytes)

(sends no more)
`,
    },
    {
      args: ["render", "call.yml", "--provenance"],
      stdout: `POST grpc://localhost:50051/demo.Greeter/Say
Host: localhost:50051
x-id: 12
    {{id}} = 12  (collection, opencollection.yml:6:26)
User-Agent: brace/${VERSION}
Content-Type: application/grpc
TE: trailers

→ "message 1" (json)
{"id": 12}
    {{id}} = 12  (collection, opencollection.yml:6:26)
`,
    },
    {
      args: ["render", "chat.yml", "--as=websocat"],
      stdout: `# the message "bytes" is not text: left out
printf '%s\\0' '{"token": "***"}' '{{session}}' 'a
it'\\''s 12' | websocat --no-close \\
  --null-terminated \\
  --protocol 'v2, v1' \\
  ws://localhost:9/chat
`,
      stderr:
        "note: *** stands for secrets (on a terminal, --reveal shows them)\n",
    },
    {
      args: ["render", "call.yml", "--as=grpcurl"],
      stdout: `grpcurl \\
  -plaintext \\
  -import-path ROOT \\
  -import-path ROOT/protos \\
  -proto demo.proto \\
  -H 'x-id: 12' \\
  -d '{"id": 12}' \\
  localhost:50051 \\
  demo.Greeter/Say
`,
    },
    {
      args: ["render", "ask.yml", "--as=grpcurl"],
      stdout: `# grpcurl has no place for the path "/pre"
grpcurl \\
  -max-time 0.25 \\
  shop.example.com:443 \\
  demo.Greeter/Say
`,
    },
    {
      args: ["render", "chat.yml", "call.yml", "off.yml", "--as=curl"],
      stdout: "curl --location http://127.0.0.1:1/\n",
      stderr:
        `warning UNSUPPORTED: Left out "chat.yml": curl does not send messages of a
    WebSocket (use --as websocat)
warning UNSUPPORTED: Left out "call.yml": curl does not send gRPC (use --as
    grpcurl)
note: No script ran here: what the before-request script of off.yml sets is
missing (a run with --verbose shows what it sends)
`,
    },
    {
      args: ["list"],
      stdout: `WS    chat.yml  Chat
      localhost:9/chat
GRPC  call.yml  Call
      grpc://localhost:50051
GRPC  ask.yml  Ask
      shop.example.com/pre
mqtt  topic.yml  Topic
${"      "}
GET   off.yml  Off
      http://127.0.0.1:1/

5 requests
`,
    },
  ];
  for (const { args, stdout, stderr = "" } of CASES) {
    it(`brace ${args.join(" ")}`, async () => {
      const done = await brace(args, { cwd });
      const root = await Deno.realPath(cwd);
      assertEquals(
        done.stdout.replaceAll(root, "ROOT").replaceAll(cwd, "ROOT")
          .replaceAll("\\protos", "/protos"),
        stdout,
      );
      assertEquals(done.stderr, stderr);
      assertEquals(done.code, 0);
    });
  }

  it("brace render --format json has the messages and the values in them", async () => {
    const { stdout } = await brace(["render", "chat.yml", "--format=json"], {
      cwd,
    });
    const [{ messages }] = JSON.parse(stdout).requests;
    assertEquals(
      messages.map((
        { title, type, data, insertions }: {
          title: string;
          type: string;
          data: string;
          insertions: { start: number; end: number }[];
        },
      ) => [
        title,
        type,
        data,
        ...insertions.map(({ start, end }) => data.slice(start, end)),
      ]),
      [
        ["login", "json", '{"token": "***"}', "***"],
        ["", "text", "{{session}}"],
        ["lines", "text", "a\nit's 12", "12"],
        ["bytes", "binary", "AQI="],
      ],
    );
  });

  it("says what a run skipped that Brace cannot send, and fails with --fail-on-skipped", async () => {
    const run = (...args: string[]) =>
      brace(["run", "--allow-empty", ...args], { cwd });
    const line = "  not sent    1 · Brace does not send requests of mqtt\n";
    for (const reporter of ["pretty", "failures", "dots"]) {
      const { stdout, code } = await run("topic.yml", `--reporter=${reporter}`);
      assert(stdout.includes(line), stdout);
      assertEquals(code, 0);
    }
    const fails = await run(
      "topic.yml",
      "--fail-on-skipped",
      "--reporter=github=fails.log",
    );
    assertEquals(fails.code, 1);
    const verdict = "\n✗ 1 request is not sent (--fail-on-skipped)\n";
    assert(fails.stdout.endsWith(verdict), fails.stdout);
    const github = await Deno.readTextFile(`${cwd}/fails.log`);
    assert(
      /^::error file=topic\.yml,.*\(--fail-on-skipped\)::.*"mqtt"/.test(github),
      github,
    );
    const script = await run("off.yml", "--fail-on-skipped");
    assertEquals(script.code, 0);
    assert(!script.stdout.includes("not sent"), script.stdout);
  });
});
