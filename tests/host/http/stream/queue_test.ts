import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { MessageQueue } from "../../../../lib/host/http/stream/queue.ts";

/** A source that only gives while it may. */
function source(sizes: readonly number[]) {
  let isPaused = false;
  let most = 0;
  let next = 0;
  let waiting = 0;
  const queue = new MessageQueue({
    pause: () => isPaused = true,
    resume: () => isPaused = false,
  });
  return {
    queue,
    /** Gives what it may; then, when it has nothing more, the end. */
    give() {
      while (!isPaused && next < sizes.length) {
        queue.add({ kind: "message", data: "x".repeat(sizes[next++]) });
        most = Math.max(most, ++waiting);
      }
      if (next === sizes.length) queue.end({ kind: "end", by: "server" });
    },
    took: () => waiting--,
    most: () => most,
  };
}

async function lengths(sizes: readonly number[]) {
  const from = source(sizes);
  const found: number[] = [];
  while (true) {
    from.give();
    const message = await from.queue.next();
    if (message.kind === "end") return { found, most: from.most() };
    found.push(message.data.length);
    from.took();
  }
}

describe("the queue of messages", () => {
  it("gives all in order, and holds the source back", async () => {
    await fc.assert(fc.asyncProperty(
      fc.array(fc.nat({ max: 50 }), { maxLength: 200 }),
      async (sizes) => {
        const { found, most } = await lengths(sizes);
        return `${found}` === `${sizes}` && most <= 32;
      },
    ));
  });

  it("holds the source back for long messages", async () => {
    const { found, most } = await lengths(Array(20).fill(400_000));
    assertEquals(found.length, 20);
    assertEquals(most, 3);
  });
});
