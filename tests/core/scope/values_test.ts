import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import {
  createClient,
  kindOf,
  render,
  Scopes,
  snapshot,
  type Value,
  VALUE_KINDS,
  WrittenNumber,
} from "../../../mod.ts";
import {
  jsonText,
  valueText,
} from "../../../lib/core/scope/value/value_text.ts";
import { layerOf } from "../../../lib/core/scope/layer.ts";
import { check } from "../../support/check.ts";
import { problemsOf } from "../../support/problems.ts";

class Point {
  x = 1;
}
const cycle: Record<string, unknown> = { a: { b: [] } };
(cycle.a as { b: unknown[] }).b.push(cycle);

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}
const inArrays = (levels: number) => nested(levels, (inner) => [inner]);
const inObjects = (levels: number) => nested(levels, (a) => ({ a }));

/** What no variable can be, and the reason that the error gives. */
const REFUSED: [what: string, value: unknown, reason: string][] = [
  ["undefined", undefined, "it is undefined"],
  ["NaN", NaN, "it is NaN"],
  ["Infinity", Infinity, "it is Infinity"],
  ["-Infinity", -Infinity, "it is -Infinity"],
  ["an invalid date", new Date(NaN), "it is an invalid date"],
  ["a Map", new Map([["a", 1]]), "it is an instance of Map"],
  ["a Set", new Set([1]), "it is an instance of Set"],
  ["a class instance", new Point(), "it is an instance of Point"],
  ["a boxed number", Object(1), "it is an instance of Number"],
  ["a boxed string", Object("a"), "it is an instance of String"],
  ["a regular expression", /a/, "it is an instance of RegExp"],
  ["an error", new Error("x"), "it is an instance of Error"],
  ["a promise", Promise.resolve(), "it is an instance of Promise"],
  ["bytes", new Uint8Array(1), "it is an instance of Uint8Array"],
  ["a URL", new URL("http://a"), "it is an instance of URL"],
  ["a function", () => 1, "it is a function"],
  ["a class", Point, "it is a function"],
  ["a symbol", Symbol("s"), "it is a symbol"],
  ["a cycle", cycle, "a cycle"],
  ["a member", { a: [1, { b: NaN }] }, '"v.a[1].b" is NaN'],
  ["a member's undefined", { a: undefined }, '"v.a" is undefined'],
  ["a member's function", { toJSON: () => 1 }, '"v.toJSON" is a function'],
  ["a member's date", [new Date(NaN)], '"v[0]" is an invalid date'],
  // deno-lint-ignore no-sparse-arrays
  ["a hole", [1, , 2], '"v[1]" is undefined'],
  ["a long hole", new Array(4294967295), '"v[0]" is undefined'],
  ["depth in arrays", inArrays(100_000), "nested deeper than 1000 levels"],
  ["depth in objects", inObjects(100_000), "nested deeper than 1000 levels"],
  ["a getter that throws", {
    get a() {
      throw new Error("secret");
    },
  }, "cannot be read"],
  [
    "a proxy that throws",
    new Proxy({}, {
      ownKeys() {
        throw new Error("secret");
      },
    }),
    "cannot be read",
  ],
  ["a fake date", Object.create(Date.prototype), ""],
];

describe("snapshot", () => {
  for (const [what, value, reason] of REFUSED) {
    it(`refuses ${what}`, () => {
      const error = assertThrows(() => snapshot(value, "v"), TypeError, reason);
      assert(error.message.startsWith('Cannot set the variable "v": '));
      assert(!error.message.includes("secret"));
      assert(error.message.length < 300);
    });
  }

  it("refuses a revoked proxy, and what cannot be read twice", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    assertThrows(() => snapshot(proxy, "v"), TypeError);
    let reads = 0;
    const once = {
      get a() {
        if (reads++ > 0) throw new Error("secret");
        return 1;
      },
    };
    assertThrows(() => snapshot(once, "v"), TypeError, "cannot be read");
  });

  it("takes 1000 levels, null prototypes, and shared objects", () => {
    snapshot(inArrays(1000), "v");
    const shared = { a: 1 };
    const value = Object.assign(Object.create(null), { x: shared, y: shared });
    assertEquals(snapshot(value, "v"), { x: { a: 1 }, y: { a: 1 } });
    assertEquals(snapshot(null, "v"), null);
    assertEquals(snapshot(12345678901234567890n, "v"), 12345678901234567890n);
  });

  it("ends with objects that grow when they are written", () => {
    let value: unknown[] = [];
    for (let level = 0; level < 40; level++) value = [value, value];
    assertThrows(() => snapshot(value, "v"), TypeError, "too large");
  });

  it("copies own properties, whatever their names", () => {
    const value = JSON.parse('{"__proto__": {"polluted": true}, "a": 1}');
    const copy = snapshot(value, "v") as Record<string, unknown>;
    assertEquals(Object.keys(copy), ["__proto__", "a"]);
    assertEquals(Object.getPrototypeOf(copy), Object.prototype);
    assertEquals((copy as { polluted?: true }).polluted, undefined);
  });

  it("is apart from its original, both ways", () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    check(fc.property(json, (value) => {
      const before = JSON.stringify(value);
      const original = { value, list: [value], date: new Date(0) };
      const copy = snapshot(original, "v") as typeof original;
      assertEquals(JSON.stringify(copy), JSON.stringify(original));
      for (const [one, other] of [[original, copy], [copy, original]]) {
        scribble(one);
        assertEquals(JSON.stringify(other.value), before);
        assertEquals(other.date.getTime(), 0);
        Object.assign(one, snapshot(other, "v"));
      }
    }));
  });
});

