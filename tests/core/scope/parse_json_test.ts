import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { WrittenNumber } from "../../../mod.ts";
import {
  parseJson,
  parseWrittenJson,
} from "../../../lib/core/scope/value/parse_json.ts";
import { check } from "../../support/check.ts";

const LONG = "12345678901234567890";

/** JSON → its value, with integers that keep their digits. */
const VALUES: [text: string, value: unknown][] = [
  [LONG, BigInt(LONG)],
  [`"${LONG}"`, LONG],
  [`-${LONG}`, -BigInt(LONG)],
  [`[${LONG}, 9007199254740993, 1, 1.5]`, [
    BigInt(LONG),
    9007199254740993n,
    1,
    1.5,
  ]],
  ["1234567890123456.75", 1234567890123456.75],
  ["1234567890123456e10", 1234567890123456e10],
  [`{"a":{"${LONG}":"${LONG}"},"b":[],"c":{},"d":[{}],"e":${LONG}}`, {
    a: { [LONG]: LONG },
    b: [],
    c: {},
    d: [{}],
    e: BigInt(LONG),
  }],
  [`[true,false,null,"\\"${LONG}\\\\",${LONG}]`, [
    true,
    false,
    null,
    `"${LONG}\\`,
    BigInt(LONG),
  ]],
  [`{"a":1,"b":2,"a":${LONG}}`, { a: BigInt(LONG), b: 2 }],
  [` [ ${LONG} ]\n`, [BigInt(LONG)]],
];

describe("parseJson", () => {
  for (const [text, value] of VALUES) {
    it(text, () => {
      assertEquals(parseJson(text), value);
      if (typeof value === "object") {
        assertEquals(Object.keys(parseJson(text)!), Object.keys(value!));
      }
    });
  }

  it("keeps a member named __proto__", () => {
    const value = parseJson(`{"__proto__": ${LONG}}`) as object;
    assertEquals(Object.entries(value), [["__proto__", BigInt(LONG)]]);
    assertEquals(Object.getPrototypeOf(value), Object.prototype);
  });

  it("refuses what is not JSON", () => {
    for (const text of [`{${LONG}: 1}`, `[${LONG}`, `0${LONG}`, "{1.0: 2}"]) {
      assertThrows(() => parseJson(text), SyntaxError);
      assertThrows(() => parseWrittenJson(text), SyntaxError);
    }
  });

  it("reads 100,000 levels", () => {
    const deep = `${"[".repeat(100_000)}${LONG}${"]".repeat(100_000)}`;
    let value = parseJson(deep);
    while (Array.isArray(value)) [value] = value;
    assertEquals(value, BigInt(LONG));
  });

  it("gives what JSON.parse gives, for any JSON", () => {
    const plain = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(
          value,
          (_, one) =>
            typeof one === "bigint" || one instanceof WrittenNumber
              ? Number(one)
              : one,
        ),
      );
    check(fc.property(fc.json(), (json) => {
      const long = `[${json}, ${LONG}]`;
      assertEquals(plain(parseJson(long)), JSON.parse(long));
      assertEquals(plain(parseWrittenJson(long)), JSON.parse(long));
    }));
  });
});

describe("parseWrittenJson", () => {
  it("remembers how numbers are written", () => {
    assertEquals(parseWrittenJson('[1, 1.0, {"a": 1e3}, "1.0", 1e400]'), [
      1,
      new WrittenNumber("1.0", 1),
      { a: new WrittenNumber("1e3", 1000) },
      "1.0",
      new WrittenNumber("1e400", Infinity),
    ]);
  });
});
