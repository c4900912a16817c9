import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import {
  decode,
  encode,
  requireValue,
} from "../../../../lib/core/script/border/encode.ts";

const KEPT: readonly unknown[] = [
  undefined,
  null,
  true,
  -0,
  NaN,
  Infinity,
  5n,
  "a\0\ud83d",
  new Date(5),
  new Date(NaN),
  new Uint8Array([0, 128, 255]),
  [undefined, [NaN, { a: undefined }]],
  { $brace: "bigint", v: "x" },
  { a: { $brace: undefined, b: [new Date(0)] } },
  JSON.parse('{"__proto__": 1, "constructor": {"__proto__": null}}'),
];

describe("encode", () => {
  for (const value of KEPT) {
    it(`keeps ${Deno.inspect(value)}`, () => {
      assertEquals(decode(encode(value)), value);
    });
  }

  it("names the place of what it cannot encode", () => {
    assertThrows(
      () => encode({ a: [1, { "b c": () => 1 }] }),
      TypeError,
      '"a[1].b c" is a function',
    );
    assertThrows(() => encode(Symbol("s")), TypeError, "it is a symbol");
  });

  it("is strict for variables", () => {
    for (const value of [undefined, NaN, new Date(NaN), new Uint8Array()]) {
      assertThrows(
        () => requireValue("the thing", "x", [value]),
        TypeError,
        '"x[0]" is',
      );
    }
    requireValue("the thing", "x", { a: [1n, null, new Date(0)] });
  });
});
