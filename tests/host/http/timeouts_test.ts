import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { NetworkError, spoken } from "../../../lib/core/source/errors.ts";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";
import { withLongerLimits } from "../../support/with_longer_limits.ts";
import { describe } from "../../support/over_both.ts";
import { FLAG_WORDS } from "../../../lib/tools/report/text/flag_words.ts";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a time-out", () => {
  it("covers redirects and the body", async () => {
    await using server = recordingServer(async ({ target }, server) => {
      await server.pause(40);
      return target === "/5" ? undefined : {
        status: 302,
        headers: [["Location", `/${Number(target.slice(1)) + 1}`]],
      };
    });
    const url = `${server.url}/1`;
    await withEngine({ timeout: 90 }, async (send) => {
      const error = await assertRejects(
        () => send(renderedRequest(url)),
        NetworkError,
      );
      assertEquals(error.diagnostics[0].code, "TIMEOUT");
    });
    // What a request says is kept below the ceiling; 0 says nothing.
    for (const timeout of [0, 10_000, 1e12]) {
      const request = renderedRequest(url, { settings: { timeout } });
      for (const ceiling of [90, 0, undefined]) {
        const options = ceiling === undefined ? {} : { timeout: ceiling };
        await withEngine(options, async (send) => {
          const status = await send(request).then(
            (response) => response.status,
            (error) => error.diagnostics[0].code,
          );
          assertEquals(status, ceiling === 90 ? "TIMEOUT" : 200);
        });
      }
    }
  });

  it("for idleness ends what has stopped to move, not what is slow", () =>
    withLongerLimits(async (limit) => {
      await using server = recordingServer(({ target }, server) => ({
        raw: (async function* () {
          yield "HTTP/1.1 200 OK\r\n\r\n";
          for (let i = 0; i < 40; i++) {
            yield "x";
            await server.pause(target === "/slow" ? limit / 20 : 3 * limit);
          }
        })(),
      }));
      await withEngine({ idleTimeout: limit }, async (send) => {
        const slow = await send(renderedRequest(`${server.url}/slow`));
        assertEquals(slow.body.length, 40);
        const error = await assertRejects(
          () => send(renderedRequest(`${server.url}/stuck`)),
          NetworkError,
        );
        assertEquals(
          spoken(error, FLAG_WORDS),
          `Cannot read the response of "${server.host}": nothing came for ${limit} ms (raise --idle-timeout)`,
        );
      });
    }));

  it("for connecting ends a TLS handshake that nobody takes part in", () =>
    withLongerLimits(async (limit) => {
      await using server = recordingServer(undefined);
      await withEngine({ connectTimeout: limit }, async (send) => {
        const error = await assertRejects(
          () => send(renderedRequest(`https://${server.host}/`)),
          NetworkError,
        );
        assertEquals(
          spoken(error, FLAG_WORDS),
          `Cannot connect to "${server.host}": no connection after ${limit} ms (raise --connect-timeout)`,
        );
        // A connection that stands is not limited by it.
        assertEquals((await send(renderedRequest(server.url))).status, 200);
        await wait(limit + 50);
        assertEquals((await send(renderedRequest(server.url))).status, 200);
        assertEquals(server.connections, 2);
      });
    }));

  it("of one request leaves others alone", async () => {
    const over = Promise.withResolvers<void>();
    await using server = recordingServer(async () => {
      await over.promise;
      return undefined;
    });
    await withEngine({}, async (send) => {
      const [none, short, long, other] = [0, 20, 60_000, 30].map((timeout) =>
        send(renderedRequest(server.url, { settings: { timeout } }))
          .then(({ status }) => status, (error) => error.diagnostics[0].code)
      );
      assertEquals(await Promise.all([short, other]), ["TIMEOUT", "TIMEOUT"]);
      over.resolve();
      assertEquals(await Promise.all([none, long]), [200, 200]);
    });
  });
});
