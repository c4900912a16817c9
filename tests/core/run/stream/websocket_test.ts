import { codesOf } from "../../../support/problems.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { headerOf } from "../../../../lib/core/http/header_of.ts";
import type {
  FailureClass,
  RequestResult,
} from "../../../../lib/core/run/types.ts";
import {
  acceptKey,
  rawSocketServer,
  type ServerSocket,
  socketServer,
} from "../../../support/socket_server.ts";
import {
  runCollection,
  type RunSetup,
} from "../../../support/run_collection.ts";

/** Runs one WebSocket request, of whose file the part below `websocket:` and the rest are given. */
async function send(
  url: string,
  { part = "", rest = "", ...setup }: RunSetup & {
    part?: string;
    rest?: string;
  } = {},
): Promise<RequestResult> {
  const file = `info: {name: chat, type: websocket}
websocket:
  url: "{{socket}}"
${part}
${rest}`;
  const { results } = await runCollection({ "chat.yml": file }, {
    ...setup,
    vars: [["socket", url], ...setup.vars ?? []],
  });
  return results[0];
}

function texts({ response }: RequestResult): string[] {
  return response!.stream!.messages.map(({ text }) => text);
}

const HELLO = `  message: { type: json, data: '{"n": 1}' }`;

describe("a WebSocket without steps", () => {
  it("sends every message in order and reads until none comes", async () => {
    await using server = await socketServer();
    const result = await send(`${server.url}/a/../b?x=%7e`, {
      part: `  headers: [{ name: X-One, value: "1" }]
  message:
    - { title: first, message: { type: text, data: "Hi {{name}}" } }
    - { title: second, message: { type: json, data: '{"name": "{{name}}"}' } }
    - { title: third, message: { type: binary, data: "AQID" } }`,
      vars: [["name", 'A"nn']],
    });
    assertEquals(codesOf(result), []);
    assertEquals(result.status, "passed");
    const { stream, status } = result.response!;
    assertEquals(status, 101);
    assertEquals(texts(result), ['Hi A"nn', '{"name": "A\\"nn"}', "AQID"]);
    assertEquals(
      stream!.messages.map(({ type, index, direction }) =>
        `${index} ${direction} ${type}`
      ),
      ["0 received text", "1 received json", "2 received binary"],
    );
    assertEquals(
      stream!.messages.map(({ data }) => data),
      ['Hi A"nn', { name: 'A"nn' }, new Uint8Array([1, 2, 3])],
    );
    assertEquals(stream!.sent.length, 3);
    assertEquals(stream!.closed, { by: "client", code: 1000 });
    assertEquals(await server.close, 1000);
    const [{ url, rawHeaders }] = server.handshakes;
    assertEquals(url, "/a/../b?x=%7e");
    assertEquals(rawHeaders.slice(2, 4), ["X-One", "1"]);
    assertEquals(
      headerOf(result.response!.sentHeaders, "upgrade"),
      "websocket",
    );
  });

  it("sends the selected messages only", async () => {
    await using server = await socketServer();
    await send(server.url, {
      part: `  message:
    - { title: a, message: { type: text, data: a } }
    - { title: b, selected: true, message: { type: text, data: b } }`,
    });
    assertEquals(server.received, ["b"]);
  });

  it("does not connect where a message cannot be rendered", async () => {
    await using server = await socketServer();
    const result = await send(server.url, {
      part: `  message: { type: text, data: "{{nobody}}" }`,
    });
    assertEquals(result.failures, ["render"]);
    assertEquals(server.handshakes.length, 0);
  });

  it("shows a refused handshake like a response", async () => {
    await using server = await rawSocketServer((socket) => {
      socket.end(
        "HTTP/1.1 401 Unauthorized\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nno no",
      );
    });
    const result = await send(server.url, {
      part: HELLO,
      rest: `runtime:
  assertions:
    - { expression: res.status, operator: eq, value: "401" }
    - { expression: res.body, operator: eq, value: no no }`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(result.response!.stream, undefined);
  });

  for (
    const [expects, stream] of [
      ["a number of messages", "count: 1"],
      ["a message that ends it", "until: message.data == 1"],
      [
        "a message of a step",
        "steps: [{ wait: { expression: message.data, operator: eq, value: a } }]",
      ],
    ]
  ) {
    it(`fails where the handshake is refused and it expects ${expects}`, async () => {
      await using server = await rawSocketServer((socket) => {
        socket.end("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n");
      });
      const result = await send(server.url, {
        part: HELLO,
        rest: `extensions: { brace: { stream: { ${stream} } } }
runtime:
  assertions: [{ expression: res.status, operator: eq, value: "403" }]`,
      });
      assertEquals(result.failures, ["check"]);
      assertEquals(
        result.diagnostics.map(({ message }) => message),
        ["Cannot wait for messages: the response is not a stream (403)"],
      );
    });
  }

  it("follows a redirect of the handshake as a hop", async () => {
    await using server = await socketServer();
    await using first = await rawSocketServer((socket) => {
      const to = server.url.replace("ws:", "http:");
      socket.end(
        `HTTP/1.1 302 Found\r\nLocation: ${to}/there\r\nContent-Length: 0\r\n\r\n`,
      );
    });
    const result = await send(first.url, { part: HELLO });
    assertEquals(codesOf(result), []);
    assertEquals(server.received, ['{"n": 1}']);
    assertEquals(result.response!.hops.length, 1);
  });

  it("asks for subprotocols and says which one it got", async () => {
    await using server = await socketServer(undefined, {
      handleProtocols: () => "v2",
    });
    const result = await send(server.url, {
      part: `  headers:
    - { name: Sec-WebSocket-Protocol, value: "v1, v2" }
${HELLO}`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(
      headerOf(result.response!.headers, "sec-websocket-protocol"),
      "v2",
    );
  });

  it("pings while the connection is open", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await using server = await socketServer((socket) => {
      socket.on("ping", () => {
        resolve();
        socket.close(4001, "seen");
      });
    });
    const result = await send(server.url, {
      rest:
        "settings: { keepAliveInterval: 20 }\nextensions: {brace: {stream: {duration: 20000}}}",
    });
    await promise;
    assertEquals(result.response!.stream!.closed, {
      by: "server",
      code: 4001,
      reason: "seen",
    });
  });
});

describe("the steps of a WebSocket", () => {
  const login = (socket: ServerSocket) => {
    socket.on("message", (data) => {
      const { type, session } = JSON.parse(`${data}`);
      if (type === "login") {
        socket.send(JSON.stringify({ type: "noise" }));
        socket.send(JSON.stringify({ type: "welcome", id: "s1" }));
      } else socket.send(JSON.stringify({ type: "joined", session }));
    });
  };
  const steps = (text: string) =>
    `extensions:
  brace:
    stream:
${text.replace(/^(?=.)/gm, "      ")}`;
  const part = `  message:
    - { title: login, message: { type: json, data: '{"type": "login"}' } }
    - { title: join, message: { type: json, data: '{"type": "join", "session": "{{sessionId}}"}' } }`;

  it("waits, takes values from messages and uses them", async () => {
    await using server = await socketServer(login);
    const result = await send(server.url, {
      part,
      rest: `${
        steps(`steps:
  - send: login
  - wait: { expression: message.data.type, operator: eq, value: welcome }
    set: { sessionId: message.data.id }
  - send: join
  - wait: { expression: message.data.session, operator: eq, value: "{{sessionId}}" }
  - send: { type: text, data: '{"type": "in place {{sessionId}}"}' }
  - pause: 1
  - end`)
      }
runtime:
  scripts:
    - type: tests
      code: |
        test("sees the messages", () => {
          expect(res.messages.map((it) => it.data.type)).to.deep.equal(["noise", "welcome", "joined", "joined"]);
          expect(res.sent).to.have.lengthOf(3);
          expect(res.sent[1].data.session).to.equal("s1");
          expect(res.body[1].id).to.equal("s1");
          expect(res.closed).to.deep.equal({ by: "client", code: 1000 });
          expect(res.firstMessageTime).to.be.a("number");
          expect(client.getVar("sessionId")).to.equal("s1");
        });
  assertions:
    - { expression: "res.messages[2].data.session", operator: eq, value: s1 }
    - { expression: res.messages.length, operator: eq, value: "4" }`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(result.tests.length, 1);
  });

  const rows: {
    name: string;
    steps: string;
    problems: string[];
    notes?: string[];
    failure: FailureClass;
  }[] = [
    {
      name: "a wait that is over",
      steps: `steps:
  - send: login
  - wait: { expression: message.data.type, operator: eq, value: never, within: 60 }
  - send: { type: text, data: "not sent" }`,
      problems: [
        'ASSERTION: Waited in vain for a message with "message.data.type eq never": 60 ms are over, 2 came, the last one is {"type":"welcome","id":"s1"}',
      ],
      failure: "check",
    },
    {
      name: "a set that finds nothing",
      steps: `steps:
  - send: login
  - wait: { expression: message.data.type, operator: eq, value: noise }
    set: { sessionId: message.data.id }`,
      problems: [
        'SCRIPT_ERROR: Cannot set the variable "sessionId": "message.data.id" is undefined in the message {"type":"noise"}',
      ],
      failure: "script",
    },
    {
      name: "too few messages",
      steps: "steps: [{ send: login }]\ncount: 5\nidle: 60",
      problems: [
        "ASSERTION: The stream ended too early, after 2 of 5 messages: no more messages came",
      ],
      failure: "check",
    },
    {
      name: "an until that never holds",
      steps:
        "steps: [{ send: login }]\nuntil: messages.length > 2\nduration: 100",
      problems: [
        'ASSERTION: The stream ended too early, before "messages.length > 2" held, after 2 messages: its 100 ms were over',
      ],
      failure: "check",
    },
    {
      name: "an until that lacks the name of the message",
      steps: "steps: [{ send: login }]\nuntil: data.type == 'welcome'",
      problems: [
        `ASSERTION: Cannot evaluate "data.type == 'welcome'": ReferenceError: data is not defined`,
      ],
      notes: ['did you mean "message.data"?'],
      failure: "check",
    },
    {
      name: "no end within the time-out",
      steps: "steps: [{ send: login }]\nidle: 0\ncount: 3",
      problems: [
        "STREAM_TIMEOUT: Cannot wait longer for the end of the stream: it has been open for 150 ms, after 2 of 3 messages (raise --timeout)",
      ],
      failure: "network",
    },
    {
      name: "an until that does not hold within the time-out",
      steps: "steps: [{ send: login }]\nidle: 0\nuntil: message.data.x == 1",
      problems: [
        'STREAM_TIMEOUT: Cannot wait longer for the end of the stream: it has been open for 150 ms, before "message.data.x == 1" held, after 2 messages (raise --timeout)',
      ],
      failure: "network",
    },
    {
      name: "no end, and none is named",
      steps: "steps: [{ send: login }]\nidle: 0",
      problems: [
        'STREAM_TIMEOUT: Cannot wait longer for the end of the stream: it has been open for 150 ms (write an end such as "count" or "duration" into extensions.brace.stream, or raise --timeout)',
      ],
      failure: "network",
    },
    {
      name: "a message that nothing sets a variable of",
      steps: `steps:
  - send: login
  - wait: { expression: message.data.type, operator: eq, value: welcome }
    set: { other: message.data.id }
  - send: join`,
      problems: [
        'UNDEFINED_VARIABLE: Cannot resolve "{{sessionId}}": no scope defines "sessionId"',
      ],
      failure: "render",
    },
  ];
  for (const row of rows) {
    it(`fails with ${row.name}`, async () => {
      await using server = await socketServer(login);
      const result = await send(server.url, {
        part,
        rest: steps(row.steps),
        timeout: 150,
      });
      assertEquals(codesOf(result), row.problems);
      assertEquals(result.diagnostics[0].notes, row.notes);
      assertEquals(result.failures, [row.failure]);
      assertEquals(result.response!.stream!.received > 0, true);
    });
  }

  const ends: { name: string; steps: string; received: number }[] = [
    { name: "count", steps: "count: 1", received: 1 },
    {
      name: "until over messages",
      steps: "until: messages.length >= 2",
      received: 2,
    },
    {
      name: "until in JavaScript",
      steps: "until: messages.some((it) => it.data.id === 's1')",
      received: 2,
    },
    {
      name: "until over the last message",
      steps: "until: message.data.id",
      received: 2,
    },
    { name: "duration", steps: "duration: 200", received: 2 },
    { name: "idle", steps: "idle: 50", received: 2 },
  ];
  for (const row of ends) {
    it(`ends by ${row.name}`, async () => {
      await using server = await socketServer(login);
      const result = await send(server.url, {
        part,
        rest: steps(`steps: [{ send: login }]\n${row.steps}`),
      });
      assertEquals(codesOf(result), []);
      assertEquals(result.response!.stream!.received, row.received);
      assertEquals(await server.close, 1000);
    });
  }
});

describe("scripts before a WebSocket", () => {
  it("change its messages", async () => {
    await using server = await socketServer();
    const result = await send(server.url, {
      part: HELLO,
      rest: `runtime:
  scripts:
    - type: before-request
      code: |
        client.setVar("who", "Ann");
        req.messages[0].data = '{"n": 2, "who": "{{who}}"}';
        req.messages = [...req.messages, { data: { three: 3 } }, { type: "text", data: "{{x}}" + "" }];`,
    });
    assertEquals(codesOf(result), [
      'UNDEFINED_VARIABLE: Cannot resolve "{{x}}": no scope defines "x"',
    ]);
    const again = await send(server.url, {
      part: HELLO,
      rest: `runtime:
  scripts:
    - type: before-request
      code: |
        client.setVar("who", "Ann");
        req.messages[0].data = '{"n": 2, "who": "{{who}}"}';
        req.messages = [...req.messages, { data: { three: 3 } }];`,
    });
    assertEquals(codesOf(again), []);
    assertEquals(server.received, ['{"n": 2, "who": "Ann"}', '{"three":3}']);
  });

  const before = (code: string) => ({
    part: HELLO,
    rest: `runtime:
  scripts:
    - type: before-request
      code: |
        const first = 1;
        ${code}`,
  });

  it("give data of all kinds that JSON has a text for", async () => {
    await using server = await socketServer();
    const result = await send(
      server.url,
      before(
        "req.messages.push({ type: 'json', data: { n: 90071992547409931n, at: new Date(0), none: undefined } }, { data: undefined, type: 'text' });",
      ),
    );
    assertEquals(codesOf(result), []);
    assertEquals(
      server.received.slice(1),
      ['{"n":90071992547409931,"at":"1970-01-01T00:00:00.000Z"}', ""],
    );
  });

  for (
    const [code, kind] of [
      ["req.messages.push({ data: { x: NaN } }); const last = 2;", "NaN"],
      ["req.messages = [...req.messages, { data: { x: NaN } }];", "NaN"],
      ["req.messages.push({ data: { x: () => 1 } });", "a function"],
      ["const c = {}; c.x = c; req.messages.push({ data: c });", "a cycle"],
    ]
  ) {
    it(`hear where data is that no message can hold: ${code}`, async () => {
      await using server = await socketServer();
      const result = await send(server.url, before(code));
      assertEquals(codesOf(result), [
        `SCRIPT_ERROR: Cannot finish the before-request script: TypeError: Cannot set the messages: its "messages[1].data.x" is ${kind}`,
      ]);
      const { offset = 0 } = result.diagnostics[0].location ?? {};
      assertEquals(offset > "const first = 1;".length, true);
      assertEquals(server.received, []);
    });
  }
});

describe("a server of WebSockets that misbehaves", () => {
  const frames = (...bytes: number[]) =>
    rawSocketServer(async (socket, request) => {
      const key = await acceptKey(request);
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
      );
      socket.write(new Uint8Array(bytes));
    });
  const rows: {
    name: string;
    server: () => ReturnType<typeof rawSocketServer>;
    problem: RegExp;
    setup?: RunSetup;
  }[] = [
    {
      name: "never answers the handshake",
      server: () => rawSocketServer(() => {}),
      problem: /^TIMEOUT: Cannot read the response of/,
      setup: { timeout: 100 },
    },
    {
      name: "answers with a wrong accept key",
      server: () =>
        rawSocketServer((socket) =>
          socket.write(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n",
          )
        ),
      problem: /^PROTOCOL: Cannot open the WebSocket .*Sec-WebSocket-Accept/,
    },
    {
      name: "closes before the handshake",
      server: () => rawSocketServer((socket) => socket.destroy()),
      problem: /^CONNECTION: /,
    },
    {
      name: "masks a frame",
      server: () => frames(0x81, 0x81, 1, 2, 3, 4, 0x60),
      problem: /^PROTOCOL: Cannot read the messages .*MASK/,
    },
    {
      name: "sends a reserved opcode",
      server: () => frames(0x83, 0),
      problem: /^PROTOCOL: Cannot read the messages .*opcode/,
    },
    {
      name: "sets reserved bits",
      server: () => frames(0xf1, 0),
      problem: /^PROTOCOL: Cannot read the messages .*RSV/,
    },
    {
      name: "sends invalid UTF-8",
      server: () => frames(0x81, 2, 0xc3, 0x28),
      problem: /^PROTOCOL: Cannot read the messages .*UTF-8/,
    },
    {
      name: "closes with a code that does not exist",
      server: () => frames(0x88, 2, 0x03, 0xe7),
      problem: /^PROTOCOL: Cannot read the messages .*status code/,
    },
    {
      name: "continues what it has not begun",
      server: () => frames(0x80, 1, 0x61),
      problem: /^PROTOCOL: Cannot read the messages/,
    },
    {
      name: "announces a frame above the limit",
      server: () => frames(0x82, 127, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff),
      problem: /^LIMIT: Cannot read the messages .*raise --max-response-size/,
    },
    {
      name: "cuts the connection",
      server: () =>
        rawSocketServer(async (socket, request) => {
          const key = await acceptKey(request);
          socket.write(
            `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
          );
          setTimeout(() => socket.destroy(), 20);
        }),
      problem: /^RESPONSE_CUT: .*no close frame/,
    },
    {
      name: "sends fragments without end",
      server: () => frames(0x01, 1, 0x61, 0x00, 1, 0x61, 0x00, 1, 0x61),
      problem: /^STREAM_TIMEOUT: /,
      setup: { timeout: 150 },
    },
  ];
  for (const row of rows) {
    it(row.name, async () => {
      await using server = await row.server();
      const result = await send(server.url, {
        part: HELLO,
        ...(row.setup ?? {}),
        rest: row.setup ? "extensions: {brace: {stream: {idle: 0}}}" : "",
      });
      const found = codesOf(result);
      assertEquals(found.length, 1, found.join("\n"));
      assert(row.problem.test(found[0]), found[0]);
      assertEquals(result.failures, ["network"]);
    });
  }

  it("never closes: the client gives up", async () => {
    await using server = await frames(0x81, 1, 0x61);
    const result = await send(server.url, {
      rest: "extensions: {brace: {stream: {count: 1}}}",
    });
    assertEquals(codesOf(result), []);
    assertEquals(texts(result), ["a"]);
    assertEquals(result.response!.stream!.closed, { by: "client", code: 1000 });
  });

  it("floods with pings", async () => {
    let flood: ReturnType<typeof setInterval> | undefined;
    await using server = await socketServer((socket) => {
      flood = setInterval(() => {
        for (let i = 0; i < 100; i++) socket.ping();
      });
      socket.on("close", () => clearInterval(flood));
    });
    const result = await send(server.url, {
      rest: "extensions: {brace: {stream: {idle: 100}}}",
    });
    clearInterval(flood);
    assertEquals(codesOf(result), []);
  });
});

describe("a secret in a message", () => {
  it("does not leave to a host that it is not meant for", async () => {
    await using server = await socketServer();
    const { results } = await runCollection({
      "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request:
  variables:
    - { name: token, value: s3cret-token, secret: true, hosts: [api.example] }`,
      "chat.yml": `info: {name: chat, type: websocket}
websocket:
  url: "{{socket}}"
  message: { type: text, data: "Hi {{token}}" }`,
    }, { vars: [["socket", server.url]] });
    assertEquals(server.received, []);
    assertEquals(results[0].failures, ["permission"]);
    assertStringIncludes(codesOf(results[0])[0], 'the secret "token"');
  });
});
