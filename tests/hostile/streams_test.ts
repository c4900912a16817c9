import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { beforeAll, describe, it } from "@std/testing/bdd";
import { gzipSync } from "node:zlib";
import { brace } from "../support/brace.ts";
import {
  endless,
  events,
  frames,
  hostileStreams,
  type Misbehaviour,
  steady,
  switching,
} from "../support/hostile_streams.ts";
import type { ServerSocket } from "../support/socket_server.ts";

/** What a server does, or a file says, and what has to come of it. */
interface Row {
  readonly name: string;
  readonly does: Misbehaviour;
  /** Default: by the server's kind. */
  readonly type?: "websocket" | "subscription";
  /** Of the file, besides the URL: `extensions.brace.stream`. */
  readonly stream?: string;
  /** The rest of the file. */
  readonly rest?: string;
  /** Lines of the request's own part. */
  readonly part?: string;
  /** Codes and parts of messages; default: it passes. */
  readonly problem?: RegExp;
}

const SIZE = 1024 * 1024;
const opcode = { text: 0x81, begin: 0x01, more: 0x00, close: 0x88 };
const silent: Misbehaviour = { talk: () => {} };
const STATUS = (status: number) =>
  `runtime: {assertions: [{expression: res.status, operator: eq, value: "${status}"}]}`;
/** The time of one that costs as much as it lasts. */
const SOON = "settings: {timeout: 1000}";
const refuses = (text: string): Misbehaviour => ({
  raw: (socket) => socket.write(text),
});
const opens = (more: string): Misbehaviour => ({
  raw: (socket, accept) => socket.write(switching(accept, more)),
});
/** A server of subscriptions that acknowledges, and then says these. */
const acknowledges = (...messages: string[]): Misbehaviour => ({
  talk: (socket: ServerSocket) => {
    socket.on("message", (data) => {
      const { type } = JSON.parse(`${data}`);
      if (type === "connection_init") socket.send('{"type":"connection_ack"}');
      if (type === "subscribe") messages.forEach((it) => socket.send(it));
    });
  },
});

