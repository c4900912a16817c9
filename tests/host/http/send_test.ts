import { USER_AGENT } from "../../../lib/core/http/wire_headers.ts";
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import type { Engine, SendOptions } from "../../../lib/core/http/engine.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import {
  InterpolationError,
  NetworkError,
} from "../../../lib/core/source/errors.ts";
import { RunCookieJar } from "../../../lib/host/http/cookie_jar.ts";
import type { DiagnosticCode } from "../../../lib/core/source/diagnostic.ts";
import { createEngine } from "../../../lib/host/http/send.ts";
import { itNeeds } from "../../support/needs.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";
import { describe } from "../../support/over_both.ts";

async function withEngine(use: (engine: Engine) => Promise<void>) {
  const engine = createEngine();
  try {
    await use(engine);
  } finally {
    engine.close();
  }
}

function send(engine: Engine, request: RenderedRequest) {
  return engine.send(request, { policy: OPEN });
}

describe("createEngine().send", () => {
  it("sends defaults around what was written", () =>
    withEngine(async (engine) => {
      await using server = recordingServer();
      await send(
        engine,
        renderedRequest(`${server.url}/a/../b;p?x&y=%zz&z=`, {
          method: "PROPFIND",
          headers: [["x-B", "1"], ["X-A", ""], ["X-b", "2"]],
          body: { type: "text", text: "é", contentType: "text/plain" },
        }),
      );
      assertEquals(
        server.requests[0].head,
        [
          "PROPFIND /a/../b;p?x&y=%zz&z= HTTP/1.1",
          `Host: ${server.host}`,
          "x-B: 1",
          "X-A: ",
          "X-b: 2",
          `User-Agent: ${USER_AGENT}`,
          "Accept: */*",
          "Accept-Encoding: gzip, deflate, br, zstd",
          "Connection: keep-alive",
          "Content-Type: text/plain",
          "Content-Length: 2",
          "\r\n",
        ].join("\r\n"),
      );
      assertEquals(server.requests[0].text, "é");
    }));

  it("sends a method in the case in which it is written", () =>
    withEngine(async (engine) => {
      await using server = recordingServer();
      for (const method of ["purge", "PuRGE", "PURGE"]) {
        await send(
          engine,
          renderedRequest(`${server.url}/PURGE`, {
            method,
            headers: [["X-PURGE", "PURGE"]],
            body: { type: "text", text: "PURGE", contentType: "text/plain" },
          }),
        );
      }
      assertEquals(
        server.requests.map(({ head, text }) => [head.split("\r\n")[0], text]),
        [
          ["purge /PURGE HTTP/1.1", "PURGE"],
          ["PuRGE /PURGE HTTP/1.1", "PURGE"],
          ["PURGE /PURGE HTTP/1.1", "PURGE"],
        ],
      );
    }));

  it("lets a written header replace its default, whatever its case", () =>
    withEngine(async (engine) => {
      await using server = recordingServer();
      const headers: [string, string][] = [
        ["hOsT", "example.com"],
        ["user-agent", "mine"],
        ["ACCEPT", "a/b"],
        ["accept-Encoding", "identity"],
        ["connection", "close"],
        ["content-TYPE", "x/y"],
        ["content-length", "2"],
      ];
      await send(
        engine,
        renderedRequest(server.url, {
          headers,
          body: { type: "text", text: "ab", contentType: "text/plain" },
        }),
      );
      assertEquals(server.requests[0].rawHeaders, headers);
      assertEquals(server.requests[0].target, "/");
    }));

  it("sends no chunks where there is no body, whatever the method", () =>
    withEngine(async (engine) => {
      await using server = recordingServer();
      for (const method of ["GET", "DELETE", "POST", "PURGE", "PROPFIND"]) {
        await send(engine, renderedRequest(server.url, { method }));
      }
      assertEquals(
        server.requests.map(({ method, headers }) => [
          method,
          headers("content-length"),
          headers("transfer-encoding"),
        ]),
        [
          ["GET", [], []],
          ["DELETE", [], []],
          ["POST", ["0"], []],
          ["PURGE", ["0"], []],
          ["PROPFIND", ["0"], []],
        ],
      );
    }));

  it("leaves out the headers that the request omits, but those that HTTP needs", () =>
    withEngine(async (engine) => {
      await using server = recordingServer();
      await send(
        engine,
        renderedRequest(server.url, {
          method: "POST",
          headers: [["X-A", "1"], ["X-B", "2"]],
          body: { type: "text", text: "ab", contentType: "text/plain" },
          settings: {
            omitHeaders: [
              "user-agent",
              "Accept",
              "ACCEPT-ENCODING",
              "Content-Type",
              "x-b",
              "Host",
              "Content-Length",
            ],
          },
        }),
      );
      assertEquals(server.requests[0].rawHeaders, [
        ["Host", server.host],
        ["X-A", "1"],
        ["Connection", "keep-alive"],
        ["Content-Length", "2"],
      ]);
    }));

  it("sends a GET with a body", () =>
    withEngine(async (engine) => {
      await using server = recordingServer();
      await send(
        engine,
        renderedRequest(server.url, {
          body: { type: "bytes", bytes: Uint8Array.of(0, 255) },
        }),
      );
      assertEquals([...server.requests[0].body], [0, 255]);
      assertEquals(server.requests[0].headers("content-length"), ["2"]);
    }));

  it("refuses a written length that is not the body's", () =>
    withEngine(async (engine) => {
      await using server = recordingServer();
      const body = { type: "text", text: "é€" } as const;
      for (
        const [written, sent] of [
          ["5", body],
          ["0", undefined],
          ["4", body],
          ["6", body],
          ["", body],
          ["five", body],
          ["1", undefined],
        ] as const
      ) {
        const request = renderedRequest(server.url, {
          method: "POST",
          headers: [["content-LENGTH", written]],
          ...(sent && { body: sent }),
        });
        if (written === "5" || written === "0") await send(engine, request);
        else {
          const error = await assertRejects(
            () => send(engine, request),
            InterpolationError,
            `says "${written}"`,
          );
          assertEquals(error.diagnostics[0].code, "INVALID_HEADER");
        }
      }
      assertEquals(server.requests.map(({ text }) => text), ["é€", ""]);
    }));

  it("returns the response as it came", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(() => ({
        status: 299,
        statusText: "Odd Enough",
        headers: [["x-A", "1"], ["X-a", "2"]],
        body: "hello",
      }));
      const response = await send(engine, renderedRequest(`${server.url}/r`));
      assertEquals(response.status, 299);
      assertEquals(response.statusText, "Odd Enough");
      assertEquals(response.headers, [
        ["x-A", "1"],
        ["X-a", "2"],
        ["Content-Length", "5"],
      ]);
      assertEquals(response.body, new TextEncoder().encode("hello"));
      assertEquals(response.httpVersion, "1.1");
      assertEquals(response.remoteAddress, "127.0.0.1");
      assertEquals(response.url, `${server.url}/r`);
      assertEquals(
        response.size,
        {
          headers:
            "HTTP/1.1 299 Odd Enough\r\nx-A: 1\r\nX-a: 2\r\nContent-Length: 5\r\n\r\n"
              .length,
          body: 5,
        },
      );
      assertEquals(
        Object.keys(response.timings).sort(),
        ["connect", "download", "firstByte", "total"],
      );
    }));

  it("keeps one connection for many requests", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(() => ({ json: [] }));
      for (let i = 0; i < 20; i++) {
        await send(engine, renderedRequest(server.url));
      }
      assertEquals(server.requests.length, 20);
      assertEquals(server.connections, 1);
    }));

  it("says what is wrong when nobody listens", () =>
    withEngine(async (engine) => {
      const error = await assertRejects(
        () => send(engine, renderedRequest("http://127.0.0.1:9/")),
        NetworkError,
      );
      assertEquals(error.diagnostics[0].code, "CONNECTION");
      assertEquals(
        error.message,
        'Cannot connect to "127.0.0.1:9": connection refused (is the server running?)',
      );
    }));

  it("times out", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(() => new Promise(() => {}));
      const error = await assertRejects(
        () =>
          send(
            engine,
            renderedRequest(server.url, { settings: { timeout: 20 } }),
          ),
        NetworkError,
      );
      assertEquals(error.diagnostics[0].code, "TIMEOUT");
    }));
});

