import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { valuesAt } from "../../../lib/tools/report/values_at.ts";

const SHOP = {
  items: [
    { id: 1, price: 5, tags: ["new"], stock: true },
    { id: 2, price: 20, tags: [], stock: true },
    { id: 3, price: 8, tags: ["a", "b"] },
  ],
  "a b": { id: 4 },
};

/** Each step of a path doubles the values that it passes. */
const ROUND: Record<string, unknown> = { ...SHOP };
ROUND.self = ROUND;

const FOUND: readonly [path: string, values: readonly unknown[]][] = [
  ["$.items[0].id", [1]],
  ["$.items[-1:].id", [3]],
  ["$..id", [1, 2, 3, 4]],
  ["$['a b'].id", [4]],
  ["$.items[?@.price < 10].id", [1, 3]],
  ["$.items[?@.price < 10 && @.stock].id", [1]],
  ["$.items[?!@.stock || @.id == 2].id", [2, 3]],
  ["$.items[?length(@.tags) == 2].id", [3]],
  ["$..[?@ == 'new']", ["new"]],
  ["$.nothing", []],
  ["$.items[0:1].id", [1]],
  ["$.items[1:].tags[0]", ["a"]],
  ['$["items"].*.id', [1, 2, 3]],
  ["$..tags[0]", ["new", "a"]],
];

const REFUSED: readonly [path: string, message: string][] = [
  ["$[", "unclosed bracketed selection (at character 2)"],
  ["items", "expected '$'"],
  ["", "ends too early"],
  ["$.items. ", "ends too early"],
  ["$.items[?match(@.id, '(a+)+b')]", "no such function 'match'"],
  ["$..[?search(@, '(a+)+b')]", "no such function 'search'"],
  ["$..[?count(@..*) > 1]", 'not "@..'],
  ["$..[?@.tags[?@ == 'a']]", 'not "@'],
  ["$..[?@.id == $.items[0].id]", 'not "$'],
  [`$${"[?@.id]".repeat(5)}`, "more than 4 filters"],
  [`$[${Array(41).fill("*").join(",")}]`, "more than 40 selectors"],
  [`$${"['self','self']".repeat(19)}.none`, "too many values"],
];

describe("values at a JSONPath", () => {
  for (const [path, values] of FOUND) {
    it(path, () => {
      assertEquals(valuesAt(path, SHOP, 10), { values, more: false });
    });
  }

  it("are the first ones where they are many", () => {
    assertEquals(valuesAt("$.items[*].id", SHOP, 2), {
      values: [1, 2],
      more: true,
    });
    assertEquals(valuesAt("$.items[*].id", SHOP, 3).more, false);
  });

  for (const [path, message] of REFUSED) {
    it(`refuses ${path.slice(0, 40)}`, () => {
      assertThrows(() => valuesAt(path, ROUND, 10), Error, message);
    });
  }
});
