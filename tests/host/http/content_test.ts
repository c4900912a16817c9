import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import zlib from "node:zlib";
import { NetworkError } from "../../../lib/core/source/errors.ts";
import { decodeInto } from "../../../lib/host/http/content/decode_sink.ts";
import { MemorySink } from "../../../lib/host/http/content/sink.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { withLongerLimits } from "../../support/with_longer_limits.ts";
import { describe } from "../../support/over_both.ts";

const TEXT = "Lorem ipsum dolor sit amet. ".repeat(10_000);

const CODINGS: Record<string, (text: Uint8Array) => Uint8Array> = {
  identity: (bytes) => bytes,
  gzip: zlib.gzipSync,
  "X-GZIP": zlib.gzipSync,
  deflate: zlib.deflateSync,
  "deflate (bare)": zlib.deflateRawSync,
  // The best quality takes a second for 30 MiB.
  br: (bytes) =>
    zlib.brotliCompressSync(bytes, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 },
    }),
  zstd: zlib.zstdCompressSync,
  "zstd (with a checksum)": (bytes) =>
    zlib.zstdCompressSync(bytes, {
      params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 },
    }),
  "zstd (several frames)": (bytes) =>
    joined(
      ZSTD_SKIPPABLE,
      zlib.zstdCompressSync(bytes.subarray(0, 99_999)),
      ZSTD_SKIPPABLE,
      zlib.zstdCompressSync(new Uint8Array()),
      zlib.zstdCompressSync(bytes.subarray(99_999)),
    ),
  "gzip (several members)": (bytes) =>
    joined(
      zlib.gzipSync(bytes.subarray(0, 99_999)),
      zlib.gzipSync(bytes.subarray(99_999)),
    ),
  "gzip, br": (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes)),
};

/** A frame that decoders pass over. */
const ZSTD_SKIPPABLE = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7);

function joined(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Sends content of that coding. */
function codedServer(coding: string, body: Uint8Array, close = false) {
  return recordingServer(({ method }) => ({
    headers: [
      ["Content-Encoding", coding.replace(/ \(.*/, "")],
      ...(method === "HEAD" ? [["Content-Length", "9"] as const] : []),
    ],
    body,
    close,
  }));
}

describe("a response's content", () => {
  for (const [coding, encode] of Object.entries(CODINGS)) {
    it(`is decoded from ${coding}, and cut at the limit`, async () => {
      const bytes = encode(new TextEncoder().encode(TEXT));
      await using server = codedServer(coding, bytes);
      await withEngine({}, async (send) => {
        const response = await send(renderedRequest(server.url));
        assertEquals(new TextDecoder().decode(response.body), TEXT);
        assertEquals(response.truncated, false);
        assertEquals(response.size.body, bytes.length);
        const head = await send(
          renderedRequest(server.url, { method: "HEAD" }),
        );
        assertEquals(head.body.length, 0);
      });
      await withEngine({ maxResponseSize: 1_000 }, async (send) => {
        const response = await send(renderedRequest(server.url));
        assertEquals(
          new TextDecoder().decode(response.body),
          TEXT.slice(0, 1_000),
        );
        assertEquals(response.truncated, true);
        // The connection can be used again, or is replaced.
        assertEquals((await send(renderedRequest(server.url))).status, 200);
      });
    });

    it(`is decoded from ${coding} when the connection is closed at once`, async () => {
      const bytes = encode(new TextEncoder().encode(TEXT));
      await using server = codedServer(coding, bytes, true);
      await withEngine({}, async (send) => {
        for (let i = 0; i < 3; i++) {
          const response = await send(renderedRequest(server.url));
          assertEquals(new TextDecoder().decode(response.body), TEXT);
        }
      });
    });

    it(`is refused when ${coding} is cut short`, async () => {
      if (coding === "identity") return;
      const bytes = encode(new TextEncoder().encode(TEXT)).slice(0, -9);
      await using server = codedServer(coding, bytes);
      await withEngine({}, async (send) => {
        const error = await assertRejects(
          () => send(renderedRequest(server.url)),
          NetworkError,
        );
        assertEquals(error.diagnostics[0].code, "INVALID_RESPONSE");
      });
    });
  }

  it("is refused wherever it is cut, in whatever pieces it comes", async () => {
    const text = new TextEncoder().encode("what a cut leaves, leaves a cut");
    for (const coding of ["gzip", "deflate", "br", "zstd"]) {
      const whole = CODINGS[coding](text);
      await using server = recordingServer(({ target }) => {
        const [cut, size] = target.slice(1).split("/").map(Number);
        return {
          headers: [
            ["Content-Encoding", coding],
            ["Transfer-Encoding", "chunked"],
          ],
          body: chunked(whole.subarray(0, cut), size),
        };
      });
      await withEngine({}, async (send) => {
        for (const size of [1, 1_000]) {
          for (let cut = 1; cut <= whole.length; cut++) {
            const sent = send(renderedRequest(`${server.url}/${cut}/${size}`));
            if (cut === whole.length) assertEquals((await sent).body, text);
            else await assertRejects(() => sent, NetworkError, coding);
          }
        }
      });
    }
  });

  it("stays as it is for a coding that nobody knows", async () => {
    await using server = codedServer("aws-chunked", Uint8Array.of(1, 2));
    await withEngine({}, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals([...response.body], [1, 2]);
    });
  });

  for (const coding of ["gzip", "deflate", "br", "zstd"]) {
    it(`is refused when it is a bomb of ${coding}, before all of it is decoded`, async () => {
      const bomb = CODINGS[coding](new Uint8Array(30 * 1024 * 1024));
      await using server = codedServer(coding, bomb);
      await withEngine({}, async (send) => {
        const error = await assertRejects(
          () => send(renderedRequest(server.url)),
          NetworkError,
          "grows too large",
        );
        assertEquals(error.diagnostics[0].code, "INVALID_RESPONSE");
      });
      let largest = 0;
      const sink = new MemorySink(1_000);
      const write = sink.write.bind(sink);
      sink.write = (chunk) => {
        largest = Math.max(largest, chunk.length);
        return write(chunk);
      };
      assertEquals(await decodeInto(sink, coding).write(bomb), "full");
      assertEquals(largest <= 64 * 1024, true, `${largest}`);
    });
  }

  it("may be empty in spite of its coding", async () => {
    await using server = codedServer("gzip", new Uint8Array());
    await withEngine({}, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals(response.body.length, 0);
    });
  });
});

