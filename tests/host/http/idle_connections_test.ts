import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { certificate } from "../../support/certificates.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { type Misdeed, restlessServer } from "../../support/restless_server.ts";
import { withEngine } from "../../support/with_engine.ts";
import { describe } from "../../support/over_both.ts";

/** scheme, what happens to the idle connection, method of the next request */
const ROWS: readonly ["http" | "https", Misdeed, string][] = [
  ["http", "forge", "GET"],
  ["http", "forge", "POST"],
  ["http", "byte", "POST"],
  ["http", "close", "POST"],
  ["https", "forge", "POST"],
  ["https", "close", "POST"],
];

describe("an idle connection", () => {
  for (const [scheme, misdeed, method] of ROWS) {
    for (const how of ["wait", "block"] as const) {
      const during = how === "wait" ? "meanwhile" : "while a script runs";
      it(`by ${scheme} is not used for a ${method} after a ${misdeed} ${during}`, async () => {
        using server = await restlessServer(
          scheme === "https" ? await certificate() : undefined,
        );
        await withEngine({ insecure: true }, async (send) => {
          const url = `${scheme}://127.0.0.1:${server.port}`;
          const sent = async (path: string, method: string) => {
            const request = renderedRequest(`${url}${path}`, { method });
            const { body, timings } = await send(request);
            const isNew = timings.connect !== undefined;
            return [new TextDecoder().decode(body), isNew];
          };
          for (let round = 0; round < 3; round++) {
            const isNew = round === 0;
            const first = await sent(`/${misdeed}`, "GET");
            assertEquals(first, [`GET /${misdeed}`, isNew]);
            await server[how]();
            assertEquals(await sent("/next", method), [
              `${method} /next`,
              true,
            ]);
            await server.wait();
          }
        });
      });
    }
  }

  it("on which nothing happened is used again", async () => {
    using server = await restlessServer();
    await withEngine({}, async (send) => {
      const request = renderedRequest(`http://127.0.0.1:${server.port}/x`);
      assertEquals((await send(request)).timings.connect === undefined, false);
      for (const how of ["wait", "block"] as const) {
        await server[how]();
        assertEquals((await send(request)).timings.connect, undefined);
      }
    });
  });
});
