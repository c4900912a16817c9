import { USER_AGENT } from "../../../lib/core/http/wire_headers.ts";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import zlib from "node:zlib";
import { createPolicy } from "../../../lib/core/policy/policy.ts";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import { destroyLater } from "../../../lib/host/http/connection/destroy_later.ts";
import { certificate, certificatePath } from "../../support/certificates.ts";
import { proxyServer } from "../../support/proxy_server.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

interface Seen {
  readonly headers: readonly string[];
  readonly body: string;
}

/** An HTTP/2 server on loopback that records what arrives. */
async function http2Server(
  respond: (
    stream: http2.ServerHttp2Stream,
    path: string,
    session: http2.ServerHttp2Session,
  ) => void = (stream) => {
    stream.respond({ ":status": 200, "x-a": ["1", "2"] });
    stream.end("hello");
  },
  { early = false } = {},
) {
  const seen: Seen[] = [];
  const sessions = new Set<http2.ServerHttp2Session>();
  const server = http2.createSecureServer(await certificate());
  let connections = 0;
  server.on("session", (session) => {
    connections++;
    destroyLater(session);
    sessions.add(session);
    session.on("error", () => {});
    session.on("close", () => sessions.delete(session));
  });
  server.on("stream", (...args: unknown[]) => {
    const [stream, , , raw] = args as [
      http2.ServerHttp2Stream,
      unknown,
      number,
      string[],
    ];
    const chunks: Uint8Array[] = [];
    stream.on("error", () => {});
    const path = raw[raw.indexOf(":path") + 1];
    const reply = () =>
      respond(stream, path, stream.session as http2.ServerHttp2Session);
    // Without reading the body.
    if (early) return reply();
    stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    stream.on("end", async () => {
      const body = await new Blob(chunks as BlobPart[]).text();
      seen.push({ headers: raw, body });
      reply();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    port,
    seen,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

const OPTIONS = { http2: true, ca: [certificatePath("ca.crt")] };

/** What was sent arrives in turns of the event loop, however long they take. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("HTTP/2", () => {
  it("carries what was written, on one connection", async () => {
    await using server = await http2Server();
    await withEngine(OPTIONS, async (send) => {
      const request = renderedRequest(`${server.url}/a/../b?c&d=`, {
        method: "PROPFIND",
        headers: [["X-B", "1"], ["x-a", ""], ["X-b", "2"], [
          "Connection",
          "close",
        ]],
        body: { type: "text", text: "é", contentType: "text/plain" },
      });
      const response = await send(request);
      assertEquals(response.status, 200);
      assertEquals(response.statusText, "");
      assertEquals(response.httpVersion, "2");
      assertEquals(response.remoteAddress, "127.0.0.1");
      assertEquals(response.tls?.version, "TLSv1.3");
      assertEquals(typeof response.timings.tls, "number");
      assertEquals(response.headers.slice(0, 2), [["x-a", "1"], ["x-a", "2"]]);
      assertEquals(new TextDecoder().decode(response.body), "hello");
      assertEquals(response.sentHeaders, [
        ["x-b", "1"],
        ["x-a", ""],
        ["x-b", "2"],
        ["user-agent", USER_AGENT],
        ["accept", "*/*"],
        ["accept-encoding", "gzip, deflate, br, zstd"],
        ["content-type", "text/plain"],
        ["content-length", "2"],
      ]);
      const again = await send(renderedRequest(server.url));
      assertEquals(again.timings.tls, undefined);
    });
    assertEquals(server.connections, 1);
    const [{ headers, body }] = server.seen;
    assertEquals(body, "é");
    assertEquals(headers.slice(0, 8).toSorted(), [
      "/a/../b?c&d=",
      ":authority",
      ":method",
      ":path",
      ":scheme",
      "PROPFIND",
      "https",
      `localhost:${server.port}`,
    ]);
    assertEquals(headers.slice(8, 14), ["x-b", "1", "x-b", "2", "x-a", ""]);
  });

  it("is left alone where the server speaks HTTP/1.1 only, and for http:", async () => {
    await using secure = recordingServer(undefined, {
      tls: await certificate(),
    });
    await using plain = recordingServer();
    await withEngine(OPTIONS, async (send) => {
      for (let i = 0; i < 2; i++) {
        const url = `https://localhost:${secure.port}/`;
        assertEquals((await send(renderedRequest(url))).httpVersion, "1.1");
        const { httpVersion } = await send(renderedRequest(plain.url));
        assertEquals(httpVersion, "1.1");
      }
    });
    assertEquals(secure.connections, 2);
  });

  it("follows redirects, decodes, cuts, and sends streamed bodies", async () => {
    await using server = await http2Server((stream, path) => {
      if (path === "/redirect") {
        stream.respond({ ":status": 307, location: "/gzip" });
        stream.end();
      } else if (path === "/gzip") {
        stream.respond({ ":status": 200, "content-encoding": "gzip" });
        stream.end(zlib.gzipSync("x".repeat(100_000)));
      } else {
        stream.respond({ ":status": 200 });
        stream.end("y".repeat(100_000));
      }
    });
    const files = { root: certificatePath(""), allowRead: [] };
    await withEngine(
      { ...OPTIONS, files, maxResponseSize: 50_000 },
      async (send) => {
        const at = { file: "r.yml", path: [] };
        const response = await send(renderedRequest(`${server.url}/redirect`, {
          method: "POST",
          body: { type: "file", path: "ca.crt", at },
        }));
        assertEquals(response.hops.map((it) => it.status), [307]);
        assertEquals(response.body.length, 50_000);
        assertEquals(response.truncated, true);
        const cut = await send(renderedRequest(`${server.url}/long`));
        assertEquals(cut.body.length, 50_000);
      },
    );
    const text = await Deno.readTextFile(certificatePath("ca.crt"));
    assertEquals(server.seen.slice(0, 2).map((it) => it.body), [text, text]);
    assertEquals(server.connections, 1);
  });

  it("reports broken servers", async () => {
    await using server = await http2Server((stream, path, session) => {
      switch (path) {
        case "/reset":
          return stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
        case "/gone":
          return session.destroy();
        case "/cut":
          stream.respond({ ":status": 200 });
          stream.write("abc");
          setTimeout(() => session.destroy(), 10);
          return;
        case "/short":
          stream.respond({ ":status": 200, "content-length": "9" });
          stream.end("abc");
          return;
        default:
          return;
      }
    });
    await withEngine(OPTIONS, async (send) => {
      const found: Record<string, string> = {};
      for (const path of ["/reset", "/gone", "/cut", "/short", "/silent"]) {
        const error = await assertRejects(
          () =>
            send(renderedRequest(server.url + path, {
              method: "POST",
              settings: { timeout: path === "/silent" ? 300 : 0 },
            })),
          DiagnosticError,
          "",
          path,
        );
        found[path] = error.diagnostics[0].code;
      }
      assertEquals(found, {
        "/reset": "PROTOCOL",
        "/gone": "CONNECTION",
        "/cut": "RESPONSE_CUT",
        "/short": found["/short"],
        "/silent": "TIMEOUT",
      });
      assertEquals(
        ["RESPONSE_CUT", "PROTOCOL"].includes(found["/short"]),
        true,
        found["/short"],
      );
    });
  });

  it("reports a connection that breaks in the middle of a body", async () => {
    const responded = Promise.withResolvers<void>();
    await using server = await http2Server((stream) => {
      stream.respond({ ":status": 200 });
      stream.write("abc");
      responded.resolve();
    });
    const proxy = proxyServer({ kind: "socks5" });
    const settings = {
      https: { protocol: "socks5", hostname: "127.0.0.1", port: proxy.port },
      bypass: [],
      bypassLoopback: false,
    } as const;
    await withEngine({ ...OPTIONS, proxy: settings }, async (send) => {
      const pending = assertRejects(
        () => send(renderedRequest(server.url)),
        DiagnosticError,
      );
      await responded.promise;
      await turns();
      await proxy[Symbol.asyncDispose]();
      const [{ code }] = (await pending).diagnostics;
      assertEquals(code, "RESPONSE_CUT");
    });
  });

  it("has the response of a server that takes no more requests", async () => {
    await using server = await http2Server((stream) => {
      stream.respond({ ":status": 200 });
      stream.end("whole");
      stream.session?.goaway(0, stream.id);
    });
    await withEngine(OPTIONS, async (send) => {
      for (let i = 0; i < 3; i++) {
        const { body } = await send(renderedRequest(server.url));
        assertEquals(new TextDecoder().decode(body), "whole");
      }
    });
    assertEquals(server.connections, 3);
  });

  it("has a response that does not wait for the whole body", async () => {
    await using server = await http2Server((stream, path) => {
      stream.respond({ ":status": 413 });
      if (path === "/") stream.end("too long");
      else {
        stream.write("too");
        setTimeout(() => stream.session?.destroy(), 10);
      }
    }, { early: true });
    const body = { type: "bytes", bytes: new Uint8Array(3_000_000) } as const;
    const post = (path: string) =>
      renderedRequest(server.url + path, { method: "POST", body });
    await withEngine({ ...OPTIONS, timeout: 30_000 }, async (send) => {
      const { status, body } = await send(post("/"));
      assertEquals([status, new TextDecoder().decode(body)], [413, "too long"]);
      await assertRejects(() => send(post("/cut")), DiagnosticError, "middle");
    });
  });

  it("reaches an address", async () => {
    await using server = await http2Server();
    await withEngine({ ...OPTIONS, insecure: true }, async (send) => {
      const url = server.url.replace("localhost", "127.0.0.1");
      assertEquals((await send(renderedRequest(url))).httpVersion, "2");
    });
  });

  it("refuses what HTTP/1.1 could not carry", async () => {
    await using server = await http2Server();
    await withEngine(OPTIONS, async (send) => {
      for (
        const parts of [
          { headers: [["X", "a\r\nb: c"]] },
          { headers: [["X", "\u20ac"]] },
          { headers: [["X Y", "a"]] },
          { headers: [[":path", "/other"]] },
          { method: "G T" },
        ] as const
      ) {
        const error = await assertRejects(
          () => send(renderedRequest(server.url, parts)),
          DiagnosticError,
        );
        assertEquals(error.diagnostics[0].code, "INVALID_HEADER");
      }
    });
    assertEquals(server.seen, []);
  });

  it("connects anew when the server has closed the connection", async () => {
    await using server = await http2Server((stream, path, session) => {
      stream.respond({ ":status": 200 });
      stream.end();
      if (path === "/last") session.close();
    });
    await withEngine(OPTIONS, async (send) => {
      await send(renderedRequest(`${server.url}/last`));
      await turns();
      assertEquals((await send(renderedRequest(server.url))).status, 200);
    });
    assertEquals(server.connections, 2);
  });

  it("goes through the policy, certificates and proxies like anything else", async () => {
    await using server = await http2Server();
    await using proxy = proxyServer({ kind: "http" });
    const server_ = {
      protocol: "http",
      hostname: "127.0.0.1",
      port: proxy.port,
    } as const;
    const settings = { https: server_, bypass: [], bypassLoopback: false };
    await withEngine({ ...OPTIONS, proxy: settings }, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals(response.httpVersion, "2");
    });
    assertEquals(proxy.asked, [`CONNECT localhost:${server.port} HTTP/1.1`]);
    await withEngine({ http2: true }, async (send) => {
      const error = await assertRejects(
        () => send(renderedRequest(server.url)),
        DiagnosticError,
      );
      assertEquals(error.diagnostics[0].code, "CERTIFICATE");
    });
    await withEngine(OPTIONS, async (send) => {
      const policy = createPolicy({
        declared: [],
        allow: true,
        deny: ["127.0.0.1"],
      });
      const error = await assertRejects(
        () => send(renderedRequest(server.url), { policy }),
        DiagnosticError,
      );
      assertEquals(error.diagnostics[0].code, "PERMISSION");
      const refused = await assertRejects(
        () => send(renderedRequest("https://localhost:9/")),
        DiagnosticError,
      );
      assertEquals(refused.diagnostics[0].code, "CONNECTION");
    });
  });

  it("sends many requests at once", async () => {
    await using server = await http2Server((stream, path) => {
      stream.respond({ ":status": 200 });
      stream.end(path);
    });
    await withEngine(OPTIONS, async (send) => {
      const responses = await Promise.all(
        Array.from(
          { length: 30 },
          (_, i) => send(renderedRequest(`${server.url}/${i}`)),
        ),
      );
      assertEquals(
        responses.map((it) => new TextDecoder().decode(it.body)),
        Array.from({ length: 30 }, (_, i) => `/${i}`),
      );
    });
    assertEquals(server.connections, 1);
  });
});
