import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import type { Engine } from "../../../lib/request/engine.ts";
import type { RenderedRequest } from "../../../lib/request/types.ts";
import { NetworkError } from "../../../lib/source/errors.ts";
import { createEngine } from "../../../lib/host/http/send.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { OPEN, renderedRequest } from "../../support/rendered_request.ts";

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
          "User-Agent: brace/2.2.0",
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

  it("returns the answer as it came", () =>
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