describe("where requests go", () => {
  it("to an IPv6 address", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(undefined, { hostname: "::1" });
      const response = await send(engine, renderedRequest(`${server.url}/a`));
      assertEquals(server.requests[0].headers("host"), [server.host]);
      assertEquals(response.remoteAddress, "::1");
    }));

  itNeeds("unix sockets")(
    "to a unix socket",
    () =>
      withEngine(async (engine) => {
        const folder = await Deno.makeTempDir();
        const path = `${folder}/a b.sock`;
        try {
          await using server = recordingServer(({ target }) =>
            target.startsWith("/r")
              ? { status: 302, headers: [["Location", "/x"]] }
              : undefined, { unix: path });
          for (let i = 0; i < 2; i++) {
            await send(engine, renderedRequest(`${server.url}/v1/../x?y`));
          }
          assertEquals(server.requests[0].target, "/v1/../x?y");
          assertEquals(server.requests[0].headers("host"), ["localhost"]);
          assertEquals(server.connections, 1);
          const redirected = await assertRejects(
            () =>
              send(engine, renderedRequest(`${server.url}/r`)),
            NetworkError,
          );
          assertEquals(redirected.diagnostics[0].code, "REDIRECT");
          const missing = await assertRejects(
            () =>
              send(engine, renderedRequest("http+unix://%2Fnone/x")),
            NetworkError,
          );
          assertEquals(
            missing.message,
            'Cannot connect to "unix:/none": no such socket',
          );
        } finally {
          await Deno.remove(folder, { recursive: true });
        }
      }),
  );

  it("nowhere without a name", () =>
    withEngine(async (engine) => {
      const error = await assertRejects(
        () => send(engine, renderedRequest("http://nobody.invalid/")),
        NetworkError,
      );
      assertEquals(error.diagnostics[0].code, "DNS");
    }));

  it("along redirects, each of which is told", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(({ target }) =>
        target === "/3" ? undefined : {
          status: 307,
          headers: [["Location", `/${Number(target.slice(1)) + 1}#x`]],
          body: "moved",
        }
      );
      const response = await send(
        engine,
        renderedRequest(`${server.url}/1`, { method: "PUT" }),
      );
      assertEquals(response.url, `${server.url}/3`);
      const headers = response.sentHeaders;
      assertEquals(response.sentMethod, "PUT");
      assertEquals(response.hops, [
        {
          status: 307,
          method: "PUT",
          url: `${server.url}/1`,
          location: "/2#x",
          headers,
        },
        {
          status: 307,
          method: "PUT",
          url: `${server.url}/2`,
          location: "/3#x",
          headers,
        },
      ]);
      assertEquals(server.connections, 1);
    }));

  it("a body where the redirect repeats it, and none where it leads to GET", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(({ target }) =>
        target === "/end" ? undefined : {
          status: Number(target.slice(1)),
          headers: [["Location", "/end"]],
        }
      );
      for (const [status, text] of [[303, ""], [302, ""], [307, "body"]]) {
        await send(
          engine,
          renderedRequest(`${server.url}/${status}`, {
            method: "POST",
            body: { type: "text", text: "body" },
          }),
        );
        const { method, ...last } = server.requests.at(-1)!;
        assertEquals([status, last.text], [status, text]);
        assertEquals(
          [method, last.headers("content-length")],
          text === "" ? ["GET", []] : ["POST", ["4"]],
        );
      }
    }));

  for (
    const [length, connections] of [[60_000, 1], [10_000_000, 2]] as const
  ) {
    it(`without reading much of what a redirect says: ${length} bytes`, () =>
      withEngine(async (engine) => {
        await using server = recordingServer(({ target }) =>
          target === "/end" ? undefined : {
            status: 302,
            headers: [["Location", "/end"]],
            body: "x".repeat(length),
          }
        );
        await send(engine, renderedRequest(`${server.url}/`));
        assertEquals(server.connections, connections);
      }));
  }

  it("to another origin without the credentials", () =>
    withEngine(async (engine) => {
      await using other = recordingServer();
      await using server = recordingServer(({ target }) => ({
        status: 307,
        headers: [[
          "Location",
          target === "/a" ? "/b" : `${other.url}/c?key=1`,
        ]],
      }));
      await send(
        engine,
        renderedRequest(`${server.url}/a`, {
          method: "POST",
          headers: [["Authorization", "x"], ["X-Key", "y"], ["X-Other", "z"]],
          authHeaders: ["x-key", "key"],
          body: { type: "text", text: "body" },
        }),
      );
      assertEquals(server.requests[1].headers("authorization"), ["x"]);
      const [request] = other.requests;
      assertEquals(request.target, "/c");
      assertEquals(request.text, "body");
      for (const name of ["authorization", "x-key"]) {
        assertEquals(request.headers(name), []);
      }
      assertEquals(request.headers("x-other"), ["z"]);
    }));

  it("nowhere for a 305, nor where it must not, and the content is whole, in a file too", () =>
    withEngine(async (engine) => {
      const body = "x".repeat(100_000);
      await using server = recordingServer(({ target }) => ({
        status: Number(target.slice(1)),
        headers: [["Location", "/elsewhere"]],
        body,
      }));
      const folder = await Deno.makeTempDir();
      try {
        for (const status of [300, 302, 305, 306, 399]) {
          const request = renderedRequest(`${server.url}/${status}`, {
            settings: { followRedirects: status !== 302 },
          });
          const response = await send(engine, request);
          assertEquals(
            [response.status, response.body.length, response.truncated],
            [status, body.length, false],
          );
          const output = `${folder}/${status}`;
          await engine.send(request, { policy: OPEN, output });
          assertEquals((await Deno.stat(output)).size, body.length);
        }
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
      assertEquals(server.requests.length, 10);
    }));

  it("not along redirects where the request says so, or only so far", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(() => ({
        status: 302,
        headers: [["Location", "/"]],
        body: "moved",
      }));
      const stay = renderedRequest(server.url, {
        settings: { followRedirects: false },
      });
      const response = await send(engine, stay);
      assertEquals(response.status, 302);
      assertEquals(new TextDecoder().decode(response.body), "moved");
      for (const maxRedirects of [0, 2]) {
        const before = server.requests.length;
        const error = await assertRejects(
          () =>
            send(
              engine,
              renderedRequest(server.url, { settings: { maxRedirects } }),
            ),
          NetworkError,
        );
        assertEquals(error.diagnostics[0].code, "REDIRECT");
        assertEquals(server.requests.length - before, maxRedirects + 1);
      }
    }));
});

