import { it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Timings } from "../../../lib/core/http/response.ts";
import type { EngineOptions } from "../../../lib/host/http/types.ts";
import {
  type RecordingHandler,
  recordingServer,
} from "../../support/recording_server.ts";
import { sleep } from "../../../lib/host/sleep.ts";
import { certificatePath } from "../../support/certificates.ts";
import { rawHttp2Server } from "../../support/raw_http2_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { describe } from "../../support/over_both.ts";

const never = new Promise<never>(() => {});

/** One for each target; any other one is answered. */
const HANDLERS: Readonly<Record<string, RecordingHandler>> = {
  "/silent": () => never,
  "/reset": () => ({ raw: "", close: true }),
  "/stuck": () => ({ raw: "HTTP/1.1 200 OK\r\n\r\nx", close: false }),
  "/moved": () => ({ status: 302, headers: [["Location", "/silent"]] }),
  "/loop": () => ({ status: 302, headers: [["Location", "/loop"]] }),
  "/mail": () => ({ status: 302, headers: [["Location", "mailto:a@b.c"]] }),
};

const TIMEOUT: EngineOptions = { timeout: 150 };

/** What is asked, and the phases that the time went to; `after`: over a connection that is there. */
const ROWS: readonly (readonly [
  name: string,
  url: (host: string) => string,
  phases: string,
  more?: EngineOptions & { readonly after?: true },
])[] = [
  ["no response", (host) => `http://${host}/silent`, "connect,firstByte"],
  [
    "no response, and the host has a name",
    (host) => `http://${host.replace(/^[^:]+/, "localhost")}/silent`,
    "dns,connect,firstByte",
  ],
  [
    "no response, over a kept connection",
    (host) => `http://${host}/silent`,
    "firstByte",
    { after: true },
  ],
  [
    "no response, after a redirect",
    (host) => `http://${host}/moved`,
    "firstByte",
  ],
  [
    "a redirect that is not followed",
    (host) => `http://${host}/mail`,
    "connect,firstByte,download",
  ],
  [
    "one redirect too many",
    (host) => `http://${host}/loop`,
    "firstByte,download",
  ],
  ["reset", (host) => `http://${host}/reset`, "connect,firstByte"],
  [
    "a body without an end",
    (host) => `http://${host}/stuck`,
    "connect,firstByte,download",
  ],
  ["a silent TLS handshake", (host) => `https://${host}/`, "connect,tls"],
  [
    "a silent TLS handshake, with a limit for connecting",
    (host) => `https://${host}/`,
    "connect,tls",
    { connectTimeout: 100, timeout: 0 },
  ],
  [
    "a silent TLS handshake of HTTP/2",
    (host) => `https://${host}/`,
    "connect,tls",
    { http2: true },
  ],
  [
    "a silent TLS handshake of Deno's own",
    (host) => `https://${host}/`,
    "connect,tls",
    { tlsFacts: false },
  ],
  ["nobody listens", () => "http://127.0.0.1:9/", "connect"],
  ["no such socket", () => "http+unix://%2Fnone/x", "connect"],
  ["no such host", () => "http://nowhere.invalid/", "dns"],
  [
    "nobody listens at the proxy, which looks names up",
    () => "http://nowhere.invalid/",
    "connect",
    {
      proxy: {
        http: { protocol: "http", hostname: "127.0.0.1", port: 9 },
        bypass: [],
        bypassLoopback: false,
      },
    },
  ],
  ["no URL", () => "gopher://h/", ""],
];

describe("the time of a request that fails", () => {
  for (const [name, urlOf, phases, { after, ...more } = {}] of ROWS) {
    it(name, async () => {
      await using server = recordingServer((request, server) =>
        HANDLERS[request.target]?.(request, server)
      );
      await withEngine({ ...TIMEOUT, ...more }, async (send) => {
        if (after) await send(renderedRequest(server.url));
        let timings: Timings | undefined;
        const failed = (given: Timings) => timings = given;
        const request = renderedRequest(urlOf(server.host), {
          settings: { followRedirects: true },
        });
        await assertRejects(() => send(request, { failed }));
        const { total = 0, ...parts } = timings ?? {};
        assertEquals(Object.keys(parts).join(), phases);
        const times = Object.values(parts);
        assert(times.every((time) => time >= 0), JSON.stringify(timings));
        const sum = times.reduce((sum, time) => sum + time, 0);
        assert(sum <= total, JSON.stringify(timings));
      });
    });
  }

  it("is not told of one that has a response", async () => {
    await using server = recordingServer(undefined);
    await withEngine({}, async (send) => {
      await send(renderedRequest(server.url), {
        failed: () => assert(false),
      });
    });
  });

  /** The phases of two requests by HTTP/2, with a pause between their beginnings. */
  async function ofTwo(url: string, pause: number): Promise<string[]> {
    const failures: Timings[] = [];
    const options = { http2: true, ca: [certificatePath("ca.crt")] };
    await withEngine({ timeout: 500, ...options }, async (send) => {
      const fails = () =>
        assertRejects(() =>
          send(renderedRequest(url), {
            failed: (timings) => failures.push(timings),
          })
        );
      const first = fails();
      if (pause > 0) await sleep(pause);
      await Promise.all([first, fails()]);
    });
    return failures.map(({ total, ...parts }) => {
      const sum = Object.values(parts).reduce((sum, time) => sum + time, 0);
      assert(sum <= total, JSON.stringify({ total, ...parts }));
      return Object.keys(parts).join();
    });
  }

  it("of two that wait for the same connection, by HTTP/2", async () => {
    await using server = recordingServer(undefined);
    assertEquals(
      await ofTwo(`https://${server.host}/`, 50),
      ["connect,tls", "connect,tls"],
    );
  });

  it("of two that have no response over it, by HTTP/2", async () => {
    await using server = await rawHttp2Server(() => []);
    assertEquals(
      await ofTwo(server.url.replace("localhost", "127.0.0.1"), 0),
      ["connect,tls,firstByte", "connect,tls,firstByte"],
    );
  });
});
