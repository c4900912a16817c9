import { assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { DEMO_CREDENTIALS } from "../../../lib/host/demo/demo_api.ts";
import { DEMO_CLIENT, DEMO_LOGIN } from "../../../lib/host/demo/demo_api.ts";
import {
  type DemoServer,
  serveDemo,
} from "../../../lib/host/demo/serve_demo.ts";

const { apiKey, secret } = DEMO_CREDENTIALS;
const json = { "content-type": "application/json" };

/** In order, against one server: what is asked, what is responded. */
const exchanges: {
  ask: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  response?: unknown;
}[] = [
  {
    ask: "GET /users",
    status: 200,
    response: [
      { name: "Ada Lovelace", email: "ada@example.com", admin: true, id: 1 },
      { name: "Alan Turing", email: "alan@example.com", admin: false, id: 2 },
    ],
  },
  {
    ask: "POST /users",
    body: '{"name":"Grace"}',
    status: 201,
    response: { name: "Grace", id: 3 },
  },
  { ask: "GET /users/3", status: 200, response: { name: "Grace", id: 3 } },
  {
    ask: "PUT /users/3",
    body: '{"title":"Admiral","id":9}',
    status: 200,
    response: { title: "Admiral", id: 3 },
  },
  {
    ask: "PATCH /users/3",
    body: '{"name":"Grace"}',
    status: 200,
    response: { title: "Admiral", name: "Grace", id: 3 },
  },
  { ask: "DELETE /users/3", status: 204 },
  {
    ask: "GET /users/3",
    status: 404,
    response: { error: "there is no /users/3" },
  },
  {
    ask: "POST /users",
    body: "[1]",
    status: 400,
    response: { error: "send a JSON object" },
  },
  {
    ask: "DELETE /users",
    status: 405,
    response: { error: "/users has no DELETE" },
  },
  {
    ask: "GET /orders/1",
    status: 200,
    response: { userId: 1, items: ["engine"], paid: true, id: 1 },
  },
  {
    ask: "GET /account",
    status: 401,
    response: { error: "X-API-Key and X-Secret do not match" },
  },
  {
    ask: "GET /account",
    headers: { "x-api-key": apiKey, "x-secret": secret },
    status: 200,
    response: { account: "demo", plan: "free" },
  },
  {
    ask: "POST /login",
    body: '{"user":"ada","password":"wrong"}',
    status: 401,
    response: { error: "user and password do not match" },
  },
  {
    ask: "POST /login",
    body: JSON.stringify(DEMO_LOGIN),
    status: 200,
    response: { token: "demo-token-1" },
  },
  {
    ask: "GET /me",
    headers: { authorization: "Bearer demo-token-1" },
    status: 200,
    response: { name: "ada" },
  },
  {
    ask: "GET /me",
    headers: { authorization: "Bearer demo-token-2" },
    status: 401,
    response: { error: "the token is not known" },
  },
  {
    ask: "POST /oauth/token",
    body: `grant_type=client_credentials&client_id=${DEMO_CLIENT.id}` +
      `&client_secret=${DEMO_CLIENT.secret}`,
    status: 200,
    response: {
      access_token: "demo-token-2",
      token_type: "Bearer",
      expires_in: 3600,
    },
  },
  {
    ask: "POST /oauth/token",
    body: "grant_type=client_credentials",
    headers: {
      authorization: `Basic ${btoa(`${DEMO_CLIENT.id}:wrong`)}`,
    },
    status: 401,
    response: { error: "invalid_client" },
  },
  {
    ask: "POST /oauth/token",
    body: "grant_type=password",
    status: 400,
    response: { error: "unsupported_grant_type" },
  },
  {
    ask: "GET /products",
    status: 200,
    response: { items: ["relay", "tape"], next: 2 },
  },
  {
    ask: "GET /products?page=3",
    status: 200,
    response: { items: ["plugboard"], next: null },
  },
  { ask: "POST /jobs", status: 202, response: { id: 1, status: "running" } },
  { ask: "GET /jobs/1", status: 200, response: { id: 1, status: "running" } },
  { ask: "GET /jobs/1", status: 200, response: { id: 1, status: "running" } },
  { ask: "GET /jobs/1", status: 200, response: { id: 1, status: "done" } },
  {
    ask: "GET /jobs/2",
    status: 404,
    response: { error: "there is no /jobs/2" },
  },
  {
    ask: "GET /files/a.json",
    status: 404,
    response: { error: "there is no /files/a.json" },
  },
  {
    ask: "PUT /files/a.json",
    body: "[1]",
    status: 201,
    response: { name: "a.json", length: 3 },
  },
  { ask: "GET /files/a.json", status: 200, response: [1] },
  {
    ask: "POST /completions",
    body: '{"messages":[{}]}',
    status: 200,
    response: {
      id: "completion-1",
      choices: [{
        message: {
          role: "assistant",
          content: "You sent 1 message to a very small language model.",
        },
      }],
    },
  },
  {
    ask: "POST /completions",
    body: "[]",
    status: 400,
    response: { error: "send a JSON object with messages" },
  },
  {
    ask: "POST /graphql",
    body: '{"query":"{ orders }"}',
    status: 200,
    response: { errors: [{ message: "subscribe to orderStatus" }] },
  },
  {
    ask: "GET /chat",
    status: 426,
    response: { error: "open a WebSocket" },
  },
  {
    ask: "POST /events",
    body: "",
    status: 405,
    response: { error: "/events has no POST" },
  },
  {
    ask: "GET /nowhere",
    status: 404,
    response: { error: "there is no /nowhere" },
  },
];

describe("demo API", () => {
  let server: DemoServer;
  beforeAll(() => {
    server = serveDemo();
  });
  afterAll(() => server.stop());

  it("responds in the table's words", async () => {
    for (const { ask, headers, body, status, response: wanted } of exchanges) {
      const [method, path] = ask.split(" ");
      const response = await fetch(server.url + path, {
        method,
        headers: { ...json, ...headers },
        body,
      });
      const text = await response.text();
      assertEquals(
        [ask, response.status, text === "" ? undefined : JSON.parse(text)],
        [ask, status, wanted],
      );
    }
  });

  it("reflects a request as it came", async () => {
    const response = await fetch(`${server.url}/echo/a%20b?x=1&x=2&y=%26`, {
      method: "PATCH",
      headers: { ...json, "X-Test": "yes" },
      body: '{"n":1}',
    });
    const { headers, ...echo } = await response.json();
    assertEquals(headers["x-test"], "yes");
    assertEquals(echo, {
      method: "PATCH",
      path: "/echo/a%20b",
      query: { x: ["1", "2"], y: "&" },
      body: '{"n":1}',
      json: { n: 1 },
    });
  });

  it("redirects", async () => {
    const response = await fetch(`${server.url}/redirect?to=/users/1`, {
      redirect: "manual",
    });
    await response.body?.cancel();
    assertEquals(
      [response.status, response.headers.get("location")],
      [302, "/users/1"],
    );
  });

  /** What comes back on a WebSocket, for what is sent one after the other. */
  async function talk(
    path: string,
    sent: readonly unknown[],
    protocol?: string,
  ): Promise<unknown[]> {
    const socket = new WebSocket(
      server.url.replace("http:", "ws:") + path,
      protocol,
    );
    const opened = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const came: unknown[] = [];
    let next = () => {};
    socket.onopen = () => opened.resolve();
    socket.onclose = ({ code }) => {
      came.push(code);
      next();
      closed.resolve();
    };
    socket.onmessage = ({ data }) => {
      came.push(JSON.parse(data));
      next();
    };
    await opened.promise;
    for (const message of sent) {
      const answered = new Promise<void>((resolve) => next = resolve);
      socket.send(JSON.stringify(message));
      await answered;
    }
    socket.close();
    await closed.promise;
    return came.slice(0, sent.length);
  }

  it("talks to those who have logged in", async () => {
    const login = { type: "login", ...DEMO_LOGIN };
    const error = (error: string) => ({ type: "error", error });
    const came = await talk("/chat", [
      { type: "ping" },
      { type: "say", text: "x" },
      { ...login, password: "wrong" },
      login,
      { type: "say", session: "session-1", text: "Hello" },
      ["other"],
    ]);
    assertEquals(came, [
      { type: "pong" },
      error("log in first"),
      error("user and password do not match"),
      { type: "welcome", user: "ada", session: "session-1" },
      { type: "said", user: "ada", text: "Hello" },
      error("send login, say or ping"),
    ]);
  });

  const graphql: { name: string; sent: unknown[]; came: unknown[] }[] = [
    {
      name: "acknowledges, then says that it has no such operation",
      sent: [
        { type: "connection_init" },
        { type: "ping" },
        { id: "1", type: "subscribe", payload: { query: "{ orders }" } },
      ],
      came: [
        { type: "connection_ack" },
        { type: "pong" },
        {
          type: "error",
          id: "1",
          payload: [{ message: "subscribe to orderStatus" }],
        },
      ],
    },
    {
      name: "closes before connection_init",
      sent: [{ id: "1", type: "subscribe" }],
      came: [4401],
    },
    { name: "closes at what it does not know", sent: [{}], came: [4400] },
  ];
  for (const { name, sent, came } of graphql) {
    it(`of GraphQL ${name}`, async () => {
      assertEquals(
        await talk("/graphql", sent, "graphql-transport-ws"),
        came,
      );
    });
  }

  it("sends a subscription as events", async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: "POST",
      headers: json,
      body: '{"query":"subscription { orderStatus { status } }"}',
    });
    const events = (await response.text()).split("\n\n");
    assertEquals(
      [events[0], events.slice(-2)],
      [
        'event: next\ndata: {"data":{"orderStatus":{"id":"1","status":"paid"}}}',
        ["event: complete\ndata:", ""],
      ],
    );
  });

  it("ends what is open when it stops", async () => {
    const other = serveDemo();
    const events = await fetch(`${other.url}/events`);
    const socket = new WebSocket(other.url.replace("http:", "ws:") + "/echo");
    await new Promise((resolve) => socket.onopen = resolve);
    const closed = new Promise<CloseEvent>((resolve) =>
      socket.onclose = resolve
    );
    await other.stop();
    assertEquals((await closed).code, 1001);
    assertEquals((await events.text()).slice(0, 13), "event: status");
  });
});
