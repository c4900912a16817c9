import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import type { DiagnosticCode } from "../../../lib/core/source/diagnostic.ts";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import {
  type RecordingResponse,
  recordingServer,
} from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { describeWithTls } from "../../support/over_both.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

const OK = "HTTP/1.1 200 OK\r\n";

async function* drip(text: string): AsyncGenerator<string> {
  for (const char of text) {
    yield char;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function* endless(start: string, part: string): Generator<string> {
  yield start;
  while (true) yield part;
}

/** What the server writes → the code and the end of the message; what is endless is written once. */
const broken = (): Record<
  string,
  [RecordingResponse, DiagnosticCode, string]
> => ({
  "closes at once": [
    { raw: "" },
    "CONNECTION",
    "the server closed the connection before it responded",
  ],
  "closes half-way through the headers": [
    { raw: `${OK}Content-` },
    "CONNECTION",
    "the server closed the connection before it responded",
  ],
  "closes half-way through the body": [
    { raw: `${OK}Content-Length: 10\r\n\r\nabc` },
    "RESPONSE_CUT",
    "it was cut off in the middle of the body, after 3 bytes",
  ],
  "closes half-way through a chunk": [
    { raw: `${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nabc` },
    "RESPONSE_CUT",
    "it was cut off in the middle of the body, after 3 bytes",
  ],
  "sends more than Content-Length": [
    { raw: `${OK}Content-Length: 2\r\n\r\nabcdef` },
    "PROTOCOL",
    "it sent bytes that belong to no response",
  ],
  "sends a bad chunk": [
    { raw: `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n` },
    "PROTOCOL",
    "a chunk of its body is malformed",
  ],
  "sends two lengths": [
    { raw: `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab` },
    "PROTOCOL",
    "its Content-Length is malformed, or given twice",
  ],
  "sends a negative length": [
    { raw: `${OK}Content-Length: -1\r\n\r\nab` },
    "PROTOCOL",
    "its Content-Length is malformed, or given twice",
  ],
  "speaks HTTP/0.9": [
    { raw: "<h1>It works</h1>\n" },
    "PROTOCOL",
    "it does not speak HTTP/1.1",
  ],
  "sends a malformed status": [
    { raw: "HTTP/1.1 2x0 OK\r\n\r\n" },
    "PROTOCOL",
    "its status line is malformed",
  ],
  "sends control characters in a header": [
    { raw: `${OK}X: a\x01b\r\nContent-Length: 0\r\n\r\n` },
    "PROTOCOL",
    "its header section holds characters that HTTP does not allow",
  ],
  "sends NUL in a header": [
    { raw: `${OK}X: a\0b\r\nContent-Length: 0\r\n\r\n` },
    "PROTOCOL",
    "its header section holds characters that HTTP does not allow",
  ],
  "sends endless headers": [
    { raw: endless(OK, `X-Header: ${"y".repeat(1000)}\r\n`) },
    "PROTOCOL",
    "its header section is too long",
  ],
  "sends endless 1xx responses": [
    { raw: endless("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(40)) },
    "PROTOCOL",
    "it sends interim responses, chunk sizes or extensions without end",
  ],
  "switches protocols": [
    {
      raw:
        "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    },
    "PROTOCOL",
    "it switched to another protocol, which Brace did not ask for",
  ],
  "sends headers byte by byte": [
    { raw: drip(`${OK}X: ${"x".repeat(1000)}`) },
    "TIMEOUT",
    "not complete after 300 ms (raise --timeout)",
  ],
  "sends a body byte by byte": [
    {
      raw: (async function* () {
        yield `${OK}Content-Length: 1000\r\n\r\n`;
        yield* drip("x".repeat(1000));
      })(),
    },
    "TIMEOUT",
    "not complete after 300 ms (raise --timeout)",
  ],
  "says gzip and sends text": [
    { headers: [["Content-Encoding", "gzip"]], body: "hello" },
    "INVALID_RESPONSE",
    'its Content-Encoding says "gzip", but the body is something else',
  ],
  "says br and sends text": [
    { headers: [["Content-Encoding", "br"]], body: "hello world, hello" },
    "INVALID_RESPONSE",
    'its Content-Encoding says "br", but the body is something else',
  ],
  "says zstd and sends text": [
    { headers: [["Content-Encoding", "zstd"]], body: "hello world, hello" },
    "INVALID_RESPONSE",
    'its Content-Encoding says "zstd", but the body is something else',
  ],
  "says deflate and sends text": [
    { headers: [["Content-Encoding", "deflate"]], body: "hello world, hello" },
    "INVALID_RESPONSE",
    'its Content-Encoding says "deflate", but the body is something else',
  ],
  "codes the body six times": [
    { headers: [["Content-Encoding", "br,br,br,br,br,br"]], body: "hello" },
    "INVALID_RESPONSE",
    'its Content-Encoding says "br,br,br,br,br,br", but the body is something else',
  ],
  "redirects in a circle": [
    { status: 302, headers: [["Location", "/"]] },
    "REDIRECT",
    "5 redirects were followed already (raise settings.maxRedirects)",
  ],
  "redirects to a file": [
    { status: 302, headers: [["Location", "file:///etc/passwd"]] },
    "REDIRECT",
    'to "file:///etc/passwd": the scheme "file:" is not http: or https:',
  ],
  "redirects to nonsense": [
    { status: 302, headers: [["Location", "http://[:::"]] },
    "REDIRECT",
    'to "http://[:::": not a URL',
  ],
});

describeWithTls("a server that", (column) => {
  const serverOf: typeof recordingServer = (handler, options) =>
    recordingServer(handler, { ...column().server, ...options });
  const withOwnEngine: typeof withEngine = (options, use) =>
    withEngine({ ...column().engine, ...options }, use);

  for (const [name, [response, code, end]] of Object.entries(broken())) {
    it(`${name} is reported`, async () => {
      await using server = serverOf(() => response);
      await withOwnEngine(
        { timeout: code === "TIMEOUT" ? 300 : 9_000 },
        async (send) => {
          const error = await assertRejects(
            () => send(renderedRequest(server.url)),
            DiagnosticError,
          );
          const [diagnostic] = error.diagnostics.map(inFlags);
          assertEquals(diagnostic.message.slice(-end.length), end);
          assertEquals(diagnostic.code, code);
          assertEquals(diagnostic.message.includes("\n"), false);
        },
      );
    });
  }

  it("greets before it is asked is reported", async () => {
    await using server = serverOf(undefined, {
      greeting: "220 smtp.example ESMTP\r\n",
    });
    await withOwnEngine({}, async (send) => {
      const error = await assertRejects(
        () => send(renderedRequest(server.url)),
        DiagnosticError,
      );
      assertEquals(
        ["PROTOCOL", "CONNECTION"].includes(error.diagnostics[0].code),
        true,
      );
    });
  });

  it("sends 1xx responses first is understood", async () => {
    await using server = serverOf(() => ({
      raw:
        `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`,
    }));
    await withOwnEngine({}, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals(response.status, 200);
      assertEquals(new TextDecoder().decode(response.body), "ok");
    });
  });

  it("sends an endless body is cut at the limit", async () => {
    await using server = serverOf(() => ({
      raw: endless(`${OK}X: y\r\n\r\n`, "z".repeat(10_000)),
    }));
    await withOwnEngine({ maxResponseSize: 12_345 }, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals(response.body.length, 12_345);
      assertEquals(response.truncated, true);
    });
  });

  it("sets 10,000 cookies is read", async () => {
    const headers = Array.from(
      { length: 10_000 },
      (_, i): [string, string] => ["Set-Cookie", `c${i}=${i}`],
    );
    await using server = serverOf(() => ({ headers }));
    await withOwnEngine({}, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals(response.headers.length, 10_001);
    });
  });

  it("writes Latin-1 and UTF-8 into its head is read byte by byte", async () => {
    await using server = serverOf(() => ({
      raw:
        "HTTP/1.1 200 \xfcber\r\nX: \xe9\xc3\xa9\r\nContent-Length: 0\r\n\r\n",
    }));
    await withOwnEngine({}, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals(response.statusText, "\xfcber");
      assertEquals(response.headers[0], ["X", "\xe9\xc3\xa9"]);
    });
  });

  it("ends the body by closing is understood", async () => {
    await using server = serverOf(() => ({ raw: `${OK}\r\nabc` }));
    await withOwnEngine({}, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals(new TextDecoder().decode(response.body), "abc");
      assertEquals(response.truncated, false);
    });
  });

  it("does not take the whole upload is reported, not waited for", async () => {
    await using server = serverOf(() => undefined, {
      greeting: "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n",
    });
    await withOwnEngine({ timeout: 2_000 }, async (send) => {
      const body = { type: "bytes", bytes: new Uint8Array(5_000_000) } as const;
      await send(renderedRequest(server.url, { method: "POST", body })).then(
        (response) => assertEquals(response.status, 413),
        (error) => assertEquals(error.diagnostics[0].code, "CONNECTION"),
      );
    });
  });

  it("closes a kept connection costs nothing but another one", async () => {
    await using server = serverOf(({ target }) =>
      target === "/die" ? { raw: "" } : undefined
    );
    await withOwnEngine({}, async (send) => {
      await send(renderedRequest(server.url));
      // The first attempt goes over the kept connection, which dies.
      await assertRejects(() => send(renderedRequest(`${server.url}/die`)));
      assertEquals(
        server.requests.map((it) => [it.target, it.connection]),
        [["/", 0], ["/die", 0], ["/die", 1]],
      );
      await send(renderedRequest(server.url));
      await assertRejects(
        () => send(renderedRequest(`${server.url}/die`, { method: "POST" })),
        DiagnosticError,
        "kept from an earlier request, before it responded (--retry 1 --retry-all",
      );
      assertEquals(server.requests.length, 5);
    });
  });
});
