import { codesOf } from "../../../support/problems.ts";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createGzip } from "node:zlib";
import { createChannel, createSession } from "better-sse";
import type { RequestResult } from "../../../../lib/core/run/types.ts";
import {
  runCollection,
  type RunSetup,
} from "../../../support/run_collection.ts";

type Handler = (
  response: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>;

/** A server whose responses a test writes as it likes. */
async function serving(handler: Handler) {
  const open = new Set<Socket>();
  const handled: unknown[] = [];
  const server = createServer((request, response) => {
    handled.push(handler(response, request));
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(handled);
    },
  };
}

async function send(
  handler: Handler,
  { rest = "", ...setup }: RunSetup & { rest?: string } = {},
): Promise<RequestResult> {
  await using server = await serving(handler);
  const { results } = await runCollection({
    "events.yml": `info: {name: events}
http: {method: POST, url: "{{url}}", body: {type: json, data: '{}'}}
${rest}`,
  }, { ...setup, vars: [["url", server.url]] });
  return results[0];
}

/** A response that is a stream of events in these pieces. */
function events(...pieces: (string | Uint8Array)[]): Handler {
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) {
      response.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    response.end();
  };
}

/** The same as long as somebody reads. */
function endless(piece: string, type = "text/event-stream"): Handler {
  return (response) => {
    response.writeHead(200, { "content-type": type });
    const timer = setInterval(() => response.write(piece), 5);
    response.on("close", () => clearInterval(timer));
  };
}

function shown({ response }: RequestResult): unknown[] {
  return response!.stream!.messages.map(({ data, event, id }) => [
    data,
    ...event === undefined ? [] : [event],
    ...id === undefined ? [] : [id],
  ]);
}

describe("a stream of events", () => {
  const rows: {
    name: string;
    pieces: (string | Uint8Array)[];
    data: unknown[];
  }[] = [
    {
      name: "with data of one line, names and ids",
      pieces: ['event: tick\nid: 1\ndata: {"n": 1}\n\ndata: two\n\n'],
      data: [[{ n: 1 }, "tick", "1"], ["two"]],
    },
    {
      name: "with data of several lines",
      pieces: ["data: a\ndata: b\n\n"],
      data: [["a\nb"]],
    },
    {
      name: "in pieces of one byte",
      pieces: [..."data: ü\n\n"].flatMap((it) =>
        [...new TextEncoder().encode(it)].map((byte) => new Uint8Array([byte]))
      ),
      data: [["ü"]],
    },
    {
      name: "with CR and CR LF",
      pieces: ["data: a\r\rdata: b\r", "\n\r\n"],
      data: [["a"], ["b"]],
    },
    {
      name: "with a byte order mark, comments and unknown fields",
      pieces: ["\ufeffdata: a\n:comment\nother: x\nretry: 3\n\n"],
      data: [["a"]],
    },
    {
      name: "that ends in the middle of an event",
      pieces: ["data: a\n\ndata: b"],
      data: [["a"]],
    },
    { name: "without events", pieces: [":\n\n"], data: [] },
  ];
  for (const row of rows) {
    it(row.name, async () => {
      const result = await send(events(...row.pieces));
      assertEquals(codesOf(result), []);
      assertEquals(shown(result), row.data);
      const { stream } = result.response!;
      assertEquals(stream!.kind, "events");
      assertEquals(stream!.closed, { by: "server" });
    });
  }

  it("is shown to scripts and assertions, its text as the body", async () => {
    const result = await send(
      events('data: {"a": [1, 2]}\n\n', "data: [DONE]\n\n"),
      {
        rest: `runtime:
  assertions:
    - { expression: "res.messages[0].data.a[1]", operator: eq, value: "2" }
    - { expression: res.firstMessageTime, operator: isNumber }
  scripts:
    - type: tests
      code: |
        test("text", () => {
          expect(res.body).to.equal('data: {"a": [1, 2]}\\n\\ndata: [DONE]\\n\\n');
          expect(res.messages.map((it) => it.text)).to.deep.equal(['{"a": [1, 2]}', "[DONE]"]);
        });`,
      },
    );
    assertEquals(codesOf(result), []);
  });

  it("is decompressed as it comes", async () => {
    const result = await send((response) => {
      response.writeHead(200, {
        "content-type": "text/event-stream",
        "content-encoding": "gzip",
      });
      const gzip = createGzip();
      gzip.pipe(response);
      gzip.write("data: one\n\n");
      gzip.flush();
    }, { rest: "extensions: {brace: {stream: {count: 1}}}" });
    assertEquals(codesOf(result), []);
    assertEquals(shown(result), [["one"]]);
  });

  const ends: {
    name: string;
    stream: string;
    least: number;
    problems: RegExp[];
    /** Only where it ends the stream: a busy machine is slow to connect. */
    timeout?: number;
  }[] = [
    { name: "count", stream: "count: 2", least: 2, problems: [] },
    {
      name: "until",
      stream: "until: message.data.n == 1",
      least: 1,
      problems: [],
    },
    {
      name: "a duration of its own",
      stream: "duration: 60",
      least: 1,
      problems: [],
    },
    {
      name: "the time-out",
      stream: "idle: 0",
      least: 1,
      problems: [/^STREAM_TIMEOUT: /],
      timeout: 100,
    },
    {
      name: "a wait",
      stream:
        "steps: [{wait: {expression: message.data.n, operator: eq, value: 1}}, end], count: 1",
      least: 1,
      problems: [],
    },
    {
      name: "a message that cannot be sent",
      stream: "steps: [{send: {type: text, data: x}}]",
      least: 0,
      problems: [/^ASSERTION: Cannot send a message: the stream only/],
    },
  ];
  for (const row of ends) {
    it(`ends by ${row.name}, and the client closes`, async () => {
      const closed = Promise.withResolvers<void>();
      const result = await send((response, request) => {
        response.on("close", closed.resolve);
        endless('data: {"n": 1}\n\n')(response, request);
      }, {
        rest: `extensions: {brace: {stream: {${row.stream}}}}`,
        timeout: row.timeout,
      });
      await closed.promise;
      const found = codesOf(result);
      assertEquals(found.length, row.problems.length, found.join("\n"));
      row.problems.forEach((it, i) => assert(it.test(found[i]), found[i]));
      const { stream } = result.response!;
      assert(stream!.received >= row.least);
      assertEquals(stream!.closed, { by: "client" });
    });
  }

  it("that is cut off is a failure, and what came is shown", async () => {
    const result = await send((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: one\n\n");
      setTimeout(() => response.destroy(), 20);
    });
    assertEquals(result.failures, ["network"]);
    assert(/^RESPONSE_CUT: /.test(codesOf(result)[0]), codesOf(result)[0]);
    assertEquals(shown(result), [["one"]]);
  });

  it("ends where a line becomes too long", async () => {
    const long = "x".repeat(1024 * 1024);
    const result = await send((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const write = () => {
        if (!response.destroyed) response.write(long, () => setTimeout(write));
      };
      write();
    }, { maxResponseSize: 3 });
    assertEquals(result.failures, ["network"]);
    assert(
      /^LIMIT: .*one is longer/.test(codesOf(result)[0]),
      codesOf(result)[0],
    );
  });

  it("drops the oldest messages where nothing needs them", async () => {
    const piece = `data: ${"x".repeat(1000)}\n\n`.repeat(100);
    const result = await send(events(...Array(20).fill(piece)), {
      maxResponseSize: 1,
    });
    assertEquals(codesOf(result), []);
    const { stream } = result.response!;
    assertEquals(stream!.received, 2000);
    assertEquals(stream!.messages.length + stream!.dropped!, 2000);
    assert(stream!.messages.length < 1100);
    assertEquals(stream!.messages.at(-1)!.index, 1999);
  });

  it("drops them where assertions look at something else", async () => {
    const piece = `data: ${"x".repeat(1000)}\n\n`.repeat(100);
    const result = await send(events(...Array(20).fill(piece)), {
      maxResponseSize: 1,
      rest:
        "runtime: {assertions: [{expression: res.status, operator: eq, value: '200'}, {expression: res.responseTime, operator: isNumber}]}",
    });
    assertEquals(codesOf(result), []);
    assert(result.response!.stream!.dropped! > 0);
  });

  it("fails where scripts need more messages than fit", async () => {
    const piece = `data: ${"x".repeat(1000)}\n\n`.repeat(100);
    const result = await send(events(...Array(20).fill(piece)), {
      maxResponseSize: 1,
      rest:
        "runtime: {assertions: [{expression: res.messages.length, operator: eq, value: '2000'}]}",
    });
    assertEquals(result.failures, ["network"]);
    assert(/^LIMIT: Cannot keep \d+ messages/.test(codesOf(result)[0]));
  });
});

