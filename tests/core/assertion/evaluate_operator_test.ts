import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { evaluateOperator } from "../../../lib/core/assertion/assertion_result.ts";
import {
  readRightSide,
  rightSideOf,
} from "../../../lib/core/assertion/read_right_side.ts";
import { LongText } from "../../../lib/core/http/long_text.ts";
import type { AssertionOperator } from "../../../lib/core/collection/types.ts";
import type { Value } from "../../../lib/core/scope/value/value.ts";

type Row = [Value | undefined, AssertionOperator, string, boolean | string];

const day = new Date("2024-01-02T03:04:05.006Z");

/** left side, operator, right side as text, passes or why it cannot. */
const ROWS: Row[] = [
  [200, "eq", "200", true],
  [200, "eq", "'200'", false],
  ["200", "eq", "200", false],
  ["200", "eq", '"200"', true],
  ["Anna Smith", "eq", "Anna Smith", true],
  ["010", "eq", "010", true],
  [1.5, "eq", "1.50", true],
  [true, "eq", "true", true],
  [null, "eq", "null", true],
  [undefined, "eq", "undefined", true],
  [undefined, "eq", "null", false],
  ["null", "eq", "null", false],
  [{ a: 1, b: [2] }, "eq", '{"b":[2],"a":1}', true],
  [{ a: 1 }, "eq", '{"a":1,"b":2}', false],
  [{ a: 1, b: 2 }, "eq", '{"a":1}', false],
  [[1, 2], "eq", "[1,2]", true],
  [[1, 2], "eq", "[2,1]", false],
  [9007199254740993n, "eq", "9007199254740993", true],
  [9007199254740993n, "eq", "9007199254740992", false],
  [Infinity, "eq", "1e400", false],
  ["1e400", "eq", "1e400", true],
  ["1e400", "eq", "1e999", false],
  [5, "lt", "1e400", '"1e400" is not a number'],
  ["1e400", "gt", "5", '"1e400" is not a number'],
  ["", "eq", "", true],
  ["{x}", "eq", "{x}", true],
  [1, "neq", "2", true],
  [1, "neq", "1", false],
  [5, "gt", "4", true],
  [5, "gt", "5", false],
  [5, "gte", "5", true],
  ["123", "gt", "99", true],
  ["9", "lt", "10", true],
  ["b", "gt", "a", true],
  [10n, "gt", "9", true],
  ["abc", "gt", "5", '"abc" is not a number'],
  [null, "lt", "5", "null is not a number"],
  [undefined, "lte", "5", "undefined is not a number"],
  [5, "lt", "many", '"many" is not a number'],
  [4, "lt", "5", true],
  [5, "lte", "5", true],
  [201, "in", "200, 201", true],
  [201, "in", "[200, 201]", true],
  [204, "in", "200, 201", false],
  ["a,b", "in", "'a,b', c", true],
  ["don't", "in", "don't, won't", true],
  ["b", "in", "'a', 'b'", true],
  ["a", "in", '"a", "b"', true],
  ['a", "b', "in", '"a", "b"', false],
  ["a", "in", '"a, b"', true],
  ["hello", "in", "[hello, bye]", true],
  ["bye", "in", "[hello, bye]", true],
  ["bye", "in", "['hello', 'bye']", true],
  ["hello", "in", " [ hello ] ", true],
  ["no", "in", "[hello, bye]", false],
  ["hello", "notIn", "[hello, bye]", false],
  ["no", "notIn", "[hello, bye]", true],
  [5, "in", "[5, five]", true],
  ["a[0]", "in", "[a[0], a[1]]", true],
  // Brackets of the items.
  [[1], "in", "[1], [2]", true],
  ["[a]", "in", "'[a]', b", true],
  // One text in quotes is a text, as it is among others.
  [5, "in", '"5"', false],
  [5, "notIn", "'5'", true],
  ["5", "in", '"5"', true],
  ['say "hi"', "eq", '"say "hi""', true],
  [204, "notIn", "200, 201", true],
  [200, "notIn", "200, 201", false],
  ["hello", "contains", "ell", true],
  ["a 010 b", "contains", "010", true],
  ["hello", "contains", "'ell'", true],
  [["a", "b"], "contains", "b", true],
  [[{ a: 1 }], "contains", '{"a":1}', true],
  [{ a: 1, b: 2 }, "contains", '{"a":1}', true],
  [{ a: 1, b: 2 }, "contains", '{"a":2}', false],
  [{ a: 1 }, "contains", "a", '{"a":1} is not text'],
  [undefined, "contains", "a", "undefined is not text"],
  ["hello", "notContains", "x", true],
  [undefined, "notContains", "x", "undefined is not text"],
  ["abc", "length", "3", true],
  [[1], "length", "1", true],
  [[1], "length", "2", "got length 1: [1]"],
  [5, "length", "1", "5 has no length"],
  [[1], "length", "one", '"one" is not a length, write a whole number'],
  ["Hello", "matches", "^hel", false],
  ["Hello", "matches", "/^hel/i", true],
  ["a/b", "matches", "/^a\\/b$/", true],
  [404, "matches", "^4\\d\\d$", true],
  [{ a: 1 }, "matches", "a", '{"a":1} is not text'],
  ["Hello", "notMatches", "^hel", true],
  [null, "notMatches", "a", "null is not text"],
  ["hello", "startsWith", "he", true],
  ["hello", "endsWith", "lo", true],
  ["hello", "endsWith", "he", false],
  [5, "between", "1, 10", true],
  [10, "between", "1,10", true],
  [11, "between", "[1, 10]", false],
  ["b", "between", "[a, c]", true],
  [5, "between", "1", '"1" is not a range, write two values such as 1, 10'],
  ["x", "between", "1, 2", '"x" is not a number'],
  ["", "isEmpty", "", true],
  [[], "isEmpty", "", true],
  [{}, "isEmpty", "", true],
  [[0], "isEmpty", "", false],
  [null, "isEmpty", "", "null is neither text, array nor object"],
  [[0], "isNotEmpty", "", true],
  [0, "isNotEmpty", "", "0 is neither text, array nor object"],
  [null, "isNull", "", true],
  [undefined, "isNull", "", false],
  [undefined, "isUndefined", "", true],
  [null, "isDefined", "", true],
  [undefined, "isDefined", "", false],
  [1, "isTruthy", "", true],
  [0n, "isFalsy", "", true],
  ["", "isFalsy", "", true],
  [{}, "isJson", "", true],
  [[], "isJson", "", true],
  ["[1]", "isJson", "", true],
  ["text", "isJson", "", false],
  ["5", "isJson", "", false],
  ["null", "isJson", "", false],
  [1, "isJson", "", false],
  [1, "isNumber", "", true],
  [1n, "isNumber", "", true],
  [NaN, "isNumber", "", false],
  ["1", "isNumber", "", false],
  ["", "isString", "", true],
  [false, "isBoolean", "", true],
  [[], "isArray", "", true],
  [{}, "isArray", "", false],
];