/** A chunked body, in chunks of that many bytes. */
function chunked(bytes: Uint8Array, size: number): Uint8Array {
  const text = new TextEncoder();
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(text.encode(`${part.length.toString(16)}\r\n`), part);
    parts.push(text.encode("\r\n"));
  }
  return joined(...parts, text.encode("0\r\n\r\n"));
}

describe("a stream of events", () => {
  it("is read to its end", async () => {
    await using server = recordingServer(() => ({
      headers: [["Content-Type", "text/event-stream"]],
      body: "data: 1\n\ndata: 2\n\n",
    }));
    await withEngine({}, async (send) => {
      const response = await send(renderedRequest(server.url));
      assertEquals(
        new TextDecoder().decode(response.body),
        "data: 1\n\ndata: 2\n\n",
      );
      assertEquals(response.truncated, false);
    });
  });

  it("that is given up is not a response", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    await using server = recordingServer((_, server) => ({
      raw: (async function* () {
        yield "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
        yield "data: 1\n\n";
        await server.pause(100);
        controller.abort(reason);
        yield "data: 2\n\n";
      })(),
      close: false,
    }));
    await withEngine({}, async (send) => {
      const { signal } = controller;
      const sent = send(renderedRequest(server.url), { signal });
      assertEquals(await assertRejects(() => sent), reason);
    });
  });

  for (const limit of ["timeout", "idleTimeout"]) {
    it(`is cut by the ${limit}, not lost`, () =>
      withLongerLimits(async (most) => {
        await using server = recordingServer((_, server) => ({
          raw: (async function* () {
            yield "HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; charset=utf-8\r\n\r\n";
            yield "data: 1\n\n";
            await server.pause(2 * most);
          })(),
        }));
        await withEngine({ [limit]: most }, async (send) => {
          const response = await send(renderedRequest(server.url));
          assertEquals(new TextDecoder().decode(response.body), "data: 1\n\n");
          assertEquals(response.truncated, true);
          const output = await Deno.makeTempFile();
          try {
            const { truncated, saved } = await send(
              renderedRequest(server.url),
              { output },
            );
            assertEquals([truncated, saved], [true, {
              path: output,
              whole: false,
            }]);
            assertEquals(await Deno.readTextFile(output), "data: 1\n\n");
          } finally {
            await Deno.remove(output);
          }
        });
      }));
  }
});

describe("a download", () => {
  it("goes to a file, decoded, in one step", async () => {
    const folder = await Deno.makeTempDir();
    try {
      const output = `${folder}/out`;
      await using server = recordingServer(({ target }) => {
        switch (target) {
          case "/":
            return {
              status: 302,
              headers: [["Location", "/file"]],
              body: "no",
            };
          case "/file":
            return {
              headers: [["Content-Encoding", "gzip"]],
              body: zlib.gzipSync(TEXT),
            };
          default:
            return { raw: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx" };
        }
      });
      for (const maxResponseSize of [10, TEXT.length - 1, TEXT.length]) {
        await withEngine({ maxResponseSize }, async (send) => {
          const response = await send(renderedRequest(`${server.url}/`), {
            output,
          });
          assertEquals(
            new TextDecoder().decode(response.body),
            TEXT.slice(0, maxResponseSize),
          );
          assertEquals(response.saved, { path: output, whole: true });
          assertEquals(response.truncated, maxResponseSize < TEXT.length);
          assertEquals(await Deno.readTextFile(output), TEXT);
        });
      }
      await withEngine({ maxResponseSize: 10 }, async (send) => {
        await assertRejects(
          () => send(renderedRequest(`${server.url}/cut`), { output }),
          NetworkError,
        );
        assertEquals(await Deno.readTextFile(output), TEXT);
        const error = await assertRejects(
          () =>
            send(renderedRequest(`${server.url}/file`), {
              output: `${folder}/none/out`,
            }),
          NetworkError,
        );
        assertEquals(error.diagnostics[0].code, "WRITE");
      });
      assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), [
        "out",
      ]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });

  it("that is ended while its file is being opened leaves nothing behind", async () => {
    const folder = await Deno.makeTempDir();
    const controller = new AbortController();
    const open = Deno.open;
    Deno.open = async (...args) => {
      controller.abort(new Error("enough"));
      return await open(...args);
    };
    await using server = recordingServer(() => ({ body: TEXT }));
    try {
      await withEngine({}, async (send) => {
        const options = {
          output: `${folder}/out`,
          signal: controller.signal,
        };
        await assertRejects(
          () => send(renderedRequest(server.url), options),
          Error,
          "enough",
        );
      });
      assertEquals([...Deno.readDirSync(folder)], []);
    } finally {
      Deno.open = open;
      await Deno.remove(folder, { recursive: true });
    }
  });
});
