import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { ROUTES } from "../../lib/embedded/page/workbench/api.ts";
import { openPage, rawRequest } from "../support/open_page.ts";

const FILES = {
  "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Shop}\n",
  "get.yml":
    "info: {name: Get, type: http}\nhttp: {method: GET, url: 'http://127.0.0.1:9/'}\n",
};

/** A request to the server, with these headers besides those that every request has. */
interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly host?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

function text(port: number, sent: Sent): string {
  const { method = "POST", path = "/api/state", body = "{}" } = sent;
  const { host = `127.0.0.1:${port}`, headers = [] } = sent;
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    ...headers,
    ...method === "POST" ? [`Content-Length: ${body.length}`] : [],
    "",
    method === "POST" ? body : "",
  ].join("\n");
}

describe("who may ask the page's server", () => {
  const rows: [
    what: string,
    sent: (key: string, port: number) => Sent,
    status: number,
  ][] = [
    ["the key", (key) => ({ headers: [`Authorization: Bearer ${key}`] }), 200],
    ["the key, from its own origin", (key, port) => ({
      headers: [
        `Authorization: Bearer ${key}`,
        `Origin: http://127.0.0.1:${port}`,
        "Sec-Fetch-Site: same-origin",
      ],
    }), 200],
    ["no key", () => ({}), 403],
    ["an empty key", () => ({ headers: ["Authorization: Bearer "] }), 403],
    ["a wrong key", () => ({
      headers: [`Authorization: Bearer ${"A".repeat(43)}`],
    }), 403],
    ["the beginning of the key", (key) => ({
      headers: [`Authorization: Bearer ${key.slice(0, -1)}`],
    }), 403],
    ["the key and more", (key) => ({
      headers: [`Authorization: Bearer ${key}A`],
    }), 403],
    ["the key in another scheme", (key) => ({
      headers: [`Authorization: Basic ${key}`],
    }), 403],
    ["the key in a cookie", (key) => ({
      headers: [`Cookie: key=${key}; Authorization=Bearer ${key}`],
    }), 403],
    ["the key in the address", (key) => ({
      path: `/api/state?key=${key}`,
    }), 403],
    ["the key, from another site", (key) => ({
      headers: [
        `Authorization: Bearer ${key}`,
        "Origin: https://evil.example",
      ],
    }), 403],
    ["the key, from another local port", (key) => ({
      headers: [
        `Authorization: Bearer ${key}`,
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: same-site",
      ],
    }), 403],
    ["the key, from localhost", (key, port) => ({
      headers: [
        `Authorization: Bearer ${key}`,
        `Origin: http://localhost:${port}`,
      ],
    }), 403],
    ["the key, from a page without an origin", (key) => ({
      headers: [`Authorization: Bearer ${key}`, "Origin: null"],
    }), 403],
    ["the key, from another site by Sec-Fetch-Site", (key) => ({
      headers: [`Authorization: Bearer ${key}`, "Sec-Fetch-Site: cross-site"],
    }), 403],
    ["the key, typed into an address bar", (key) => ({
      headers: [`Authorization: Bearer ${key}`, "Sec-Fetch-Site: none"],
    }), 403],
    ["the key, by a name that points here", (key, port) => ({
      host: `evil.example:${port}`,
      headers: [`Authorization: Bearer ${key}`],
    }), 403],
    ["the key, by localhost", (key, port) => ({
      host: `localhost:${port}`,
      headers: [`Authorization: Bearer ${key}`],
    }), 403],
    ["the key, by the address without its port", (key) => ({
      host: "127.0.0.1",
      headers: [`Authorization: Bearer ${key}`],
    }), 403],
    ["the key, by another writing of the address", (key, port) => ({
      host: `127.1:${port}`,
      headers: [`Authorization: Bearer ${key}`],
    }), 403],
    ["the key, in a preflight", (key) => ({
      method: "OPTIONS",
      headers: [
        `Authorization: Bearer ${key}`,
        "Access-Control-Request-Method: POST",
      ],
    }), 403],
    ["the key, with GET", (key) => ({
      method: "GET",
      headers: [`Authorization: Bearer ${key}`],
    }), 403],
    ["the key, to a path above", (key) => ({
      path: "/api/../api/state/../../opencollection.yml",
      headers: [`Authorization: Bearer ${key}`],
    }), 403],
    ["the key, to a name of every object", (key) => ({
      path: "/api/constructor",
      headers: [`Authorization: Bearer ${key}`],
    }), 404],
    ["a file's name", () => ({ method: "GET", path: "/get.yml" }), 403],
    ["a file's name in disguise", () => ({
      method: "GET",
      path: "/%2e%2e/%2e%2e/etc/passwd",
    }), 403],
    ["a name of every object as a file", () => ({
      method: "GET",
      path: "/constructor",
    }), 403],
    ["the shell", () => ({ method: "GET", path: "/" }), 200],
    ["the shell, by a link from elsewhere", () => ({
      method: "GET",
      path: "/",
      headers: ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"],
    }), 200],
    ["the shell, by a name that points here", (_, port) => ({
      method: "GET",
      path: "/",
      host: `evil.example:${port}`,
    }), 403],
    ["the exchange, with a wrong token", () => ({
      path: "/api/session",
      body: `{"token":"${"A".repeat(43)}"}`,
    }), 403],
    ["the exchange, without a token", () => ({
      path: "/api/session",
      body: "{}",
    }), 403],
    ["the exchange, with what is no JSON", () => ({
      path: "/api/session",
      body: "token",
    }), 403],
    ["the exchange, with the key", (key) => ({
      path: "/api/session",
      body: `{"token":"${key}"}`,
    }), 403],
  ];
  for (const [what, sent, status] of rows) {
    it(`${what}: ${status}`, async () => {
      await using page = await openPage(FILES);
      const answer = await rawRequest(
        page.port,
        text(page.port, sent(page.key, page.port)),
      );
      assertEquals(answer.status, status, answer.body);
      if (status !== 200) assertEquals(answer.body, "");
      assertEquals(/access-control-|set-cookie/i.test(answer.head), false);
    });
  }

  it("the key, with more than a file that is dropped can have: 413", async () => {
    await using page = await openPage({});
    const response = await page.post("state", {}, {
      body: `{}${" ".repeat(48 * 1024 * 1024)}`,
    });
    await response.body?.cancel();
    assertEquals(response.status, 413);
  });

  it("a malformed Host: 400 or 403, and nothing else", async () => {
    await using page = await openPage(FILES);
    for (const host of ["", "[", "127.0.0.1:99999", "a b", "127.0.0.1:x"]) {
      const answer = await rawRequest(
        page.port,
        text(page.port, {
          host,
          headers: [`Authorization: Bearer ${page.key}`],
        }),
      );
      assert([400, 403].includes(answer.status), `${host}: ${answer.status}`);
      assertEquals(answer.body, "");
    }
  });

  for (const name of Object.keys(ROUTES)) {
    it(`asks for the key in ${name}`, async () => {
      await using page = await openPage(FILES);
      const response = await page.post(name, {}, { headers: {} });
      assertEquals([response.status, await response.text()], [403, ""]);
    });
  }
});