describe("a server of better-sse", () => {
  it("sends events with names, ids and data of several kinds", async () => {
    const result = await send(async (response, request) => {
      const session = await createSession(request, response, {
        keepAlive: null,
      });
      session.push({ n: 1 }, "tick", "7");
      session.push("two\nlines", "note", "8");
      await session.iterate([1, 2]);
      const channel = createChannel().register(session);
      channel.broadcast(null, "last");
    }, {
      rest: `extensions: {brace: {stream: {until: "message.event === 'last'"}}}
runtime:
  assertions:
    - {expression: "res.messages[0].data.n", operator: eq, value: "1"}
    - {expression: res.firstMessageTime, operator: isNumber}`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(
      result.response!.stream!.messages.map(({ event, data }) => [event, data]),
      [
        ["tick", { n: 1 }],
        ["note", "two\nlines"],
        ["iteration", 1],
        ["iteration", 2],
        ["last", null],
      ],
    );
    assertEquals(result.response!.stream!.messages[0].id, "7");
  });
});

describe("a stream of lines", () => {
  const rows: { type: string; text: string; data: unknown[] }[] = [
    {
      type: "application/x-ndjson",
      text: '{"a": 1}\r\n\n[2]\n"three"',
      data: [{ a: 1 }, [2], "three"],
    },
    { type: "application/jsonl", text: "{}\n", data: [{}] },
    {
      type: "application/json-seq",
      text: '\x1e{"a": 1}\n\x1e{\n  "b": 2\n}\n\x1e3\n',
      data: [{ a: 1 }, { b: 2 }, 3],
    },
  ];
  for (const { type, text, data } of rows) {
    it(type, async () => {
      const result = await send((response) => {
        response.writeHead(200, { "content-type": type });
        response.end(text);
      });
      assertEquals(codesOf(result), []);
      assertEquals(
        result.response!.stream!.messages.map((it) => it.data),
        data,
      );
      assertEquals(result.response!.stream!.kind, "lines");
    });
  }

  it("of an error is a body like others", async () => {
    const result = await send((response) => {
      response.writeHead(500, { "content-type": "application/x-ndjson" });
      response.end("{}\n");
    });
    assertEquals(result.response!.stream, undefined);
  });
});
