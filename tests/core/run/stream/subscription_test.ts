import { codesOf } from "../../../support/problems.ts";
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { buildSchema } from "graphql";
import { makeServer } from "graphql-ws";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestResult } from "../../../../lib/core/run/types.ts";
import {
  type ServerSocket,
  socketServer,
} from "../../../support/socket_server.ts";
import {
  runCollection,
  type RunSetup,
} from "../../../support/run_collection.ts";

async function send(
  url: string,
  { rest = "", ...setup }: RunSetup & { rest?: string } = {},
): Promise<RequestResult> {
  const { results } = await runCollection({
    "ticks.yml": `info: {name: ticks, type: graphql}
graphql:
  url: "{{url}}"
  body:
    query: |
      subscription Ticks($to: Int!) { ticks(to: $to) }
    variables: '{"to": {{to}} }'
${rest}`,
  }, { ...setup, vars: [["url", url], ["to", 3]] });
  return results[0];
}

function data({ response }: RequestResult): unknown[] {
  return response!.stream!.messages.map((it) => it.data);
}

/** What a server of the protocol does with each message of the client. */
type Talk = (message: Record<string, unknown>, socket: ServerSocket) => void;

function speaking(talk: Talk) {
  return socketServer((socket) => {
    socket.on("message", (text) => talk(JSON.parse(`${text}`), socket));
  }, { handleProtocols: () => "graphql-transport-ws" });
}

/** The server of graphql-ws itself. */
function library() {
  const schema = buildSchema(
    "type Query { a: Int } type Subscription { ticks(to: Int!): Int }",
  );
  const server = makeServer({
    schema,
    onConnect: ({ connectionParams }) => connectionParams?.token !== "wrong",
    roots: {
      subscription: {
        async *ticks({ to }: { to: number }) {
          for (let ticks = 1; ticks <= to; ticks++) yield { ticks };
        },
      },
    },
  });
  return socketServer((socket, request) => {
    const closed = server.opened({
      protocol: socket.protocol,
      send: (text) => socket.send(text),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (told) => socket.on("message", (text) => told(`${text}`)),
    }, { socket, request });
    socket.on("close", (code, reason) => closed(code, `${reason}`));
  }, { handleProtocols: () => "graphql-transport-ws" });
}

