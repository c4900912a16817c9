import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { MemorySink } from "../../../lib/host/http/content/sink.ts";
import { describe } from "../../support/over_both.ts";

/** A chunk of a length, as a view of a buffer with so much more around it. */
const chunks = fc.array(
  fc.record({
    length: fc.oneof(
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1000, max: 40_000 }),
    ),
    around: fc.constantFrom(0, 0, 60_000),
  }),
  { maxLength: 30 },
);

describe("MemorySink", () => {
  it("gives back what it took, in whatever chunks, up to its limit", () => {
    let next = 0;
    const setup = fc.record({
      chunks,
      limit: fc.integer({ min: 1, max: 300_000 }),
      // What the Content-Length says, which may be more or less.
      expected: fc.constantFrom(0, 1_100_000),
    });
    fc.assert(fc.property(setup, ({ chunks, limit, expected }) => {
      const sink = new MemorySink(limit, expected);
      const whole = new Uint8Array(
        chunks.reduce((sum, { length }) => sum + length, 0),
      );
      let taken = 0;
      let full = false;
      for (const { length, around } of chunks) {
        const buffer = new Uint8Array(length + around);
        const chunk = buffer.subarray(around, around + length);
        for (let i = 0; i < length; i++) chunk[i] = next = (next + 7) % 251;
        whole.set(chunk, taken);
        taken += length;
        full = sink.write(chunk) === "full";
        // Chunks that are not kept are overwritten by what comes next.
        if (!sink.keepsChunks) buffer.fill(255);
        if (full) break;
      }
      const bytes = sink.bytes;
      assertEquals(bytes.length, Math.min(taken, limit));
      assertEquals(bytes.every((byte, i) => byte === whole[i]), true);
      assertEquals([sink.truncated, full], [taken > limit, taken > limit]);
      assertEquals(sink.bytes, bytes);
    }));
  });

  it("keeps no short chunks, and none at all where it says so", () => {
    const sink = new MemorySink(10, 5);
    assertEquals(sink.keepsChunks, true);
    for (let byte = 1; byte <= 3; byte++) {
      const chunk = Uint8Array.of(byte);
      sink.write(chunk);
      if (byte > 1) chunk.fill(9);
    }
    assertEquals(sink.bytes, Uint8Array.of(1, 2, 3));
    // More than was expected, too.
    const long = new MemorySink(2_000_000, 1_100_000);
    assertEquals(long.keepsChunks, false);
    for (const byte of [1, 2]) {
      const chunk = new Uint8Array(700_000).fill(byte);
      long.write(chunk);
      chunk.fill(9);
    }
    const { bytes } = long;
    assertEquals(bytes.length, 1_400_000);
    assertEquals(bytes.every((it, at) => it === (at < 700_000 ? 1 : 2)), true);
  });

  it("has nothing after it was discarded", () => {
    const sink = new MemorySink(10);
    sink.write(Uint8Array.of(1));
    sink.discard();
    assertEquals(sink.bytes, new Uint8Array());
    sink.write(Uint8Array.of(2));
    assertEquals(sink.bytes, Uint8Array.of(2));
  });
});