describe("the token of an address", () => {
  it("has 256 bits, and is another one each time", async () => {
    await using page = await openPage(FILES);
    const addresses = [page.address(), page.address()];
    for (const address of addresses) {
      const [base, token] = address.split("#");
      assertEquals(base, `http://127.0.0.1:${page.port}/`);
      assertEquals(
        Uint8Array.fromBase64(token, { alphabet: "base64url" }).length,
        32,
      );
    }
    assert(addresses[0] !== addresses[1]);
  });

  it("opens one page: the second time it is 403", async () => {
    await using page = await openPage(FILES);
    const [, token] = page.address().split("#");
    const exchange = () => page.post("session", { token }, { headers: {} });
    const first = await exchange();
    const { key } = await first.json();
    assertEquals(
      Uint8Array.fromBase64(key, { alphabet: "base64url" }).length,
      32,
    );
    assert(key !== page.key);
    const second = await exchange();
    assertEquals([second.status, await second.text()], [403, ""]);
    const used = await page.post("state", {}, {
      headers: { authorization: `Bearer ${key}` },
    });
    assertEquals(used.status, 200);
    await used.body?.cancel();
  });

  for (
    const [what, headers] of [
      ["another site", { origin: "https://evil.example" }],
      ["another local port", { "sec-fetch-site": "same-site" }],
    ] as const
  ) {
    it(`is not taken from ${what}, and stays unused`, async () => {
      await using page = await openPage(FILES);
      const [, token] = page.address().split("#");
      const stolen = await page.post("session", { token }, { headers });
      assertEquals([stolen.status, await stolen.text()], [403, ""]);
      const own = await page.post("session", { token }, { headers: {} });
      assertEquals(own.status, 200);
      await own.body?.cancel();
    });
  }

  it("is not good for another server", async () => {
    await using page = await openPage(FILES);
    await using other = await openPage(FILES);
    const [, token] = other.address().split("#");
    const response = await page.post("session", { token }, { headers: {} });
    assertEquals([response.status, await response.text()], [403, ""]);
    const state = await other.post("state", {}, {
      headers: { authorization: `Bearer ${page.key}` },
    });
    assertEquals([state.status, await state.text()], [403, ""]);
  });
});

describe("what the server's answers may do in a browser", () => {
  it("the shell: scripts of files only, no frames, no data", async () => {
    await using page = await openPage(FILES);
    const response = await fetch(`http://127.0.0.1:${page.port}/`);
    const html = await response.text();
    const policy = response.headers.get("content-security-policy")!;
    for (
      const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ]
    ) assert(policy.includes(rule), policy);
    assertMatch(policy, /style-src 'self' 'nonce-[^']{20,}'/);
    assertEquals(/unsafe|\*|https?:/.test(policy), false, policy);
    assertEquals(/<script(?![^>]* src=)[^>]*>/i.test(html), false);
    assertEquals(html.includes("Shop"), false);
    assertEquals(html.includes("__NONCE__"), false);
  });

  it("the nonce is another one for each answer", async () => {
    await using page = await openPage(FILES);
    const policies = await Promise.all([1, 2].map(async () => {
      const response = await fetch(`http://127.0.0.1:${page.port}/`);
      await response.body?.cancel();
      return response.headers.get("content-security-policy");
    }));
    assert(policies[0] !== policies[1]);
  });

  it("all of them: no sniffing, no cache, no other origin, nothing that runs", async () => {
    await using page = await openPage(FILES);
    for (const name of ["state", "search", "nothing"]) {
      const { headers, body } = await page.post(name, { text: "a" });
      await body?.cancel();
      assertEquals(headers.get("x-content-type-options"), "nosniff");
      assertEquals(headers.get("cache-control"), "no-store");
      assertEquals(headers.get("cross-origin-resource-policy"), "same-origin");
      assertEquals(headers.get("referrer-policy"), "no-referrer");
      assertEquals(
        headers.get("content-security-policy"),
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      assertEquals(
        [...headers.keys()].filter((it) => it.startsWith("access-")),
        [],
      );
    }
  });
});