describe("evaluateOperator", () => {
  for (const [actual, operator, right, expected] of ROWS) {
    it(`${String(typeof actual)} ${operator} ${right} → ${expected}`, () => {
      assertEquals(
        evaluateOperator(operator, actual, readRightSide(right)),
        typeof expected === "string"
          ? { passed: false, why: expected }
          : { passed: expected },
      );
    });
  }

  it("compares the value of a placeholder by its kind", () => {
    const right = rightSideOf;
    assertEquals(evaluateOperator("eq", "5", right("5")).passed, true);
    assertEquals(evaluateOperator("eq", 5, right("5")).passed, false);
    assertEquals(evaluateOperator("in", "b", right(["a", "b"])).passed, true);
    assertEquals(evaluateOperator("eq", day, right(day)).passed, true);
    assertEquals(
      evaluateOperator("lt", day, right(new Date("2025-01-01"))).passed,
      true,
    );
    assertEquals(
      evaluateOperator("eq", { at: day.toJSON() }, right({ at: day })).passed,
      true,
    );
    assertEquals(
      evaluateOperator("contains", `on ${day.toJSON()}`, right(day)).passed,
      true,
    );
  });

  for (const [left, operator, right] of ROWS) {
    // No number is that long, and it is not empty.
    if (typeof left !== "string" || left === "" || !Number.isNaN(+left)) {
      continue;
    }
    it(`says of a long text what it says of ${left} ${operator} ${right}`, () => {
      const long = new LongText(new TextEncoder().encode(left), "text/plain");
      assertEquals(
        evaluateOperator(operator, long, readRightSide(right)),
        evaluateOperator(operator, left, readRightSide(right)),
      );
    });
  }

  it("says what is wrong with a pattern", () => {
    const { passed, why } = evaluateOperator(
      "matches",
      "a",
      readRightSide("("),
    );
    assertEquals(passed, false);
    assertEquals(why?.startsWith("Invalid regular expression"), true);
  });

  it("fails for values nested beyond the stack", () => {
    const deep = (): Value => {
      let value: Value = [];
      for (let i = 0; i < 100_000; i++) value = [value];
      return value;
    };
    assertEquals(evaluateOperator("eq", deep(), rightSideOf(1)).passed, false);
    assertEquals(
      evaluateOperator("eq", deep(), { value: deep(), text: "" }),
      { passed: false, why: "the value is nested too deep" },
    );
  });
});
