import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { isRedirect, redirect } from "../../../lib/core/http/redirect.ts";
import type { Insertion } from "../../../lib/core/http/insertion.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import { renderedRequest } from "../../support/rendered_request.ts";

function follow(request: RenderedRequest, status: number, location: string) {
  const next = redirect(request, { status, location });
  if (next.kind !== "follow") throw new Error(next.kind);
  return next;
}

describe("redirect", () => {
  /** status, method → method, whether the body goes along */
  const METHODS: readonly [number, string, string, boolean][] = [
    [301, "GET", "GET", true],
    [301, "POST", "GET", false],
    [301, "PUT", "PUT", true],
    [302, "POST", "GET", false],
    [302, "DELETE", "DELETE", true],
    [303, "POST", "GET", false],
    [303, "PUT", "GET", false],
    [303, "HEAD", "HEAD", true],
    [307, "POST", "POST", true],
    [308, "PATCH", "PATCH", true],
  ];
  for (const [status, method, expected, body] of METHODS) {
    it(`turns ${method} into ${expected} for ${status}`, () => {
      const headers: [string, string][] = [
        ["X-A", "1"],
        ["CONTENT-TYPE", "a/b"],
        ["content-length", "1"],
      ];
      const { request } = follow(
        renderedRequest("http://a/", {
          method,
          headers,
          body: { type: "text", text: "x" },
        }),
        status,
        "/b",
      );
      assertEquals(request.method, expected);
      assertEquals(request.body !== undefined, body);
      assertEquals(request.headers, body ? headers : [["X-A", "1"]]);
    });
  }

  /** base, Location → URL in wire form */
  const LOCATIONS: readonly [string, string, string][] = [
    ["http://a/b/c?d", "e", "http://a/b/e"],
    ["http://a/b/c", "/e?f#g", "http://a/e?f"],
    ["http://a/b", "//c/d", "http://c/d"],
    ["http://a/b", "HTTPS://C:443/d", "https://c/d"],
    ["http://a/b", "?x", "http://a/b?x"],
    ["ws://a/b", "/c", "ws://a/c"],
    ["ws://a/b", "//c/d", "ws://c/d"],
    ["ws://a/b", "https://c/d", "wss://c/d"],
    ["wss://a/b", "ws://c:443/d", "ws://c:443/d"],
    ["http://a/b", "http://u:p@c/", "http://c/"],
    ["http://a/b", "/ü", "http://a/%C3%BC"],
    ["http://a/b", "/\xc3\xbc", "http://a/%C3%BC"],
    ["http://a/b", "http://b\xc3\xbccher/", "http://xn--bcher-kva/"],
  ];
  for (const [base, location, expected] of LOCATIONS) {
    it(`reads ${location} from ${base}`, () => {
      const next = follow(renderedRequest(base), 302, location);
      assertEquals(next.request.url, expected);
    });
  }

  const CREDENTIALS: [string, string][] = [
    ["Authorization", "a"],
    ["cookie", "b"],
    ["X-Door", "c"],
    ["Proxy-Authorization", "d"],
    ["X-API-Key", "g"],
    ["x-secret", "h"],
    ["X-Vault-Token", "i"],
    ["Ocp-Apim-Subscription-Key", "j"],
    ["X-Session", "k"],
    ["Host", "e"],
    ["X-Other", "f"],
    ["Idempotency-Key", "l"],
  ];
  /** from, to, whether credentials survive */
  const ORIGINS: readonly [string, string, boolean][] = [
    ["http://a/", "http://a/b", true],
    ["http://a:80/", "http://a/b", true],
    ["http://a/", "https://a/", true],
    ["https://a/", "http://a/", false],
    ["http://a/", "http://a:81/", false],
    ["http://a:81/", "https://a:82/", false],
    ["http://a/", "http://b.a/", false],
    ["http://localhost/", "http://127.0.0.1/", false],
  ];
  for (const [from, to, survive] of ORIGINS) {
    it(`${survive ? "keeps" : "drops"} credentials from ${from} to ${to}`, () => {
      const request = renderedRequest(from, {
        headers: CREDENTIALS,
        authHeaders: ["x-door", "api_key"],
      });
      const kept = follow(request, 307, `${to}?api_key=1&b&API%5FKEY=2`);
      assertEquals(kept.trusted, survive);
      assertEquals(
        kept.request.headers,
        survive ? CREDENTIALS : [["X-Other", "f"], ["Idempotency-Key", "l"]],
      );
      assertEquals(
        kept.request.url.endsWith(
          survive ? "?api_key=1&b&API%5FKEY=2" : "?b",
        ),
        true,
        kept.request.url,
      );
    });
  }

  it("forwards credentials to the origins that the request lists, but never Host", () => {
    const FORWARDED: [to: string, boolean][] = [
      ["http://b/x", true],
      ["http://b:80/", true],
      ["http://B:80", true],
      ["http://b:81/", false],
      ["https://b/", false],
      ["http://c.b/", false],
      ["http://b.c/", false],
      ["https://[::1]:8443/", true],
    ];
    for (const [to, forwards] of FORWARDED) {
      const next = follow(
        renderedRequest("http://a/", {
          headers: CREDENTIALS,
          authHeaders: ["x-door"],
          settings: {
            forwardCredentialsTo: ["http://b", "https://[::1]:8443"],
          },
        }),
        302,
        to,
      );
      assertEquals(next.trusted, forwards, to);
      assertEquals(
        next.request.headers,
        forwards
          ? CREDENTIALS.filter(([name]) => name !== "Host")
          : [["X-Other", "f"], ["Idempotency-Key", "l"]],
        to,
      );
      // Nor do they go on from there, or back.
      for (const on of ["http://a/", "http://c/"]) {
        const [first] = follow(next.request, 302, on).request.headers;
        assertEquals(first, ["X-Other", "f"]);
      }
    }
  });

  it("drops headers that hold the value of a secret variable, elsewhere", () => {
    const insertion = (place: Insertion["place"], name: string) => ({
      place,
      name,
      start: 0,
      end: 1,
      expression: "s",
      origin: { kind: "script" } as const,
      via: [],
      secret: name !== "X-Open",
    });
    const request = renderedRequest("http://a/", {
      method: "POST",
      body: { type: "text", text: "x" },
      headers: [["X-Custom", "a"], ["x-s", "b"], ["X-Open", "c"]],
      insertions: [
        insertion("url", ""),
        insertion("header", "x-custom"),
        insertion("header name", "X-S"),
        insertion("header", "X-Open"),
        insertion("body", ""),
        insertion("auth", "token"),
      ],
    });
    const names = (status: number, to: string) => {
      const { headers, insertions = [] } = follow(request, status, to).request;
      return [
        headers.map(([name]) => name).join(),
        insertions.map(({ place, name }) => `${place} ${name}`.trim()).join(),
      ];
    };
    assertEquals(names(307, "http://b/"), ["X-Open", "header X-Open,body"]);
    assertEquals(names(303, "http://a/b"), [
      "X-Custom,x-s,X-Open",
      "header x-custom,header name X-S,header X-Open,auth token",
    ]);
  });

  for (
    const location of [
      "file:///etc/passwd",
      "javascript:1",
      "http://",
      "http://a:99999/",
      "http+unix://%2Fx/",
      "ws://a/",
      "grpcs://a/",
    ]
  ) {
    it(`does not follow ${location}`, () => {
      const next = redirect(renderedRequest("http://a/"), {
        status: 302,
        location,
      });
      assertEquals(next.kind, "invalid");
    });
  }
});

describe("a redirect from a unix socket", () => {
  for (const location of ["/b", "http://a/b", "http+unix://%2Fx/b"]) {
    it(`does not follow ${location}`, () => {
      const next = redirect(renderedRequest("http+unix://%2Fsocket/a"), {
        status: 302,
        location,
      });
      assertEquals(next, {
        kind: "invalid",
        reason: "a redirect from a unix socket is not followed",
      });
    });
  }
});

describe("isRedirect", () => {
  const leads = (status: number, name = "LOCATION") =>
    isRedirect({ status, headers: [["X-A", "1"], [name, "/b"]] });

  it("knows the statuses that lead elsewhere", () => {
    const statuses = Array.from({ length: 500 }, (_, n) => 100 + n);
    assertEquals(statuses.filter((status) => leads(status)), [
      301,
      302,
      303,
      307,
      308,
    ]);
  });

  it("wants a Location", () => {
    assertEquals(leads(302, "Content-Location"), false);
  });
});