describe("a signal", () => {
  it("ends a request with its reason, before and while it is sent", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(() => new Promise(() => {}));
      const controller = new AbortController();
      const reason = new Error("interrupted");
      const options = { policy: OPEN, signal: controller.signal };
      const pending = engine.send(renderedRequest(server.url), options);
      setTimeout(() => controller.abort(reason), 10);
      assertEquals(await assertRejects(() => pending), reason);
      const request = renderedRequest(server.url);
      assertEquals(
        await assertRejects(() => engine.send(request, options)),
        reason,
      );
    }));
});

describe("a signer", () => {
  it("sees what goes out, sets headers, and answers a 401 once", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(({ headers, target }) =>
        headers("authorization")[0] === "second" || target === "/open"
          ? undefined
          : { status: 401, headers: [["WWW-Authenticate", "X n=1"]] }
      );
      const seen: unknown[] = [];
      const response = await engine.send(
        renderedRequest(`${server.url}/a`, {
          method: "POST",
          headers: [["authorization", "old"], ["X-A", "1"]],
          body: { type: "text", text: "body" },
        }),
        {
          policy: OPEN,
          sign: {
            sign(hop) {
              seen.push([hop.method, new TextDecoder().decode(hop.body)]);
              return Promise.resolve({
                headers: [["Authorization", "first"]],
                url: `${hop.url}?signed`,
              });
            },
            retry(hop, refused) {
              seen.push([hop.headers.at(-1), refused.status]);
              return Promise.resolve({
                headers: [["Authorization", "second"]],
              });
            },
          },
        },
      );
      assertEquals(response.status, 200);
      assertEquals(seen, [["POST", "body"], [["Authorization", "first"], 401]]);
      assertEquals(
        server.requests.map((it) => [
          it.target,
          it.headers("authorization"),
          it.text,
        ]),
        [
          ["/a?signed", ["first"], "body"],
          ["/a?signed", ["second"], "body"],
        ],
      );
    }));

  it("sends the cookie of the 401 along with its response", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(({ headers }) =>
        headers("authorization").length > 0 ? undefined : {
          status: 401,
          headers: [["Set-Cookie", "session=2"], ["Set-Cookie", "new=3"]],
        }
      );
      const cookies = new RunCookieJar();
      await cookies.store(server.url, ["session=1"]);
      await engine.send(
        renderedRequest(server.url, { headers: [["cookie", "own=0"]] }),
        {
          policy: OPEN,
          cookies,
          sign: {
            retry: () => Promise.resolve({ headers: [["Authorization", "a"]] }),
          },
        },
      );
      assertEquals(
        server.requests.map(({ headers }) => headers("cookie")),
        [["own=0; session=1"], ["own=0; session=2; new=3"]],
      );
    }));

  it("cannot send the request elsewhere", () =>
    withEngine(async (engine) => {
      await using other = recordingServer();
      await using server = recordingServer();
      await assertRejects(
        () =>
          engine.send(renderedRequest(server.url), {
            policy: OPEN,
            sign: { sign: () => Promise.resolve({ url: `${other.url}/` }) },
          }),
        Error,
        "must not change the request's host",
      );
      assertEquals([server.requests, other.requests], [[], []]);
    }));

  it("that takes long is ended by the time-out and the signal", async () => {
    await using server = recordingServer(() => new Promise(() => {}));
    const signing = Promise.withResolvers<undefined>();
    const engine = createEngine({ timeout: 30 });
    const patient = createEngine({ timeout: 60_000 });
    try {
      const sent = engine.send(renderedRequest(server.url), {
        policy: OPEN,
        sign: { sign: () => signing.promise },
      });
      const error = await assertRejects(() => sent, NetworkError);
      assertEquals(error.diagnostics[0].code, "TIMEOUT");
      const reason = new Error("enough");
      const controller = new AbortController();
      const aborted = patient.send(renderedRequest(server.url), {
        policy: OPEN,
        signal: controller.signal,
        sign: {
          sign() {
            queueMicrotask(() => controller.abort(reason));
            return signing.promise;
          },
        },
      });
      assertEquals(await assertRejects(() => aborted), reason);
      signing.resolve(undefined);
      await signing.promise;
      assertEquals(server.requests, []);
    } finally {
      engine.close();
      patient.close();
    }
  });

  it("is not asked at another origin, nor by what that one redirects to", () =>
    withEngine(async (engine) => {
      await using other = recordingServer(({ target }) => ({
        status: 302,
        headers: [["Location", REDIRECTS[target]]],
      }));
      await using server = recordingServer(({ target }) =>
        target === "/end" ? undefined : {
          status: 302,
          headers: [["Location", target === "/" ? "/b" : `${other.url}/1`]],
        }
      );
      const REDIRECTS: Record<string, string> = {
        "/1": "/2",
        "/2": `${other.url}/3`,
        "/3": `${server.url}/end`,
      };
      const urls: string[] = [];
      const request = renderedRequest(`${server.url}/`, {
        headers: [["Authorization", "Bearer t"]],
      });
      await engine.send(request, {
        policy: OPEN,
        sign: {
          sign(hop) {
            urls.push(hop.url);
            return Promise.resolve({ headers: [["X-Signed", "1"]] });
          },
        },
      });
      assertEquals(urls, [`${server.url}/`, `${server.url}/b`]);
      const seen = [...other.requests, server.requests[2]].map((it) => [
        it.target,
        it.headers("x-signed").length,
        it.headers("authorization").length,
      ]);
      assertEquals(seen, [["/1", 0, 0], ["/2", 0, 0], ["/3", 0, 0], [
        "/end",
        0,
        0,
      ]]);
    }));
});

