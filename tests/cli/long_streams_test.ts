import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { type SocketServer, socketServer } from "../support/socket_server.ts";

const MESSAGES = 2_200;
const SECRET = "s3cret-of-the-stream";
/** 2 MB in all, twice what a run keeps in memory where nothing looks at them. */
const text = (n: number) => JSON.stringify({ n, more: "x".repeat(900) });

describe("a stream that is longer than what a run keeps in memory", () => {
  let cwd: string;
  let server: SocketServer;
  const reports = () => `${cwd}/reports`;
  const read = (file: string) => Deno.readTextFile(`${reports()}/${file}`);

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    await Deno.mkdir(reports());
    server = await socketServer((socket) => {
      socket.on("message", (data) => {
        socket.send(`${data}`);
        for (let n = 0; n < MESSAGES; n++) socket.send(text(n));
        socket.close();
      });
    });
    await Deno.writeTextFile(
      `${cwd}/long.yml`,
      `opencollection: 1.0.0
info: {name: Long}
request: {variables: [{name: token, value: ${SECRET}, secret: true}]}
items:
  - info: {name: long, type: websocket}
    websocket: {url: "${server.url}", message: {type: text, data: "{{token}}"}}
`,
    );
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await Deno.remove(cwd, { recursive: true });
  });

  const FILES = ["json", "ndjson", "har", "html"] as const;

  for (const limit of [[], ["--max-response-size=0"]]) {
    it(`is whole in every report that has messages ${limit.join()}`, async () => {
      const { code, stdout, stderr } = await brace([
        "run",
        "long.yml",
        ...limit,
        ...FILES.map((kind) => `--reporter=${kind}=reports/r.${kind}`),
      ], { cwd });
      assertEquals(code, 0, stdout + stderr);
      assertMatch(stdout, new RegExp(`1 sent, ${MESSAGES + 1} received`));
      const texts = await Promise.all(FILES.map((kind) => read(`r.${kind}`)));
      for (const text of texts) assertFalse(text.includes(SECRET));
      const [json, ndjson, har, html] = texts;
      const ended = ndjson.trim().split("\n").map((it) => JSON.parse(it))
        .find(({ type }) => type === "request-end");
      for (const request of [JSON.parse(json).requests[0], ended.request]) {
        const { stream } = request.response;
        assertEquals([stream.sent, stream.received], [1, MESSAGES + 1]);
        assertEquals(stream.dropped, undefined);
        assertAll(stream.messages);
      }
      assertAll(
        // deno-lint-ignore no-explicit-any
        JSON.parse(har).log.entries[0]._webSocketMessages.map((it: any) => ({
          direction: it.type === "send" ? "sent" : "received",
          text: it.data,
        })),
      );
      const [, details] = /id="details-0">(.*?)<\/script>/.exec(html)!;
      const { messages, omitted } = JSON.parse(details).response.stream;
      assertEquals(messages.length + omitted, MESSAGES + 2);
      assertEquals(
        [...Deno.readDirSync(reports())].map(({ name }) => name).sort(),
        FILES.map((kind) => `r.${kind}`).sort(),
      );
    });
  }

  it("is whole where a trusted script hangs behind it", async () => {
    const collection = await Deno.readTextFile(`${cwd}/long.yml`);
    await Deno.writeTextFile(
      `${cwd}/hangs.yml`,
      `${collection}  - info: {name: hangs}
    http: {method: GET, url: "${server.url.replace("ws:", "http:")}"}
    runtime: {scripts: [{type: before-request, code: "for (;;);"}]}
`,
    );
    const { code, stdout, stderr } = await brace([
      "run",
      "hangs.yml",
      "--trust-scripts",
      "--script-timeout=200",
      "--reporter=json=reports/hangs.json",
    ], { cwd });
    assert(code !== 0, stdout + stderr);
    const { requests } = JSON.parse(await read("hangs.json"));
    assertEquals(
      requests.map(({ status }: { status: string }) => status),
      ["passed", "errored"],
    );
    assertAll(requests[0].response.stream.messages);
  });

  it("is counted where there is no room on the disk", async () => {
    const { code, stdout, stderr } = await brace(
      ["run", "long.yml", "--reporter=json=-"],
      { cwd, env: { TMPDIR: `${cwd}/none`, TMP: `${cwd}/none` } },
    );
    assertEquals(code, 0, stderr);
    const { stream } = JSON.parse(stdout).requests[0].response;
    assertEquals([stream.sent, stream.received], [1, MESSAGES + 1]);
    assertEquals(stream.messages.length + stream.dropped, MESSAGES + 2);
    assertEquals(stream.messages.at(-1).text, text(MESSAGES - 1));
  });
});

function assertAll(
  messages: readonly { readonly direction: string; readonly text: string }[],
): void {
  assertEquals(messages.length, MESSAGES + 2);
  const [first, second, ...rest] = messages;
  assertEquals([first.direction, first.text], ["sent", "***"]);
  assertEquals([second.direction, second.text], ["received", "***"]);
  assert(rest.every((it, n) => it.text === text(n)));
}
