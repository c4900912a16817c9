import { CutError } from "../../lib/core/http/response.ts";
import type { RenderedRequest } from "../../lib/core/http/rendered_request.ts";
import { DiagnosticError } from "../../lib/core/source/errors.ts";
import "../../lib/host/http/content/decode_sink.ts";
import { transport } from "../../lib/host/http/direct/suits_direct.ts";
import type { EngineOptions } from "../../lib/host/http/types.ts";
import { certificate, certificatePath } from "./certificates.ts";
import { type RecordingServer, recordingServer } from "./recording_server.ts";
import { renderedRequest } from "./rendered_request.ts";
import { withEngine } from "./with_engine.ts";

/** What a sequence of requests comes to: responses or errors, and what the server saw. */
export async function outcome(
  kind: "direct" | "node",
  raw: readonly string[],
  requests: readonly Partial<RenderedRequest>[],
  { close = true, tls = false, ...options }: EngineOptions & {
    close?: boolean;
    /** Over TLS; what only Node's knows of it is left out. */
    tls?: boolean;
  } = {},
): Promise<{ results: unknown[]; seen: [string, string, number][] }> {
  let n = 0;
  await using server = recordingServer(() => ({
    raw: raw[Math.min(n++, raw.length - 1)],
    close,
  }), tls ? { tls: await certificate() } : {});
  const before = transport.kind;
  transport.kind = kind;
  const results: unknown[] = [];
  try {
    const secure = tls && { ca: [certificatePath("ca.crt")], tlsFacts: false };
    await withEngine(
      { timeout: 5_000, ...secure, ...options },
      async (send) => {
        for (const request of requests) {
          if (close) await closed(server);
          const facts = (
            { timings, remoteAddress, tls: _, unframed: _unframed, ...rest }:
              Awaited<
                ReturnType<typeof send>
              >,
          ) => ({
            ...rest,
            url: undefined,
            sentHeaders: rest.sentHeaders?.filter(([name]) =>
              name.toLowerCase() !== "host"
            ),
            body: new TextDecoder().decode(rest.body),
            phases: Object.keys(timings).sort().join(),
            remoteAddress: remoteAddress ?? "",
          });
          results.push(
            await send(renderedRequest(server.url, request)).then(
              facts,
              (error) => [
                error instanceof DiagnosticError
                  ? error.diagnostics.map(({ code, message }) =>
                    `${code} ${message.replaceAll(server.host, "HOST")}`
                  )
                  : String(error),
                error instanceof CutError ? facts(error.response) : "",
              ],
            ),
          );
        }
      },
    );
  } finally {
    transport.kind = before;
  }
  const seen = server.requests.map((
    { head, text, connection },
  ): [string, string, number] => [
    head.replaceAll(server.host, "HOST"),
    text,
    connection,
  ]);
  return { results, seen };
}

/**
 * Waits until the server has closed its connections and clients can know it: a
 * POST on a connection that is just being closed may fail with any transport.
 */
async function closed(server: RecordingServer): Promise<void> {
  while (server.open > 0) await server.pause(1);
  await server.pause(1);
}

/** A status line. */
export const OK = "HTTP/1.1 200 OK\r\n";
/** The rest of a response with two bytes. */
export const TWO = "Content-Length: 2\r\n\r\nab";