const HANDSHAKES: Row[] = [
  {
    name: "never answers the handshake",
    does: { raw: () => {} },
    rest: "settings: {timeout: 150}",
    problem: /^TIMEOUT .*150 ms/,
  },
  {
    name: "answers the handshake byte by byte without end",
    does: { raw: (socket) => endless(socket, "H") },
    rest: "settings: {timeout: 300}",
    problem: /^(?:TIMEOUT|PROTOCOL|CONNECTION) /,
  },
  {
    name: "answers 200 as if nothing had been asked",
    does: refuses("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    rest: STATUS(101),
    problem: /^ASSERTION .*200/,
  },
  {
    name: "answers 401 with a body",
    does: refuses("HTTP/1.1 401 No\r\nContent-Length: 5\r\n\r\nno no"),
    rest: STATUS(401),
  },
  {
    name: "answers 401 with a body without end",
    does: {
      raw: (socket) => {
        socket.write("HTTP/1.1 401 No\r\n\r\n");
        endless(socket, "x");
      },
    },
    rest: "settings: {timeout: 150}",
    problem: /^TIMEOUT /,
  },
  {
    name: "gives a wrong accept key",
    does: { raw: (socket) => socket.write(switching("wrong")) },
    problem: /^PROTOCOL .*Sec-WebSocket-Accept/,
  },
  {
    name: "gives no accept key",
    does: refuses(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ),
    problem: /^PROTOCOL .*Sec-WebSocket-Accept/,
  },
  {
    name: "upgrades to something else",
    does: refuses(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: tea\r\nConnection: Upgrade\r\n\r\n",
    ),
    problem: /^PROTOCOL .*Upgrade/,
  },
  {
    name: "picks a subprotocol that nobody asked for",
    does: opens("Sec-WebSocket-Protocol: tea\r\n"),
    problem: /^PROTOCOL .*subprotocol/,
  },
  {
    name: "picks none of the subprotocols",
    does: opens(""),
    part: "headers: [{name: Sec-WebSocket-Protocol, value: 'a, b'}]",
    problem: /^PROTOCOL .*subprotocol/,
  },
  {
    name: "picks an extension that nobody asked for",
    does: opens("Sec-WebSocket-Extensions: tea\r\n"),
    problem: /^PROTOCOL .*[Ee]xtension/,
  },
  {
    name: "answers with nonsense",
    does: refuses("What do you want?\r\n\r\n"),
    problem: /^PROTOCOL /,
  },
  {
    name: "hangs up",
    does: { raw: (socket) => socket.destroy() },
    problem: /^CONNECTION /,
  },
  {
    name: "sends the handshake in a circle",
    does: refuses(
      "HTTP/1.1 302 Found\r\nLocation: ?\r\nContent-Length: 0\r\n\r\n",
    ),
    problem: /^REDIRECT /,
  },
  {
    name: "sends the handshake to an undeclared host",
    does: refuses(
      "HTTP/1.1 302 Found\r\nLocation: http://localhost:1/\r\nContent-Length: 0\r\n\r\n",
    ),
    problem: /^PERMISSION .*localhost:1/,
  },
];

const FRAMES: Row[] = [
  {
    name: "announces a frame above the limit",
    does: frames(0x82, 127, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff),
    problem: /^LIMIT .*--max-response-size/,
  },
  {
    name: "announces a frame of 2 to the 63rd bytes",
    does: frames(0x82, 127, 0x7f, 0xff, 0, 0, 0, 0, 0, 0),
    problem: /^LIMIT /,
  },
  {
    name: "sends fragments that are together above the limit",
    does: {
      bytes: (socket) => {
        const length = 60_000;
        const frame = (kind: number) =>
          new Uint8Array([kind, 126, length >> 8, length & 255].concat(
            Array(length).fill(0x61),
          ));
        socket.write(frame(opcode.begin));
        endless(socket, frame(opcode.more));
      },
    },
    stream: "idle: 20000",
    problem: /^LIMIT .*--max-response-size/,
  },
  {
    name: "sends very many fragments",
    does: {
      bytes: (socket) => {
        socket.write(new Uint8Array([opcode.begin, 0]));
        socket.write(new Uint8Array(40_000));
      },
    },
    problem: /^LIMIT .*fragments/,
  },
  {
    name: "never ends a message",
    does: frames(opcode.begin, 1, 0x61, opcode.more, 1, 0x61),
    stream: "idle: 0",
    problem: /^STREAM_TIMEOUT /,
  },
  {
    name: "sends a bomb, compressed",
    does: {
      compressed: true,
      talk: (socket) => socket.send(new Uint8Array(3 * SIZE)),
    },
    problem: /^LIMIT .*--max-response-size/,
  },
  {
    name: "sends invalid UTF-8",
    does: frames(opcode.text, 2, 0xc3, 0x28),
    problem: /^PROTOCOL .*UTF-8/,
  },
  {
    name: "closes with a reason of invalid UTF-8",
    does: frames(opcode.close, 4, 0x03, 0xe8, 0xc3, 0x28),
    problem: /^PROTOCOL .*UTF-8/,
  },
  {
    name: "masks a frame",
    does: frames(opcode.text, 0x81, 1, 2, 3, 4, 0x60),
    problem: /^PROTOCOL .*MASK/,
  },
  {
    name: "sends a reserved opcode",
    does: frames(0x83, 0),
    problem: /^PROTOCOL .*opcode/,
  },
  {
    name: "sets reserved bits",
    does: frames(0xf1, 0),
    problem: /^PROTOCOL .*RSV/,
  },
  ...[0, 999, 1005, 1006, 1015, 2999].map((code): Row => ({
    name: `closes with the code ${code}`,
    does: frames(opcode.close, 2, code >> 8, code & 255),
    problem: /^PROTOCOL .*status code/,
  })),
  {
    name: "closes with half a code",
    does: frames(opcode.close, 1, 3),
    problem: /^PROTOCOL /,
  },
  {
    name: "closes without a code",
    does: frames(opcode.close, 0),
  },
  {
    name: "sends a ping that is too long",
    does: frames(0x89, 126, 0, 126),
    problem: /^PROTOCOL .*payload length/,
  },
  {
    name: "sends a ping in fragments",
    does: frames(0x09, 0),
    problem: /^PROTOCOL .*FIN/,
  },
  {
    name: "continues a message that it has not begun",
    does: frames(0x80, 1, 0x61),
    problem: /^PROTOCOL .*opcode/,
  },
  {
    name: "begins a message in the middle of another one",
    does: frames(opcode.begin, 1, 0x61, opcode.text, 1, 0x61),
    problem: /^PROTOCOL .*opcode/,
  },
  {
    name: "cuts the connection in a frame",
    does: {
      bytes: (socket) => socket.end(new Uint8Array([opcode.text, 5, 0x61])),
    },
    problem: /^RESPONSE_CUT /,
  },
  {
    name: "floods with pings",
    does: {
      bytes: (socket) =>
        steady(
          socket,
          new Uint8Array(200).fill(0).map((_, at) => at % 2 ? 0 : 0x89),
        ),
    },
    stream: "idle: 100",
  },
  {
    name: "floods with empty messages",
    does: {
      bytes: (socket) => {
        endless(
          socket,
          new Uint8Array(200).fill(0).map((_, at) => at % 2 ? 0 : 0x81),
        );
        // The client's first bytes are its end of the stream.
        socket.once("data", () => socket.destroy());
      },
    },
    // A report has each message that came meanwhile.
    stream: "duration: 50",
  },
  {
    name: "never closes",
    does: frames(opcode.text, 1, 0x61),
    stream: "count: 1",
  },
  {
    name: "goes on sending after the close",
    does: {
      bytes: (socket) => steady(socket, new Uint8Array([opcode.text, 1, 0x61])),
    },
    stream: "count: 1",
  },
];

const EVENTS: Row[] = [
  {
    name: "ends in the middle of a line",
    does: events((it) => it.end("data: x")),
    stream: "count: 1",
    problem: /^ASSERTION .*after 0 of 1 message: the server ended it/,
  },
  {
    name: "sends a line without end",
    does: events((it) => endless(it as never, "x".repeat(64 * 1024))),
    problem: /^LIMIT .*--max-response-size/,
  },
  {
    name: "sends an event without end",
    does: events((it) => endless(it as never, "data: xxxxxxxx\n".repeat(4096))),
    problem: /^LIMIT .*--max-response-size/,
  },
  {
    name: "sends comments without end",
    does: events((it) => endless(it as never, ": xxx\n".repeat(100))),
    rest: SOON,
    problem: /^STREAM_TIMEOUT /,
  },
  {
    name: "is silent",
    does: events((it) => it.flushHeaders()),
    problem: /^STREAM_TIMEOUT /,
  },
  {
    name: "begins with a byte order mark and breaks lines with CR",
    does: events((it) => it.write("\ufeffdata: x\r\r")),
    stream: "count: 1",
  },
  {
    name: "halves a line break",
    does: events((it) => {
      it.write("data: a\r");
      setTimeout(() => it.write("\ndata: b\n\n"), 50);
    }),
    stream: "count: 1",
    rest:
      'runtime: {assertions: [{expression: "res.messages[0].data", operator: eq, value: "a\\nb"}]}',
  },
  {
    name: "sends invalid UTF-8",
    does: events((it) =>
      it.end(new Uint8Array([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 10, 10]))
    ),
    stream: "count: 1",
  },
  {
    name: "cuts the connection",
    does: events((it) => {
      it.write("data: x\n\n");
      setTimeout(() => it.destroy(), 20);
    }),
    problem: /^RESPONSE_CUT /,
  },
  {
    name: "announces more than comes",
    does: events(
      (it) => {
        it.write("data: x\n\n");
        setTimeout(() => it.destroy(), 20);
      },
      undefined,
      { "content-length": "100" },
    ),
    problem: /^RESPONSE_CUT /,
  },
  {
    name: "says that it is compressed and is not",
    does: events((it) => it.end("data: x\n\n"), undefined, {
      "content-encoding": "gzip",
    }),
    problem: /^\w+ .*gzip/,
  },
  {
    name: "sends a line that is a bomb, compressed",
    does: events(
      (it) => it.end(gzipSync(new Uint8Array(8 * SIZE))),
      undefined,
      {
        "content-encoding": "gzip",
      },
    ),
    problem: /^LIMIT .*--max-response-size/,
  },
  {
    name: "sends lines that are no JSON",
    does: events((it) => it.end("{\nx\n\n"), "application/x-ndjson"),
    stream: "count: 2",
  },
  {
    name: "says nothing behind a JSON text that has its line",
    does: events((it) => it.write('\x1e{"n": 1}\n'), "application/json-seq"),
    stream: "count: 1",
  },
  {
    name: "sends a JSON text without separators or end",
    does: events(
      (it) => endless(it as never, "[1,\n".repeat(4096)),
      "application/json-seq",
    ),
    problem: /^LIMIT .*--max-response-size/,
  },
];

const TALKS: Row[] = [
  { name: "acknowledges nothing", does: silent, problem: /^TIMEOUT .*_ack/ },
  {
    name: "sends no JSON",
    does: { talk: (socket) => socket.send("hello") },
    problem: /^PROTOCOL /,
  },
  {
    name: "gives results before it acknowledges",
    does: { talk: (it) => it.send('{"id":"1","type":"next","payload":{}}') },
    problem: /^PROTOCOL /,
  },
  {
    name: "gives results of something else",
    does: acknowledges('{"id":"2","type":"next","payload":{}}'),
    stream: "count: 1, idle: 100",
    problem: /^ASSERTION .*after 0 of 1 message: no more messages came/,
  },
  {
    name: "gives a result without a payload",
    does: acknowledges('{"id":"1","type":"next"}'),
    problem: /^PROTOCOL /,
  },
  {
    name: "gives an error that is no list",
    does: acknowledges('{"id":"1","type":"error","payload":"no"}'),
    problem: /^PROTOCOL /,
  },
  {
    name: "refuses",
    does: { talk: (socket) => socket.close(4403, "no") },
    problem: /^PROTOCOL .*4403 no/,
  },
  {
    name: "picks no subprotocol",
    does: opens(""),
    problem: /^PROTOCOL .*subprotocol/,
  },
  {
    name: "responds by HTTP",
    does: refuses("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"),
    rest: STATUS(404),
  },
];
const SUBSCRIPTIONS = TALKS.map((row): Row => ({
  ...row,
  type: "subscription",
}));

const hello: Misbehaviour = { talk: (socket) => socket.send('{"n": 1}') };
const wait = (
  expression: string,
  rest = "",
  value = "operator: eq, value: 1",
) =>
  `steps: [{wait: {expression: "${expression}", ${value}, within: 200}${rest}}]`;

const STEPS: Row[] = [
  {
    name: "waits for what never comes",
    does: hello,
    stream: wait("message.data.x"),
    problem: /^ASSERTION .*200 ms are over, 1 came, the last one is \{"n": 1\}/,
  },
  {
    name: "waits for what the server ends before",
    does: { talk: (socket) => socket.close() },
    stream: wait("message.data.n").replace("[", "[{pause: 100}, "),
    problem: /^ASSERTION .*the stream ended first, none came/,
  },
  {
    name: "waits with an expression that throws",
    does: hello,
    stream: `${wait("message.data.x.y.z()")}, duration: 20000`,
    problem: /^ASSERTION .*Waited in vain/,
  },
  {
    name: "sets what is not there",
    does: hello,
    stream: wait("message.data.n", ", set: {x: message.data.y}"),
    problem: /^SCRIPT_ERROR .*"message.data.y" is undefined/,
  },
  {
    name: "sets what throws",
    does: hello,
    stream: wait("message.data.n", ", set: {x: message.data.y.z}"),
    problem: /^SCRIPT_ERROR /,
  },
  {
    name: "reads until what is wrong",
    does: hello,
    stream: "until: nobody.knows",
    problem: /^\w+ .*nobody/,
  },
  {
    name: "sends a message that it does not have",
    does: hello,
    stream: "steps: [{send: nothing}]",
    problem: /^INVALID_FIELD .*"nothing": the request has no such message/,
  },
  {
    name: "sends to a server that has closed",
    does: { talk: (socket) => socket.close() },
    stream: "steps: [{pause: 100}, {send: {type: text, data: x}}]",
    problem: /^ASSERTION .*the server has ended the stream/,
  },
  {
    name: "sends behind the end",
    does: silent,
    stream: "steps: [end, {send: {type: text, data: x}}]",
    problem: /^ASSERTION .*the step "end" has closed the stream/,
  },
  {
    name: "sends over events",
    does: events((it) => it.flushHeaders()),
    stream: "steps: [{send: {type: text, data: x}}]",
    problem: /^ASSERTION .*the stream only brings messages/,
  },
  {
    name: "sends what nothing resolves",
    does: hello,
    part: "message: {type: text, data: '{{nobody}}'}",
    problem: /^UNDEFINED_VARIABLE .*nobody/,
  },
  {
    name: "sends a secret that is meant for another host",
    does: hello,
    part: "message: {type: text, data: '{{token}}'}",
    problem: /^PERMISSION .*"token"/,
  },
  {
    name: "sends bytes that are neither base64 nor a file",
    does: hello,
    part: "message: {type: binary, data: '*'}",
    problem: /^INVALID_FIELD .*base64/,
  },
  {
    name: "sends a file that is not there",
    does: hello,
    part: "message: {type: binary, data: '@file(nothing.bin)'}",
    problem: /^\w+ .*nothing\.bin/,
  },
  {
    name: "sends a file outside the collection",
    does: hello,
    part: "message: {type: binary, data: '@file(../secret.bin)'}",
    problem: /^PERMISSION .*outside the collection/,
  },
];

const ROWS = [...HANDSHAKES, ...FRAMES, ...EVENTS, ...SUBSCRIPTIONS, ...STEPS];

function fileOf({ name, does, type, part, stream, rest }: Row, at: number) {
  const url = `127.0.0.1:PORT/${at}`;
  const kind = type ?? ("http" in does ? "http" : "websocket");
  const own = kind === "subscription"
    ? `graphql: {url: "http://${url}", body: {query: "subscription { a }"}}`
    : kind === "http"
    ? `http: {url: "http://${url}", method: GET}`
    : `websocket:\n  url: ws://${url}\n${part ? `  ${part}\n` : ""}`;
  return `info: {name: ${JSON.stringify(name)}, seq: ${at + 1}, type: ${
    kind === "subscription" ? "graphql" : kind
  }}
${own}
${rest ?? ""}
${stream === undefined ? "" : `extensions: {brace: {stream: {${stream}}}}`}
`;
}

for (const over of ["direct", "node"] as const) {
  describe(`a server of streams, or a file, that misbehaves (${over})`, () => {
    const results: Result[] = [];

    beforeAll(async () => {
      const cwd = await Deno.makeTempDir();
      await using server = await hostileStreams(ROWS.map(({ does }) => does));
      const write = (file: string, text: string) =>
        Deno.writeTextFile(
          `${cwd}/api/${file}`,
          text.replaceAll("PORT", `${server.port}`),
        );
      await Deno.mkdir(`${cwd}/api`);
      await Deno.writeTextFile(`${cwd}/secret.bin`, "secret");
      await write(
        "opencollection.yml",
        `opencollection: 1.0.0
info: {name: Hostile}
request: {variables: [{name: token, value: s3cret-token, secret: true, hosts: [api.example]}]}
`,
      );
      for (const [at, row] of ROWS.entries()) {
        await write(`r${at}.yml`, fileOf(row, at));
      }
      await write(
        "last.yml",
        `info: {name: last, seq: 1000, type: http}
http: {url: "http://127.0.0.1:PORT/fine", method: GET}
${STATUS(200)}
`,
      );
      const args = ["--timeout=3000", "--max-response-size=1"];
      const report = "--reporter=json=report.json";
      const { code, stderr } = await brace(
        ["run", "api", ...args, report],
        { cwd, over },
      );
      assertEquals(code, 4, stderr);
      const text = await Deno.readTextFile(`${cwd}/report.json`);
      results.push(...JSON.parse(text).requests);
      await Deno.remove(cwd, { recursive: true });
    });

    for (const [at, { name, problem }] of ROWS.entries()) {
      it(name, () => {
        const result = results[at];
        assertEquals(result.name, name);
        const problems = problemsIn(result);
        if (problem === undefined) return assertEquals(problems, []);
        assertEquals(problems.length, 1, problems.join("\n"));
        assertMatch(problems[0], problem);
        assertStringIncludes(problems[0], `at api/r${at}.yml:`);
      });
    }

    it("does not keep the run from what comes next", () => {
      assertEquals(results.length, ROWS.length + 1);
      assertEquals(results.at(-1)!.status, "passed");
    });
  });
}

/** A request in the report. */
interface Result {
  readonly name: string;
  readonly status: string;
  readonly diagnostics: readonly Problem[];
  readonly assertions: readonly {
    readonly status: string;
    readonly diagnostic?: Problem;
  }[];
}

interface Problem {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly location?: { readonly file: string; readonly line: number };
}

/** `CODE message at file:line`, a line each. */
function problemsIn({ diagnostics, assertions }: Result): string[] {
  return [
    ...diagnostics.filter(({ severity }) => severity === "error"),
    ...assertions.flatMap(({ diagnostic }) => diagnostic ?? []),
  ].map(({ code, message, location }) =>
    `${code} ${message} at ${location?.file}:${location?.line}`
  );
}