describe("a subscription over a WebSocket", () => {
  it("reads results until the server of graphql-ws completes", async () => {
    await using server = await library();
    const result = await send(server.url.replace("ws:", "http:"), {
      rest: `runtime:
  assertions:
    - { expression: "res.messages[2].data.data.ticks", operator: eq, value: "3" }
    - { expression: "res.body[0].data.ticks", operator: eq, value: "1" }`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(data(result), [1, 2, 3].map((ticks) => ({ data: { ticks } })));
    const { stream } = result.response!;
    assertEquals([stream!.kind, stream!.closed], ["subscription", {
      by: "server",
    }]);
    const [, second] = server.received.map((it) => JSON.parse(it));
    assertEquals(second.payload.variables, { to: 3 });
    assertEquals(second.payload.operationName, "Ticks");
  });

  it("sends the operation that a script names", async () => {
    await using server = await library();
    const code =
      'req.setBody({ query: "query Q { a } subscription One { ticks(to: 1) } subscription Two { ticks(to: 2) }", operationName: "Two" })';
    const result = await send(server.url, {
      rest: `runtime:
  scripts: [{ type: before-request, code: '${code}' }]`,
    });
    assertEquals(codesOf(result), []);
    assertEquals(data(result), [1, 2].map((ticks) => ({ data: { ticks } })));
    const [, second] = server.received.map((it) => JSON.parse(it));
    assertEquals(second.payload.operationName, "Two");
  });

  it("gives connection parameters, and says why it is refused", async () => {
    await using server = await library();
    const result = await send(server.url, {
      rest:
        'extensions: {brace: {connectionParams: {token: "wro{{x}}"}}}\nruntime: {variables: [{name: x, value: ng}]}',
    });
    assertEquals(codesOf(result), [
      `PROTOCOL: Cannot subscribe at "${
        server.url.slice(5)
      }": the server closed the connection (4403 Forbidden)`,
    ]);
    assertEquals(result.failures, ["network"]);
  });

  it("ends by count: the client completes", async () => {
    const types: unknown[] = [];
    await using server = await speaking(({ type, id }, socket) => {
      types.push(type);
      if (type === "connection_init") socket.send('{"type":"connection_ack"}');
      if (type !== "subscribe") return;
      const timer = setInterval(() => {
        socket.send(
          `{"id":"${id}","type":"next","payload":{"data":{"n":12345678901234567890}}}`,
        );
      }, 5);
      socket.on("close", () => clearInterval(timer));
    });
    const result = await send(server.url, {
      rest: "extensions: {brace: {stream: {count: 2}}}",
    });
    assertEquals(codesOf(result), []);
    assertEquals(data(result)[0], { data: { n: 12345678901234567890n } });
    assertEquals(await server.close, 1000);
    assertEquals(types, ["connection_init", "subscribe", "complete"]);
  });

  it("closes properly once the server has completed", async () => {
    await using server = await library();
    assertEquals(codesOf(await send(server.url)), []);
    assertEquals(await server.close, 1000);
  });

  it("does not give a secret to a host that it is not meant for", async () => {
    await using server = await library();
    const { results } = await runCollection({
      "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request: {variables: [{name: token, value: s3cret-token, secret: true, hosts: [api.example]}]}`,
      "ticks.yml": `info: {name: ticks, type: graphql}
graphql: {url: "${server.url}", body: {query: "subscription { ticks(to: 1) }"}}
extensions: {brace: {connectionParams: {token: "{{token}}"}}}`,
    });
    assertEquals(server.received, []);
    assertEquals(results[0].failures, ["permission"]);
    assert(codesOf(results[0])[0].includes('the secret "token"'));
  });

  it("can be interrupted before it is acknowledged", async () => {
    const stop = new AbortController();
    await using server = await speaking(() => stop.abort());
    const result = await send(server.url, { signal: stop.signal, timeout: 0 });
    assertEquals(result.status, "skipped");
  });

  it("shows an error as what the server says", async () => {
    await using server = await speaking(({ type, id }, socket) => {
      if (type === "connection_init") socket.send('{"type":"connection_ack"}');
      if (type === "subscribe") {
        socket.send(
          `{"id":"${id}","type":"error","payload":[{"message":"no","at":12345678901234567890}]}`,
        );
      }
    });
    const result = await send(server.url);
    assertEquals(codesOf(result), []);
    assertEquals(data(result), [{
      errors: [{ message: "no", at: 12345678901234567890n }],
    }]);
  });

  const hostile: { name: string; talk: Talk; problem: RegExp }[] = [
    {
      name: "never acknowledges",
      talk: () => {},
      problem: /^TIMEOUT: Cannot subscribe at .*connection_ack in 150 ms/,
    },
    {
      name: "sends no JSON",
      talk: (_, socket) => socket.send("hello"),
      problem: /^PROTOCOL: Cannot subscribe at/,
    },
    {
      name: "cuts the connection",
      talk: (_, socket) => socket._socket.destroy(),
      problem: /^RESPONSE_CUT: /,
    },
    {
      name: "acknowledges and cuts the connection",
      talk: ({ type }, socket) => {
        if (type === "connection_init") {
          socket.send('{"type":"connection_ack"}');
        } else socket._socket.destroy();
      },
      problem: /^RESPONSE_CUT: /,
    },
  ];
  for (const row of hostile) {
    it(`fails where the server ${row.name}`, async () => {
      await using server = await speaking(row.talk);
      const result = await send(server.url, { timeout: 150 });
      const found = codesOf(result);
      assertEquals(found.length, 1, found.join("\n"));
      assert(row.problem.test(found[0]), found[0]);
      assertEquals(result.failures, ["network"]);
    });
  }
});

describe("a subscription over server-sent events", () => {
  it("asks for events and reads results until they are complete", async () => {
    const asked: unknown[] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      asked.push(request.method, request.headers.accept, JSON.parse(body));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('event: next\ndata: {"data": {"ticks": 1}}\n\n:\n\n');
      response.write("event: complete\ndata:\n\n");
    });
    await new Promise<void>((resolve) =>
      server.listen(0, "127.0.0.1", resolve)
    );
    const { port } = server.address() as AddressInfo;
    const result = await send(`http://127.0.0.1:${port}`, {
      rest: "extensions: {brace: {subscription: sse}}",
    });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    assertEquals(codesOf(result), []);
    assertEquals(data(result), [{ data: { ticks: 1 } }]);
    assertEquals(result.response!.stream!.kind, "subscription");
    const [method, accept, body] = asked as [string, string, { query: string }];
    assertEquals([method, accept], ["POST", "text/event-stream"]);
    assert(body.query.startsWith("subscription Ticks"));
  });
});