/** What servers write, whole; then they close. */
export const RAW: Record<string, string> = {
  "a body": `${OK}${TWO}`,
  "no reason": `HTTP/1.1 200\r\n${TWO}`,
  "HTTP/1.0": `HTTP/1.0 200 OK\r\n${TWO}`,
  "HTTP/1.0, kept": `HTTP/1.0 200 OK\r\nConnection: keep-alive\r\n${TWO}`,
  "HTTP/2.0": `HTTP/2.0 200 OK\r\n${TWO}`,
  "HTTP/1.2": `HTTP/1.2 200 OK\r\n${TWO}`,
  "another protocol": `ICY 200 OK\r\n${TWO}`,
  "a folded header": `${OK}X: a\r\n b\r\n\tc\r\n${TWO}`,
  "a header folded at once": `${OK}X:\r\n b\r\n${TWO}`,
  "an empty header": `${OK}X:\r\nY: \r\n${TWO}`,
  "blanks around a value": `${OK}X: \t a \t \r\n${TWO}`,
  // A trim in quadratic time would hold the thread for minutes.
  "many blanks inside a value": `${OK}X: a${" ".repeat(500_000)}b\r\nY: a${
    " \t".repeat(1_000)
  }b \t\r\n${TWO}`,
  "blanks before a colon": `${OK}X : a\r\n${TWO}`,
  "a blank before a name": `${OK} X: a\r\n${TWO}`,
  "an empty name": `${OK}: a\r\n${TWO}`,
  "a name without a colon": `${OK}X\r\n${TWO}`,
  "bare LF after the status": `HTTP/1.1 200 OK\n${TWO}`,
  "bare LF after a header": `${OK}X: a\n${TWO}`,
  "bare LF after the head": `${OK}Content-Length: 2\r\n\nab`,
  "bare CR in a header": `${OK}X: a\rb\r\n${TWO}`,
  "bare CR after a header": `${OK}X: a\rY: b\r\n${TWO}`,
  "blank lines first": `\r\n\r\n${OK}${TWO}`,
  "a blank first": ` ${OK}${TWO}`,
  "lower-case http": `http/1.1 200 OK\r\n${TWO}`,
  "two blanks in the status line": `HTTP/1.1  200 OK\r\n${TWO}`,
  "a status of two digits": `HTTP/1.1 20 OK\r\n${TWO}`,
  "a status of four digits": `HTTP/1.1 2000 OK\r\n${TWO}`,
  "status 000": `HTTP/1.1 000 OK\r\n${TWO}`,
  "status 999": `HTTP/1.1 999 OK\r\n${TWO}`,
  "status 099": `HTTP/1.1 099 OK\r\n${TWO}`,
  "chunks":
    `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n`,
  "many chunks of one byte": `${OK}Transfer-Encoding: chunked\r\n\r\n${
    [..."abcdefghij"].map((byte) => `1\r\n${byte}\r\n`).join("").repeat(900)
  }0\r\n\r\n`,
  "chunks with extensions":
    `${OK}Transfer-Encoding: chunked\r\n\r\n1;a=b;c="d"\r\na\r\n0;x\r\n\r\n`,
  "chunks with trailers":
    `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX: y\r\n\r\n`,
  "chunks with a bad trailer":
    `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX y\r\n\r\n`,
  "a chunk with blanks":
    `${OK}Transfer-Encoding: chunked\r\n\r\n1 \r\na\r\n0\r\n\r\n`,
  "a chunk with 0x":
    `${OK}Transfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n`,
  "a chunk too long":
    `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n`,
  "a chunk of a huge size":
    `${OK}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\na\r\n0\r\n\r\n`,
  "a chunk after bare LF": `${OK}Transfer-Encoding: chunked\r\n\r\n1\na\n0\n\n`,
  "no last chunk": `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`,
  "no end of the last chunk":
    `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n`,
  "TE with CL":
    `${OK}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  "CL with TE":
    `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  "TE gzip with CL": `${OK}Transfer-Encoding: gzip\r\n${TWO}`,
  "TE gzip": `${OK}Transfer-Encoding: gzip\r\n\r\nab`,
  "TE gzip, chunked":
    `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  "TE chunked, gzip":
    `${OK}Transfer-Encoding: chunked, gzip\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  "TE twice":
    `${OK}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  "TE identity": `${OK}Transfer-Encoding: identity\r\n${TWO}`,
  "TE CHUNKED": `${OK}Transfer-Encoding: CHUNKED\r\n\r\n1\r\na\r\n0\r\n\r\n`,
  "TE empty": `${OK}Transfer-Encoding:\r\n\r\nab`,
  "CL twice": `${OK}Content-Length: 2\r\n${TWO}`,
  "CL as a list": `${OK}Content-Length: 2, 2\r\n\r\nab`,
  "CL empty": `${OK}Content-Length:\r\n\r\nab`,
  "CL with a plus": `${OK}Content-Length: +2\r\n\r\nab`,
  "CL with blanks": `${OK}Content-Length:  2 \r\n\r\nab`,
  "CL with blanks inside": `${OK}Content-Length: 2 3\r\n\r\nab`,
  "CL in hex": `${OK}Content-Length: 0x2\r\n\r\nab`,
  "CL huge": `${OK}Content-Length: 99999999999999999999\r\n\r\nab`,
  "CL 0": `${OK}Content-Length: 0\r\n\r\n`,
  "CL 00002": `${OK}Content-Length: 00002\r\n\r\nab`,
  "extra bytes": `${OK}${TWO}cd`,
  "an extra line": `${OK}${TWO}\r\n`,
  "extra bytes after Connection: close": `${OK}Connection: close\r\n${TWO}cd`,
  "an extra line after Connection: close":
    `${OK}Connection: close\r\n${TWO}\r\n`,
  "two responses": `${OK}${TWO}${OK}${TWO}`,
  "a response and half": `${OK}${TWO}${OK}Conte`,
  "a response and a bad one": `${OK}${TWO}HTTP/1.1 2x0 OK\r\n\r\n`,
  "a response and an interim one": `${OK}${TWO}HTTP/1.1 103 E\r\n\r\n`,
  "a response, an interim one and more": `${OK}${TWO}HTTP/1.1 103 E\r\n\r\n;`,
  "204": "HTTP/1.1 204 No\r\n\r\n",
  "204 with CL": `HTTP/1.1 204 No\r\n${TWO}`,
  "204 with chunks":
    "HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "205 with CL": `HTTP/1.1 205 R\r\n${TWO}`,
  "304": "HTTP/1.1 304 Not\r\nContent-Length: 2\r\n\r\n",
  "304 with a body": `HTTP/1.1 304 Not\r\n${TWO}`,
  "interim responses":
    `HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\r\nLink: x\r\n\r\n${OK}${TWO}`,
  "an interim response with CL":
    `HTTP/1.1 103 E\r\nContent-Length: 2\r\n\r\n${OK}${TWO}`,
  "an interim response alone": "HTTP/1.1 103 E\r\n\r\n",
  "an interim response and half": `HTTP/1.1 103 E\r\n\r\n${OK}X`,
  "101": "HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
  "101 without Upgrade": `HTTP/1.1 101 S\r\n\r\n${OK}${TWO}`,
  "101 without Upgrade, alone": "HTTP/1.1 101 S\r\n\r\n",
  "101 with a body": `HTTP/1.1 101 S\r\n${TWO}`,
  "102": `HTTP/1.1 102 P\r\n\r\n${OK}${TWO}`,
  "199": `HTTP/1.1 199 P\r\n\r\n${OK}${TWO}`,
  "Upgrade with 200": `${OK}Upgrade: x\r\nConnection: upgrade\r\n${TWO}`,
  "Connection: close": `${OK}Connection: close\r\n${TWO}`,
  "Connection: Close": `${OK}Connection: Close\r\n${TWO}`,
  "Connection: a, close": `${OK}Connection: a, close\r\n${TWO}`,
  "Keep-Alive: timeout=0": `${OK}Keep-Alive: timeout=0\r\n${TWO}`,
  "Keep-Alive: timeout=1": `${OK}Keep-Alive: timeout=1\r\n${TWO}`,
  "Keep-Alive: timeout=5": `${OK}Keep-Alive: timeout=5, max=9\r\n${TWO}`,
  "a body until the end": `${OK}\r\nab`,
  "a body until the end, kept": `${OK}Connection: keep-alive\r\n\r\nab`,
  "no body at all": OK + "\r\n",
  "half a body": `${OK}Content-Length: 9\r\n\r\nab`,
  "half a status": "HTTP/1",
  "nothing": "",
  "a line": "hello\r\n",
  "a TLS alert": "\x15\x03\x01\x00\x02\x02\x46",
  "control characters in a name": `${OK}X\x01: a\r\n${TWO}`,
  "control characters in the reason": `HTTP/1.1 200 O\x01K\r\n${TWO}`,
  "NUL in the reason": `HTTP/1.1 200 O\0K\r\n${TWO}`,
  "bytes above 127 in a name": `${OK}X\xe9: a\r\n${TWO}`,
  "DEL in a value": `${OK}X: a\x7fb\r\n${TWO}`,
  "a long reason": `HTTP/1.1 200 ${"x".repeat(70_000)}\r\n${TWO}`,
  "a long header": `${OK}X: ${"x".repeat(200_000)}\r\n${TWO}`,
  "a header section just short enough": `${OK}X: ${
    "x".repeat(512 * 1024 - 30)
  }\r\n${TWO}`,
  "a header section too long": `${OK}X: ${"x".repeat(512 * 1024)}\r\n${TWO}`,
  "cookies": `${OK}Set-Cookie: a=b\r\nset-cookie: c=d\r\n${TWO}`,
  "content of a coding, cut":
    `${OK}Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\nab`,
  "a redirect": `HTTP/1.1 302 F\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n`,
};

/** Sequences of requests. */
export const METHODS: readonly Partial<RenderedRequest>[][] = [
  [{ method: "GET" }, { method: "GET" }],
  [{ method: "HEAD" }, { method: "GET" }],
  [{ method: "POST", body: { type: "text", text: "ab", contentType: "a/b" } }, {
    method: "POST",
  }],
];
