import net from "node:net";
import type { AddressInfo } from "node:net";
import { assertEquals, assertRejects } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { EndedStreams } from "../../../lib/host/http/connection/http2_sessions.ts";
import { CutError } from "../../../lib/core/http/response.ts";
import { certificate, certificatePath } from "../../support/certificates.ts";
import {
  data,
  type Frame,
  OK,
  rawHttp2Server,
  reset,
} from "../../support/raw_http2_server.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { describe } from "../../support/over_both.ts";

const CA = [certificatePath("ca.crt")];
const NO_ERROR = 0;
const CANCEL = 8;
const HEAD = "HTTP/1.1 200 OK\r\n";

/** Frames of the server → the body, or what came of it. */
const FRAMES: Record<string, [readonly Frame[], "whole" | "cut", string]> = {
  "ends with its content": [[OK, data("abc", true)], "whole", "abc"],
  "ends with an empty frame": [
    [OK, data("abc"), data("", true)],
    "whole",
    "abc",
  ],
  "ends with its head": [[{ ...OK, endStream: true }], "whole", ""],
  "ends, and is reset then": [
    [OK, data("abc", true), reset(NO_ERROR)],
    "whole",
    "abc",
  ],
  "is reset without an error": [
    [OK, data("abc"), reset(NO_ERROR)],
    "cut",
    "abc",
  ],
  "is reset without an error, and without content": [
    [OK, reset(NO_ERROR)],
    "cut",
    "",
  ],
  "is reset": [[OK, data("abc"), reset(CANCEL)], "cut", "abc"],
};

describe("a response by HTTP/2 that", () => {
  for (const [name, [frames, end, body]] of Object.entries(FRAMES)) {
    it(`${name} is ${end}`, async () => {
      await using server = await rawHttp2Server(() => frames);
      await withEngine({ http2: true, ca: CA }, async (send) => {
        const sending = send(renderedRequest(server.url));
        const response = end === "whole"
          ? await sending
          : (await assertRejects(() => sending, CutError)).response;
        assertEquals(new TextDecoder().decode(response.body), body);
        assertEquals(response.cut, end === "cut" ? true : undefined);
        assertEquals(response.truncated, end === "cut");
        assertEquals(response.unframed, undefined);
      });
    });
  }
});

describe("the streams that a server has ended", () => {
  it("are read from its frames, in whatever pieces they come", () => {
    const frame = fc.record({
      length: fc.integer({ min: 0, max: 300 }),
      type: fc.integer({ min: 0, max: 9 }),
      ends: fc.boolean(),
      stream: fc.integer({ min: 0, max: 0x7fffffff }),
    });
    fc.assert(fc.property(
      fc.array(frame, { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (frames, sizes) => {
        const bytes = frames.flatMap(({ length, type, ends, stream }) => [
          ...[0, length >> 8, length & 255, type, ends ? 1 : 0],
          ...[24, 16, 8, 0].map((by) => stream >>> by & 255),
          ...Array(length).fill(1),
        ]);
        const ended = new EndedStreams();
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length];
          ended.read(Uint8Array.from(bytes.slice(at, at + size)));
          at += size;
        }
        for (const { stream } of frames) {
          const expected = frames.some((it) =>
            it.stream === stream && it.ends && it.type <= 1
          );
          assertEquals(ended.has(stream), expected);
        }
      },
    ));
  });
});

/** What the server writes before it resets the connection. */
const RESETS: Record<string, string> = {
  "of a length": "Content-Length: 10\r\n\r\nabc",
  "in chunks": "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
  "until the end": "\r\nabc",
};

describe("a connection that is reset in a body", () => {
  for (const [name, rest] of Object.entries(RESETS)) {
    it(`${name} cuts it`, async () => {
      const server = net.createServer((socket) => {
        socket.on("error", () => {});
        socket.once("data", () => {
          socket.write(HEAD + rest, () => {
            setTimeout(() => socket.resetAndDestroy(), 20);
          });
        });
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const { port } = server.address() as AddressInfo;
      await withEngine({}, async (send) => {
        const { response } = await assertRejects(
          () => send(renderedRequest(`http://127.0.0.1:${port}/`)),
          CutError,
        );
        assertEquals(new TextDecoder().decode(response.body), "abc");
      });
      await new Promise<void>((done) => server.close(() => done()));
    });
  }
});

/** What the server writes, by TLS or not → whether that is marked as unframed. */
const FRAMINGS: [string, boolean, boolean][] = [
  ["\r\nabc", true, true],
  ["Connection: close\r\nTransfer-Encoding: gzip\r\n\r\nabc", true, true],
  ["\r\nabc", false, false],
  ["Content-Length: 3\r\n\r\nabc", true, false],
  ["Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", true, false],
];

describe("a body that only the end of a TLS connection ends", () => {
  it("is marked", async () => {
    for (const [rest, isSecure, unframed] of FRAMINGS) {
      await using server = recordingServer(() => ({ raw: HEAD + rest }), {
        ...isSecure && { tls: await certificate() },
      });
      const protocol = isSecure ? "https" : "http";
      await withEngine({ ca: CA }, async (send) => {
        const url = `${protocol}://localhost:${server.port}/`;
        const response = await send(renderedRequest(url));
        assertEquals(new TextDecoder().decode(response.body), "abc");
        assertEquals(response.unframed ?? false, unframed, rest);
        assertEquals(response.truncated, false);
      });
    }
  });

  it("is not marked where there is none", async () => {
    await using server = recordingServer(
      ({ method }) => ({
        raw: method === "HEAD"
          ? `${HEAD}\r\n`
          : "HTTP/1.1 204 No Content\r\n\r\n",
      }),
      { tls: await certificate() },
    );
    await withEngine({ ca: CA }, async (send) => {
      for (const method of ["HEAD", "GET"]) {
        const url = `https://localhost:${server.port}/`;
        const response = await send(renderedRequest(url, { method }));
        assertEquals(response.unframed, undefined);
      }
    });
  });
});
