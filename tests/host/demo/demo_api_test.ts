import { assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { DEMO_CREDENTIALS } from "../../../lib/host/demo/demo_api.ts";
import {
  type DemoServer,
  serveDemo,
} from "../../../lib/host/demo/serve_demo.ts";

const { apiKey, secret } = DEMO_CREDENTIALS;
const json = { "content-type": "application/json" };

/** In order, against one server: what is asked, what is answered. */
const exchanges: {
  ask: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  answer?: unknown;
}[] = [
  {
    ask: "GET /users",
    status: 200,
    answer: [
      { name: "Ada Lovelace", email: "ada@example.com", admin: true, id: 1 },
      { name: "Alan Turing", email: "alan@example.com", admin: false, id: 2 },
    ],
  },
  {
    ask: "POST /users",
    body: '{"name":"Grace"}',
    status: 201,
    answer: { name: "Grace", id: 3 },
  },
  { ask: "GET /users/3", status: 200, answer: { name: "Grace", id: 3 } },
  {
    ask: "PUT /users/3",
    body: '{"title":"Admiral","id":9}',
    status: 200,
    answer: { title: "Admiral", id: 3 },
  },
  {
    ask: "PATCH /users/3",
    body: '{"name":"Grace"}',
    status: 200,
    answer: { title: "Admiral", name: "Grace", id: 3 },
  },
  { ask: "DELETE /users/3", status: 204 },
  {
    ask: "GET /users/3",
    status: 404,
    answer: { error: "there is no /users/3" },
  },
  {
    ask: "POST /users",
    body: "[1]",
    status: 400,
    answer: { error: "send a JSON object" },
  },
  {
    ask: "DELETE /users",
    status: 405,
    answer: { error: "/users has no DELETE" },
  },
  {
    ask: "GET /orders/1",
    status: 200,
    answer: { userId: 1, items: ["engine"], paid: true, id: 1 },
  },
  {
    ask: "GET /account",
    status: 401,
    answer: { error: "X-API-Key and X-Secret do not match" },
  },
  {
    ask: "GET /account",
    headers: { "x-api-key": apiKey, "x-secret": secret },
    status: 200,
    answer: { account: "demo", plan: "free" },
  },
  {
    ask: "GET /nowhere",
    status: 404,
    answer: { error: "there is no /nowhere" },
  },
];

describe("demo API", () => {
  let server: DemoServer;
  beforeAll(() => {
    server = serveDemo();
  });
  afterAll(() => server.stop());

  it("answers in the table's words", async () => {
    for (const { ask, headers, body, status, answer } of exchanges) {
      const [method, path] = ask.split(" ");
      const response = await fetch(server.url + path, {
        method,
        headers: { ...json, ...headers },
        body,
      });
      const text = await response.text();
      assertEquals(
        [ask, response.status, text === "" ? undefined : JSON.parse(text)],
        [ask, status, answer],
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
