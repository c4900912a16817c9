import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  EventFile,
  SpillingStore,
} from "../../lib/host/reports/spilling_store.ts";
import { ANY_CHARACTER } from "../support/any_character.ts";

describe("a store that spills", () => {
  let folder: string;
  beforeEach(() => {
    folder = Deno.makeTempDirSync();
  });
  afterEach(() => Deno.removeSync(folder, { recursive: true }));

  it("gives back every line, and leaves nothing", () => {
    const line = fc.string({ unit: ANY_CHARACTER })
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

  it("asks for no permission", () => {
    const { querySync } = Deno.permissions;
    Deno.permissions.querySync = () =>
      ({ state: "prompt" }) as Deno.PermissionStatus;
    try {
      using store = new SpillingStore({ folder, limit: 0 });
      store.append("a");
      assertEquals([store.read(0), store.spilled], ["a", false]);
    } finally {
      Deno.permissions.querySync = querySync;
    }
  });
});

describe("a file of events", () => {
  it("has no line behind one that could not be written", () => {
    const path = Deno.makeTempFileSync();
    const { writeSync } = Deno.FsFile.prototype;
    using events = EventFile.open(path);
    events.append("a\n");
    try {
      Deno.FsFile.prototype.writeSync = () => {
        throw new Deno.errors.WriteZero("no space left");
      };
      events.append("b\n");
    } finally {
      Deno.FsFile.prototype.writeSync = writeSync;
    }
    events.append("c\n");
    assertThrows(() => events.end("d\n"), Error, "no space left");
    assertEquals(Deno.readTextFileSync(path), "a\n");
    Deno.removeSync(path);
  });
});
