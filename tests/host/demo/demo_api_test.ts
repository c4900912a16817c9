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
});
