import { codesOf } from "../../../support/problems.ts";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  acceptKey,
  rawSocketServer,
  type ServerSocket,
  socketServer,
} from "../../../support/socket_server.ts";
import { runCollection } from "../../../support/run_collection.ts";

function chat(url: string, part: string, rest = ""): string {
  return `info: {name: chat, type: websocket}
websocket:
  url: "${url}"
  ${part.trim()}
${rest}`;
}

const HELLO = "message: {type: text, data: hello}";
const COUNT = "extensions: {brace: {stream: {count: 1}}}";
const tests = (code: string, type = "tests") =>
  `runtime:
  scripts:
    - type: ${type}
      code: |
${code.trim().replace(/^/gm, "        ")}
`;

describe("a run with WebSockets", () => {
  it("sends the bytes of a file in the collection", async () => {
    const root = await Deno.makeTempDir();
    const bytes = new Uint8Array([0, 255, 195, 40, 10]);
    await Deno.writeFile(`${root}/picture.bin`, bytes);
    await using server = await socketServer();
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        "message: {type: binary, data: '@file({{name}}.bin)'}",
        COUNT,
      ),
    }, { root, vars: [["name", "picture"]] });
    await Deno.remove(root, { recursive: true });
    assertEquals(codesOf(results[0]), []);
    assertEquals(results[0].response!.stream!.messages[0].data, bytes);
  });

  it("gives scripts that run one all of its messages", async () => {
    await using server = await socketServer();
    const { results } = await runCollection({
      "a.yml": `info: {name: a, seq: 1}
http: {method: GET, url: "{{server}}"}
${
        tests(`
const response = await client.runRequest("chat");
test("messages", () => {
  expect(response.body).to.deep.equal([{ n: 1 }]);
});`)
      }`,
      "chat.yml": chat(
        server.url,
        `message: {type: json, data: '{"n": 1}'}`,
        COUNT,
      ).replace("chat,", "chat, seq: 2,"),
    });
    assertEquals(results.flatMap(codesOf), []);
    assertEquals(results[0].tests.length, 1);
  });

  it("sends what a script made of its messages, in place and in part", async () => {
    await using server = await socketServer();
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        HELLO,
        tests(
          `
req.messages[0].data = "{{who}}";
req.messages.push({ type: "json", data: { n: 1 } });
client.setVar("who", "Ann");`,
          "before-request",
        ) + "extensions: {brace: {stream: {count: 2}}}",
      ),
    });
    assertEquals(results.flatMap(codesOf), []);
    assertEquals(server.received, ["Ann", '{"n":1}']);
  });

  it("sends messages by their titles, selected or not", async () => {
    await using server = await socketServer();
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        `message:
    - {title: a, selected: true, message: {type: text, data: a}}
    - {title: b, message: {type: text, data: b}}`,
        "extensions: {brace: {stream: {count: 1, steps: [{send: b}]}}}",
      ),
    });
    assertEquals(results.flatMap(codesOf), []);
    assertEquals(server.received, ["b"]);
  });

  it("talks once a data row, and again where repeatUntil says so", async () => {
    await using server = await socketServer();
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        "message: {type: text, data: '{{row}}'}",
        `extensions: {brace: {stream: {count: 1}, repeatUntil: {expression: "res.body[0] !== 'b'", limit: 2, delay: 1}}}`,
      ),
    }, {
      rows: [{ row: "a" }, { row: "b" }],
    });
    assertEquals(server.received, ["a", "b", "b"]);
    assertEquals(results.map(({ status }) => status), ["passed", "failed"]);
  });

  it("sees messages before and behind a wait", async () => {
    await using server = await socketServer((socket) => {
      for (let n = 0; n < 50; n++) socket.send(`{"n": ${n}}`);
      socket.on("message", (data) => socket.send(`${data}`));
    });
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        HELLO,
        `extensions:
  brace:
    stream:
      steps:
        - {wait: {expression: message.data.n, operator: eq, value: 40}, set: {at: message.data.n}}
        - {wait: {expression: message.data.n, operator: eq, value: 45}}
        - {send: {type: text, data: "{{at}}"}}
        - {wait: {expression: message.data, operator: eq, value: "{{at}}"}}
        - end`,
      ),
    });
    assertEquals(results.flatMap(codesOf), []);
    assertEquals(server.received, ["40"]);
  });

  it("keeps messages that a wait has not seen, and no others", async () => {
    const text = "x".repeat(100_000);
    await using server = await socketServer((socket) => {
      for (let n = 0; n < 30; n++) socket.send(`{"n": ${n}, "x": "${text}"}`);
    });
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        "",
        `extensions:
  brace:
    stream:
      steps:
        - {wait: {expression: message.data.n, operator: eq, value: 3}}
        - {wait: {expression: message.data.n, operator: eq, value: 29}}`,
      ),
    }, { maxResponseSize: 1 });
    assertEquals(results.flatMap(codesOf), []);
    assert(results[0].response!.stream!.dropped! > 0);
  });

  it("fails where until looks back at more messages than fit", async () => {
    const text = "x".repeat(100_000);
    await using server = await socketServer((socket) => {
      for (let n = 0; n < 30; n++) socket.send(text);
    });
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        "",
        "extensions: {brace: {stream: {until: messages.every((it) => it.text === '')}}}",
      ),
    }, { maxResponseSize: 1 });
    assertEquals(results[0].failures, ["network"]);
    assert(/^LIMIT: Cannot keep \d+ messages/.test(codesOf(results[0])[0]));
  });

  for (
    const [place, most, trustScripts] of [
      ["in the sandbox", 1_000, false],
      ["trusted", 100, true],
    ] as const
  ) {
    it(`looks back at ${most} messages ${place}`, async () => {
      // With all of them handed over for each, 1,000 would take longer than the stream may.
      await using server = await socketServer((socket) => {
        for (let n = 0; n < most; n++) socket.send(`{"n": ${n}}`);
      });
      const untils = [
        `messages.filter((it) => it.data.n % 2 === 0).length === ${most / 2}`,
        "messages[9].data.n === message.data.n + 0",
        "messages.pop().data.n > 9 && messages.length === 19",
        "messages.length > 90 && messages.none.of",
        "message.data.n + 0 === 5",
      ];
      const { results } = await runCollection(
        Object.fromEntries(untils.map((until, index) => [
          `${index}.yml`,
          chat(
            server.url,
            "",
            `extensions: {brace: {stream: {duration: 120000, until: "${until}"}}}`,
          ).replace("chat", `${index}, seq: ${index + 1}`),
        ])),
        { trustScripts },
      );
      assertEquals(
        results.map(({ response }) => response?.stream?.received),
        [most - 1, 10, 20, most, 6],
      );
      assertEquals(results.map(({ diagnostics }) => diagnostics.length), [
        0,
        0,
        0,
        1,
        0,
      ]);
    });
  }

  it("keeps nothing where nothing may be kept", async () => {
    await using server = await socketServer((socket) => {
      for (let n = 0; n < 3000; n++) socket.send(n % 2 ? "" : "hello");
    });
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        "",
        "extensions: {brace: {stream: {count: 3000}}}",
      ),
    }, { maxResponseSize: 0 });
    assertEquals(results.flatMap(codesOf), []);
    const { stream } = results[0].response!;
    assertEquals(stream!.received, 3000);
    assertEquals(stream!.messages.length, 0);
  });

  it("says who closed a stream before it had enough", async () => {
    await using server = await socketServer();
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        HELLO,
        "extensions: {brace: {stream: {steps: [end], count: 1}}}",
      ),
    });
    assertEquals(codesOf(results[0]), [
      "ASSERTION: The stream ended too early, after 0 of 1 message: the client closed it",
    ]);
  });

  it("fails where a wait is behind the end", async () => {
    await using server = await socketServer();
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        HELLO,
        "extensions: {brace: {stream: {steps: [end, {wait: {expression: message.data, operator: isDefined}}]}}}",
      ),
    });
    assertEquals(codesOf(results[0]), [
      'ASSERTION: Waited in vain for a message with "message.data isDefined": the stream ended first, none came',
    ]);
  });

  it("takes the close code of a server that leaves the connection open", async () => {
    await using server = await rawSocketServer(async (socket, request) => {
      const key = await acceptKey(request);
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
      );
      socket.write(new Uint8Array([0x88, 2, 4001 >> 8, 4001 & 255]));
    });
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        "",
        "extensions: {brace: {stream: {duration: 25000, idle: 0}}}",
      ),
    });
    assertEquals(codesOf(results[0]), []);
    assertEquals(results[0].response!.stream!.closed, {
      by: "server",
      code: 4001,
    });
  });

  it("says what the server broke, not that it takes no more messages", async () => {
    const rest = Promise.withResolvers<void>();
    await using server = await rawSocketServer(async (socket, request) => {
      const key = await acceptKey(request);
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
      );
      socket.on("data", () => {
        socket.write(new Uint8Array([0x83, 0]));
        rest.resolve();
      });
    });
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        HELLO,
        "extensions: {brace: {stream: {steps: [{send: message 1}, {pause: 100}, {send: message 1}]}}}",
      ),
    });
    await rest.promise;
    assertEquals(results[0].failures, ["network"]);
    assertEquals(codesOf(results[0]).length, 1);
    assert(codesOf(results[0])[0].startsWith("PROTOCOL: "));
  });

  it("compresses where the server does, unless it is not to ask for it", async () => {
    const text = "x".repeat(5_000);
    const extensions: string[] = [];
    await using server = await socketServer((socket) => {
      extensions.push(
        (socket as ServerSocket & { extensions: string }).extensions,
      );
      socket.on("message", (data) => socket.send(`${data}`));
    }, { perMessageDeflate: true });
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        `message: {type: text, data: ${text}}`,
        COUNT,
      ),
    });
    assertEquals(results.flatMap(codesOf), []);
    await runCollection({
      "chat.yml": chat(
        server.url,
        HELLO,
        `${COUNT}\nsettings: {omitHeaders: [Sec-WebSocket-Extensions]}`,
      ),
    });
    assertEquals(extensions, ["permessage-deflate", ""]);
    assertEquals(results[0].response!.stream!.messages[0].text, text);
  });

  it("sends 2,000 messages in order, however they are written", async () => {
    await using server = await socketServer();
    const messages = Array.from(
      { length: 2_000 },
      (_, n) =>
        `    - {message: {type: text, data: '${n % 3 ? n : `${n}-{{x}}`}'}}`,
    );
    const { results } = await runCollection({
      "chat.yml": chat(
        server.url,
        `message:\n${messages.join("\n")}`,
        "extensions: {brace: {stream: {count: 2000}}}",
      ),
    }, { vars: [["x", "y"]] });
    assertEquals(results.flatMap(codesOf), []);
    assertEquals(
      server.received,
      Array.from({ length: 2_000 }, (_, n) => n % 3 ? `${n}` : `${n}-y`),
    );
  });
});