/** Changes whatever can be changed. */
function scribble(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Date) return void value.setTime(1);
  Object.values(value).forEach(scribble);
  if (Array.isArray(value)) value.push("scribble");
  else (value as Record<string, unknown>).scribble = 1;
}

describe("variables of a client", () => {
  it("are apart from what was set and what is got", () => {
    const client = createClient();
    const value = { list: [1], at: new Date(0) };
    assertEquals(client.setVar("v", value), undefined);
    const expected = '{"list":[1],"at":"1970-01-01T00:00:00.000Z"}';
    scribble(value);
    assertEquals(client.render("{{v}}"), expected);
    scribble(client.getVar("v"));
    assertEquals(client.render("{{v}}"), expected);
    assertNotStrictEquals(client.getVar("v"), client.getVar("v"));
  });
});

/** Values that no variable has can still come in a layer that a program makes. */
describe("what cannot be a value", () => {
  const places = ["text", "json", "header", "url", "form"] as const;
  for (const [what, value] of REFUSED) {
    it(`${what} cannot be written anywhere`, () => {
      for (const mode of ["runtime", "environment"] as const) {
        const scopes = new Scopes([
          layerOf(mode, [{
            name: "v",
            value: value as Value,
            secret: false,
            disabled: false,
            at: { file: "", path: [] },
          }]),
        ]);
        for (const place of places) {
          const run = () => render("{{v}}", scopes, { place });
          assertEquals(problemsOf(run), ["UNSERIALIZABLE 1:1"]);
        }
        assertEquals(
          problemsOf(() => render("{{v.nope}}", scopes)),
          ["INVALID_PATH 1:1"],
        );
      }
    });
  }
});

/** Value → its text, and its JSON. */
const TEXTS: [value: Value, text: string, json: string][] = [
  ["", "", '""'],
  ['a"b\\c\n', 'a"b\\c\n', '"a\\"b\\\\c\\n"'],
  ["\ud800", "\ud800", '"\\ud800"'],
  ["\u2028", "\u2028", '"\u2028"'],
  [0, "0", "0"],
  [-0, "0", "0"],
  [1.5, "1.5", "1.5"],
  [-1e-7, "-1e-7", "-1e-7"],
  [1e21, "1e+21", "1e+21"],
  [123456789012345680000, "123456789012345680000", "123456789012345680000"],
  [Number.MAX_SAFE_INTEGER, "9007199254740991", "9007199254740991"],
  [5e-324, "5e-324", "5e-324"],
  [12345678901234567890n, "12345678901234567890", "12345678901234567890"],
  [-1n, "-1", "-1"],
  [true, "true", "true"],
  [false, "false", "false"],
  [null, "null", "null"],
  [
    new Date(Date.UTC(2024, 1, 29, 12, 30, 15, 5)),
    "2024-02-29T12:30:15.005Z",
    '"2024-02-29T12:30:15.005Z"',
  ],
  [
    new Date(Date.UTC(10000, 0, 1)),
    "+010000-01-01T00:00:00.000Z",
    '"+010000-01-01T00:00:00.000Z"',
  ],
  [
    new Date(-62198755200000),
    "-000001-01-01T00:00:00.000Z",
    '"-000001-01-01T00:00:00.000Z"',
  ],
  [[], "[]", "[]"],
  [{}, "{}", "{}"],
  [{ b: 1, a: [true, null, "x"] }, '{"b":1,"a":[true,null,"x"]}', ""],
  [{ at: [new Date(0)] }, '{"at":["1970-01-01T00:00:00.000Z"]}', ""],
  [[-0, { z: -0 }], '[0,{"z":0}]', ""],
  [
    { id: 12345678901234567890n, d: new Date(0), l: [1n, "é"] },
    '{"id":12345678901234567890,"d":"1970-01-01T00:00:00.000Z","l":[1,"é"]}',
    "",
  ],
  [
    JSON.parse('{"__proto__":{"a":1},"toString":"x"}'),
    '{"__proto__":{"a":1},"toString":"x"}',
    "",
  ],
  [Object.assign(Object.create(null), { a: 1 }), '{"a":1}', ""],
];

describe("texts of values", () => {
  for (const [value, text, json] of TEXTS) {
    it(JSON.stringify(text), () => {
      assertEquals(valueText(value), text);
      assertEquals(jsonText(value), json || text);
      // A second time, when the value is known to be sound.
      assertEquals(jsonText(value), json || text);
    });
  }

  it("of JSON values are their compact JSON", () => {
    check(fc.property(fc.jsonValue(), (value) => {
      assertEquals(
        jsonText(snapshot(value, "v")),
        JSON.stringify(value),
      );
    }));
  });
});

describe("kindOf", () => {
  it("names each kind", () => {
    const written = new WrittenNumber("0.0", 0);
    const values: Value[] = [
      "",
      0,
      0n,
      written,
      true,
      null,
      {},
      [],
      new Date(),
    ];
    assertEquals(values.map(kindOf), [
      "string",
      "number",
      "number",
      "number",
      "boolean",
      "null",
      "object",
      "array",
      "date",
    ]);
    assertEquals(
      new Set(values.map(kindOf)),
      new Set(Object.keys(VALUE_KINDS)) as Set<never>,
    );
  });
});
