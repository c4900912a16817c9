import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { SpillingStore } from "../../lib/host/reports/spilling_store.ts";

describe("a store that spills", () => {
  let folder: string;
  beforeEach(() => {
    folder = Deno.makeTempDirSync();
  });
  afterEach(() => Deno.removeSync(folder, { recursive: true }));

  it("gives back every line, and leaves nothing", () => {
    const line = fc.string({ unit: "binary" })
      .map((text) => JSON.stringify(text));
    fc.assert(
      fc.property(fc.array(line), fc.nat(200), (lines, limit) => {
        using store = new SpillingStore({ folder, limit });
        for (const [at, line] of lines.entries()) {
          store.append(line);
          assertEquals(store.read(at), line);
        }
        assertEquals(lines.map((_, at) => store.read(at)), lines);
        const { length } = new TextEncoder().encode(lines.join(""));
        assertEquals(store.spilled, length > limit);
      }),
    );
    assertEquals([...Deno.readDirSync(folder)], []);
  });

  it("keeps a byte order mark", () => {
    using store = new SpillingStore({ folder, limit: 0 });
    store.append("\ufeffa");
    assertEquals([store.spilled, store.read(0)], [true, "\ufeffa"]);
  });

  it("reads what is on disk and what waits for it", () => {
    using store = new SpillingStore({ folder, limit: 10 });
    const lines = Array.from({ length: 3_000 }, (_, i) => `${i} `.repeat(100));
    for (const line of lines) store.append(line);
    assertEquals(lines.map((_, at) => store.read(at)), lines);
  });

  it("reads in any order", () => {
    using store = new SpillingStore({ folder, limit: 10 });
    const lines = Array.from({ length: 500 }, (_, i) => `${i} `.repeat(i * 5));
    for (const line of lines) store.append(line);
    for (const step of [1, 7, 499, 498]) {
      for (let n = 0; n < lines.length; n++) {
        const at = n * step % lines.length;
        assertEquals(store.read(at), lines[at]);
      }
    }
  });

  it("keeps lines in memory where no file can be had", () => {
    using store = new SpillingStore({ folder: `${folder}/none`, limit: 0 });
    for (const line of ["a", "b"]) store.append(line);
    assertEquals([store.read(0), store.read(1), store.spilled], [
      "a",
      "b",
      false,
    ]);
  });
});
