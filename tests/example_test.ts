import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Echo } from "../lib/host/demo/echo.ts";
import { serveDemo } from "../lib/host/demo/serve_demo.ts";
import { brace, type Outcome } from "./support/brace.ts";
import { readExample } from "../.ci/example.ts";

/** What the demo API gets, in order: the specification's cases on the wire. */
const wire: Partial<Echo>[] = [
  { method: "GET", path: "/users", body: "" },
  {
    method: "POST",
    path: "/users",
    body: `{
  "name": "Grace Hopper",
  "email": "Grace.Hopper@example.com",
  "admin": false
}`,
  },
  { method: "GET", path: "/users/3", body: "" },
  {
    method: "PUT",
    path: "/users/3",
    body: `{
  "name": "Rear Admiral Grace Hopper",
  "email": "Grace.Hopper@example.com",
  "admin": true
}`,
  },
  {
    method: "PATCH",
    path: "/users/3",
    body: '{\n  "email": "admiral@example.com"\n}',
  },
  { method: "DELETE", path: "/users/3", body: "" },
  {
    method: "POST",
    path: "/orders",
    json: {
      userId: 3,
      quantity: 2,
      paid: false,
      address: { street: '1 Navy "Yard"', geo: { lat: 38.87, lon: -76.99 } },
      items: [{ sku: "relay-7", tags: ["moth"] }, { sku: "tape-1", tags: [] }],
    },
  },
  { method: "GET", path: "/echo/people/Hopper", query: {}, body: "" },
  {
    method: "GET",
    path: "/echo/people",
    query: { city: "Arlington", sort: "name", size: "20" },
    headers: { "x-sorted-by": "name", "x-search": "Arlington, 20 a page" },
  },
  {
    method: "POST",
    path: "/echo/elements",
    json: {
      first: "red",
      owner: "Alan",
      picked: ["blue", "red"],
      person: { name: "Ada", born: 1815 },
    },
  },
  {
    method: "PUT",
    path: "/echo/dates",
    json: {
      due: "2026-03-01T09:30:00.000Z",
      event: { title: "Launch", at: "2026-03-01T09:30:00.000Z" },
      days: ["2026-03-01T09:30:00.000Z", "1970-01-01T00:00:00.000Z"],
    },
  },
  { method: "GET", path: "/chat", headers: { upgrade: "websocket" } },
  { method: "GET", path: "/events", headers: { accept: "text/event-stream" } },
  {
    method: "POST",
    path: "/completions",
    json: {
      model: "demo",
      stream: true,
      messages: [{ role: "user", content: "Hello, I am Grace Hopper" }],
    },
  },
  { method: "GET", path: "/log" },
  {
    method: "GET",
    path: "/graphql",
    headers: { "sec-websocket-protocol": "graphql-transport-ws" },
  },
  {
    method: "POST",
    path: "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
  },
  { method: "POST", path: "/demo.v1.Orders/Read" },
  { method: "POST", path: "/demo.v1.Orders/Watch" },
  { method: "POST", path: "/demo.v1.Orders/Create" },
  { method: "POST", path: "/demo.v1.Orders/Quote" },
  {
    method: "GET",
    path: "/account",
    headers: { "x-api-key": "demo-api-key", "x-secret": "demo-signing-secret" },
  },
];

/** Runs a collection against a fresh demo API; gives what the API saw, too. */
async function runAgainstDemo(
  folder: string,
): Promise<Outcome & { seen: Echo[] }> {
  const seen: Echo[] = [];
  const api = serveDemo({ onRequest: (request) => seen.push(request) });
  try {
    const outcome = await brace([
      "run",
      folder,
      "--env=local",
      `--env-var=baseUrl=${api.url}`,
      `--env-var=grpcUrl=${api.grpcUrl}`,
    ]);
    return { ...outcome, seen };
  } finally {
    await api.stop();
  }
}

/** The part of a request that an expectation is about. */
function likeExpected(seen: Echo, expected: Partial<Echo>): Partial<Echo> {
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [
      key,
      key === "headers"
        ? Object.fromEntries(
          Object.keys(value as object).map((
            name,
          ) => [name, seen.headers[name]]),
        )
        : seen[key as keyof Echo],
    ]),
  );
}

describe("the example collection", () => {
  it("puts every case of the specification on the wire", async () => {
    const { code, stdout, stderr, seen } = await runAgainstDemo(
      "fixtures/example",
    );
    assertEquals([code, stderr], [0, ""], stdout);
    assertEquals(seen.length, wire.length);
    for (const [i, expected] of wire.entries()) {
      assertEquals(likeExpected(seen[i], expected), expected);
    }
  });

  it("needs client version 2.2.0 for objects, arrays and dates", async () => {
    const folder = await Deno.makeTempDir();
    try {
      for (const [path, text] of Object.entries(readExample())) {
        await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), {
          recursive: true,
        });
        await Deno.writeTextFile(
          `${folder}/${path}`,
          text.replace("clientVersion: 2.2.0", "clientVersion: 2.1.0"),
        );
      }
      const { code, stdout, seen } = await runAgainstDemo(folder);
      assertEquals(code, 3, stdout);
      assert(stdout.includes("error UNAVAILABLE_KIND: "), stdout);
      // Strings, numbers and booleans are available in all versions.
      assertEquals(
        seen.map(({ method, path }) => `${method} ${path}`),
        [
          "GET /users",
          "POST /users",
          "GET /echo/people/Hopper",
          "GET /events",
          "POST /completions",
          "GET /log",
          "GET /graphql",
          "POST /grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
          "POST /demo.v1.Orders/Read",
          "POST /demo.v1.Orders/Watch",
          "POST /demo.v1.Orders/Create",
          "POST /demo.v1.Orders/Quote",
        ],
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});
