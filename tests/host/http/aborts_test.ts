import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { recordingServer } from "../../support/recording_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

/** A signal that counts who listens to it. */
function counted(): { controller: AbortController; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  let count = 0;
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    if (args[0] === "abort") count++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    if (args[0] === "abort") count--;
    remove(...args);
  };
  return { controller, listeners: () => count };
}

describe("the signals of requests", () => {
  it("have one listener for all requests, and none once the engine has another signal or is closed", async () => {
    await using server = recordingServer(() => ({ body: "ok" }));
    const [first, second] = [counted(), counted()];
    const most: number[] = [];
    await withEngine({}, async (send) => {
      for (const { controller, listeners } of [first, first, second]) {
        await send(renderedRequest(server.url), { signal: controller.signal });
        most.push(listeners());
      }
      assertEquals(most, [1, 1, 1]);
      assertEquals(first.listeners(), 0);
    });
    assertEquals(second.listeners(), 0);
  });

  it("end all requests that wait, and not those with another one", async () => {
    await using server = recordingServer(async ({ target }) => {
      if (target !== "/fine") await new Promise(() => {});
      return { body: "ok" };
    });
    const [ended, other] = [new AbortController(), new AbortController()];
    await withEngine({}, async (send) => {
      const waiting = [1, 2].map((at) =>
        send(renderedRequest(`${server.url}/${at}`), { signal: ended.signal })
      );
      const fine = send(renderedRequest(`${server.url}/fine`), {
        signal: other.signal,
      });
      ended.abort(new Error("ended"));
      for (const one of waiting) await assertRejects(() => one);
      assertEquals((await fine).status, 200);
    });
  });
});
