import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { splitUrl } from "../../../lib/core/http/wire_url.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import { DirectConnections } from "../../../lib/host/http/direct/direct_connections.ts";
import { transport } from "../../../lib/host/http/direct/suits_direct.ts";
import type { EngineOptions } from "../../../lib/host/http/types.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import {
  METHODS,
  OK,
  outcome,
  RAW,
  TWO,
} from "../../support/transport_outcome.ts";
import { withLongerLimits } from "../../support/with_longer_limits.ts";
import { withEngine } from "../../support/with_engine.ts";

describe("both transports agree on a server that writes", () => {
  for (const [name, raw] of Object.entries(RAW)) {
    it(name, async () => {
      for (const requests of METHODS) {
        const expected = await outcome("node", [raw], requests);
        assertEquals(await outcome("direct", [raw], requests), expected);
      }
    });
  }

  // The same, but the connection stays: what is not complete runs into the time-out.
  for (const [name, raw] of Object.entries(RAW)) {
    // Node's keeps a connection on which half of something came.
    if (name === "a response and half" || raw.length > 1e5) continue;
    it(`${name}, and keeps the connection`, () =>
      withLongerLimits(async (timeout) => {
        const options = { close: false, timeout };
        for (const requests of METHODS.slice(0, 2)) {
          const expected = await outcome("node", [raw], requests, options);
          assertEquals(
            await outcome("direct", [raw], requests, options),
            expected,
          );
        }
      }));
  }

  it("half of another response, which is not the beginning of the next one", async () => {
    const raw = [RAW["a response and half"], `nt-Length: 0\r\n\r\n${OK}${TWO}`];
    const requests = [{ method: "GET" }, { method: "GET" }];
    const { seen } = await outcome("direct", raw, requests, { close: false });
    assertEquals(seen.map(([, , connection]) => connection), [0, 1]);
  });

  it("whatever it is, in whatever pieces", async () => {
    const raws = fc.constantFrom(...Object.values(RAW));
    const mutation = fc.record({
      at: fc.nat({ max: 80 }),
      text: fc.constantFrom(
        "",
        "\r",
        "\n",
        "\r\n",
        " ",
        "\t",
        "0",
        ":",
        "\0",
        ";",
        "é",
      ),
      drop: fc.nat({ max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        raws,
        fc.array(mutation, { maxLength: 3 }),
        async (raw, mutations) => {
          for (const { at, text, drop } of mutations) {
            raw = raw.slice(0, at) + text + raw.slice(at + drop);
          }
          const requests = [{ method: "GET" }];
          const expected = await outcome("node", [raw], requests);
          assertEquals(await outcome("direct", [raw], requests), expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("both transports agree on a request that", () => {
  const REQUESTS: Record<string, Partial<RenderedRequest>> = {
    "writes headers in its own way": {
      headers: [["x-B", "1"], ["X-a", " 2 "], ["x-b", ""], [
        "HOST",
        "a.example",
      ]],
    },
    "writes Content-Length": {
      method: "POST",
      headers: [["content-length", "2"]],
      body: { type: "text", text: "ab", contentType: "a/b" },
    },
    "writes Transfer-Encoding": {
      method: "POST",
      headers: [["Transfer-Encoding", "chunked"]],
      body: { type: "text", text: "ab", contentType: "a/b" },
    },
    "expects 100-continue": {
      method: "POST",
      headers: [["Expect", "100-continue"]],
      body: { type: "text", text: "ab", contentType: "a/b" },
    },
    "closes": { headers: [["Connection", "close"]] },
    "upgrades": { headers: [["Connection", "upgrade"], ["Upgrade", "x"]] },
    "has a trailer": { headers: [["Trailer", "X"]] },
    "has Latin-1": { headers: [["X", "\xe9"]] },
    "has more than Latin-1": { headers: [["X", "\u20ac"]] },
    "has a line break": { headers: [["X", "a\r\nb: c"]] },
    "has a bad name": { headers: [["X y", "a"]] },
    "has a lower-case method": { method: "get" },
    "has an odd method": { method: "M-SEARCH" },
    "has a bad method": { method: "A B" },
    "has a large body": {
      method: "PUT",
      body: { type: "bytes", bytes: new Uint8Array(300_000).fill(65) },
    },
    "has an empty body": {
      method: "PUT",
      body: { type: "bytes", bytes: new Uint8Array() },
    },
  };
  for (const [name, request] of Object.entries(REQUESTS)) {
    it(name, async () => {
      const raw = [RAW["a body"]];
      const requests = [request];
      for (const close of [true, false]) {
        const expected = await outcome("node", raw, requests, { close });
        assertEquals(
          await outcome("direct", raw, requests, { close }),
          expected,
        );
      }
    });
  }
});

/** A server that waits, and what ends a request to it: told by which message, or the reason. */
const ENDED: Record<string, [
  url: string,
  EngineOptions,
  abortAfter: number | undefined,
]> = {
  "an abort at once": ["/", {}, 0],
  "an abort while the response comes": ["/body", {}, 60],
  "an abort before the response": ["/", {}, 60],
  "a time-out before the response": ["/", { timeout: 60 }, undefined],
  "a time-out in the body": ["/body", { timeout: 60 }, undefined],
  "idleness before the response": ["/", { idleTimeout: 60 }, undefined],
  "idleness in the body": ["/body", { idleTimeout: 60 }, undefined],
  "a name that is not known": ["http://nowhere.invalid/", {}, undefined],
  "a port where nothing listens": ["http://127.0.0.1:1/", {}, undefined],
  "a port where nothing listens, by name": [
    "http://localhost:1/",
    {},
    undefined,
  ],
  // No interface is named.
  "a link-local address": ["http://[fe80::1]:81/", {}, undefined],
  "a time to connect that is enough": [
    "/quick",
    { connectTimeout: 5_000 },
    undefined,
  ],
};

describe("both transports agree on", () => {
  for (const [name, [url, options, abortAfter]] of Object.entries(ENDED)) {
    it(name, async () => {
      const told = async (kind: "direct" | "node") => {
        transport.kind = kind;
        let over = () => {};
        const ended = new Promise<void>((resolve) => over = resolve);
        await using server = recordingServer(async ({ target }) => {
          if (target === "/") await ended;
          return {
            raw: (async function* () {
              yield `${OK}Content-Length: 2\r\n\r\na`;
              if (target === "/body") await ended;
              yield "b";
            })(),
          };
        });
        const signal = new AbortController();
        if (abortAfter) setTimeout(() => signal.abort("ended"), abortAfter);
        try {
          return await withEngine(options, async (send) => {
            const request = renderedRequest(
              url.startsWith("/") ? `${server.url}${url}` : url,
            );
            const sending = send(request, { signal: signal.signal });
            if (abortAfter === 0) signal.abort("ended");
            return await sending.then(
              ({ status, timings }) => [
                status,
                Object.keys(timings).sort().join(),
              ],
              (error) => {
                if (!(error instanceof DiagnosticError)) return String(error);
                const [{ code, message }] = error.diagnostics;
                const { unsent } = error as { unsent?: boolean };
                return [code, message.replaceAll(server.host, "HOST"), unsent];
              },
            );
          });
        } finally {
          over();
          transport.kind = "direct";
        }
      };
      assertEquals(await told("direct"), await told("node"));
    });
  }

  it("a name's phases", async () => {
    await using server = recordingServer();
    const phases = async (kind: "direct" | "node") => {
      transport.kind = kind;
      try {
        return await withEngine({}, async (send) => {
          const request = renderedRequest(`http://localhost:${server.port}/`);
          const { timings, remoteAddress } = await send(request);
          return [Object.keys(timings), remoteAddress];
        });
      } finally {
        transport.kind = "direct";
      }
    };
    assertEquals(await phases("direct"), await phases("node"));
  });

  // Its queue is full: the system does not react to who connects.
  for (
    const [name, options] of Object.entries({
      "a time to connect that is up": { connectTimeout: 100 },
      "a time-out while it connects": { timeout: 100 },
      "an engine that is closed while it connects": undefined,
    })
  ) {
    it(name, async () => {
      using listener = Deno.listen({
        hostname: "127.0.0.1",
        port: 0,
        tcpBacklog: 1,
      });
      const { port } = listener.addr;
      const ending = new AbortController();
      const { signal } = ending;
      const waiting = Array.from(
        { length: 5 },
        () =>
          Deno.connect({ hostname: "127.0.0.1", port, signal }).catch(() => {}),
      );
      const told = async (kind: "direct" | "node") => {
        transport.kind = kind;
        try {
          return await withEngine(options ?? {}, async (send, engine) => {
            const sending = send(renderedRequest(`http://127.0.0.1:${port}/`));
            if (options === undefined) setTimeout(() => engine.close(), 50);
            return await sending.then(() => "came", (error) => [
              error.message,
              error.unsent,
            ]);
          });
        } finally {
          transport.kind = "direct";
        }
      };
      assertEquals(await told("direct"), await told("node"));
      ending.abort();
      for (const conn of await Promise.all(waiting)) conn?.close();
    });
  }

  it("nothing that is opened once the engine is closed while it looks a name up", async () => {
    await using server = recordingServer();
    const connections = new DirectConnections();
    const opening = connections.open(
      splitUrl(`http://localhost:${server.port}/`)!,
      { checkAddress: undefined, ending: new AbortController() },
    );
    connections.close();
    await assertRejects(() => opening, Error, "ECONNRESET");
    assertEquals(server.connections, 0);
  });
});