describe("the time of an exchange", () => {
  /** What a person or a signature takes, which is away from both sides. */
  const WAIT = 200;
  const wait = () => new Promise<void>((done) => setTimeout(done, WAIT));
  const ROWS: readonly [string, Partial<SendOptions>][] = [
    ["the answer about a host", {
      policy: {
        ...OPEN,
        check: () => ({ allowed: false, reason: "undeclared" }),
        authorize: () => wait().then(() => ({ allowed: true })),
      },
    }],
    ["a signature", { sign: { sign: () => wait().then(() => ({})) } }],
    ["a second signature", {
      sign: { retry: () => wait().then(() => undefined) },
    }],
  ];
  for (const [name, options] of ROWS) {
    it(`does not have ${name}`, () =>
      withEngine(async (engine) => {
        await using server = recordingServer(() => ({ status: 401 }));
        const started = performance.now();
        const { timings } = await engine.send(
          renderedRequest(`${server.url}/`),
          { policy: OPEN, ...options } as SendOptions,
        );
        const apart = performance.now() - started - timings.total;
        // With the wait in it, hardly anything would be left: timers are not exact.
        assertEquals(apart >= WAIT / 2, true);
      }));
  }
});

describe("idle and unusual use", () => {
  it("loads nothing before the first request and closes twice without harm", () => {
    const engine = createEngine();
    engine.close();
    engine.close();
  });

  it("fails what is under way when it is closed", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(() => {
        engine.close();
        return new Promise(() => {});
      });
      const pending = send(engine, renderedRequest(server.url));
      const error = await assertRejects(() => pending, NetworkError);
      assertEquals(error.diagnostics[0].code, "CONNECTION");
    }));

  it("sends many requests at once", () =>
    withEngine(async (engine) => {
      await using server = recordingServer(({ target }) => ({ body: target }));
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          send(engine, renderedRequest(`${server.url}/${i}`))),
      );
      assertEquals(
        responses.map((it) =>
          new TextDecoder().decode(it.body)
        ),
        Array.from({ length: 50 }, (_, i) => `/${i}`),
      );
    }));

  it("refuses what would break out of its line", () =>
    withEngine(async (engine) => {
      const at = "http://127.0.0.1:9/";
      const header = (name: string, value: string) =>
        renderedRequest(at, { headers: [[name, value]] });
      const BAD: [RenderedRequest, DiagnosticCode, string][] = [
        [header("X", "a\r\nb"), "INVALID_HEADER", 'the header "X" holds'],
        [header("X", "\u0100"), "INVALID_HEADER", 'the header "X" holds'],
        [header("X Y", "a"), "INVALID_HEADER", 'the header "X Y" holds'],
        [header("X\nY", "a"), "INVALID_HEADER", 'the header "X\\nY" holds'],
        [
          renderedRequest(at, { method: "GET /" }),
          "INVALID_HEADER",
          'the method "GET /" holds',
        ],
        [renderedRequest(`${at}a b`), "INVALID_URL", "percent-encoded"],
        [renderedRequest("ftp://127.0.0.1/"), "INVALID_URL", "not an http:"],
      ];
      for (const [request, code, message] of BAD) {
        const error = await assertRejects(
          () => send(engine, request),
          NetworkError,
          message,
        );
        assertEquals(error.diagnostics[0].code, code);
      }
    }));
});
