import { readRightSide } from "../../../core/assertion/read_right_side.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import { type Say, shownName } from "./bru_text.ts";
import { asJavaScript } from "./script/as_java_script.ts";
import { toPostmanScript } from "./script/to_postman.ts";

/** The left sides that Postman has words for; those of the response itself are numbers. */
const NUMBERS = new Map([
  ["res.status", "pm.response.code"],
  ["res.responseTime", "pm.response.responseTime"],
]);

/** A place in a JSON body, which JavaScript reads in the same way. */
const PLACE =
  /^res\.body(?:\??\.[A-Za-z_$][\w$]*|(?:\?\.)?\[(?:\d+|'[^']+')\])+$/;
/** A header, whose value is a text. */
const HEADER_PLACE = /^res\.headers(?:\.\w+|\[(?:'[^']+'|"[^"\\]+")\])$/;

/** Comparisons of numbers, as chai names them. */
const ORDERS = new Map([
  ["gt", "above"],
  ["gte", "at.least"],
  ["lt", "below"],
  ["lte", "at.most"],
]);

/** Assertions as calls of `pm.test`; one that Postman has no words for is a comment, and named. */
export function assertionTests(assertions: RawJson, say: Say): string[] {
  const rows = elements(assertions).map(members).filter((row) =>
    row.disabled !== true
  );
  const tests = rows.map(testOf);
  if (tests.some((test) => test !== undefined)) {
    say("Assertions are written as a test script", undefined, "changed");
  }
  const others = rows.filter((_, at) => tests[at] === undefined);
  if (others.length > 0) {
    // Values stay unsaid: they may be secret.
    const names = others.map(({ expression, operator }) =>
      `"${shownName(oneLine([expression, operator]))}"`
    );
    say(
      others.length === 1
        ? `The assertion ${names} is written as a comment, so Postman does not check it: write it with pm.test`
        : `${others.length} assertions are written as comments, so Postman does not check them: write them with pm.test (${
          names.join(", ")
        })`,
    );
  }
  return rows.map((row, at) => tests[at] ?? `// ${textOf(row)}`);
}

/** The test that means what an assertion does. */
function testOf(row: Record<string, RawJson>): string | undefined {
  const expression = jsonTextOf(row.expression) ?? "";
  const operator = jsonTextOf(row.operator) ?? "";
  const text = jsonTextOf(row.value) ?? "";
  // A placeholder gives its value only when it runs, and escapes are Brace's.
  if (text.includes("{{") || text.includes("\\")) return undefined;
  const { value } = readRightSide(text);
  const number = NUMBERS.get(expression);
  if (number !== undefined) {
    if (typeof value !== "number") return undefined;
    if (expression === "res.status" && operator === "eq") {
      return `pm.test("status is ${value}", () => pm.response.to.have.status(${value}));`;
    }
    const order = operator === "eq" ? "equal" : ORDERS.get(operator);
    return order === undefined
      ? undefined
      : test(row, `pm.expect(${number}).to.be.${order}(${value})`);
  }
  const isText = typeof value === "string";
  const isLiteral = isText || value === null || typeof value === "number" ||
    typeof value === "boolean";
  const place = asJavaScript(expression) ?? expression;
  const isKnown = isLiteral && PLACE.test(place) ||
    isText && HEADER_PLACE.test(place);
  return !isKnown || operator !== "eq" ? undefined : test(
    row,
    `pm.expect(${toPostmanScript(place).code}).to.equal(${
      JSON.stringify(value)
    })`,
  );
}

function test(row: Record<string, RawJson>, check: string): string {
  return `pm.test(${JSON.stringify(textOf(row))}, () => ${check});`;
}

/** An assertion on one line. */
function textOf({ expression, operator, value }: Record<string, RawJson>) {
  return oneLine([expression, operator, value]);
}

function oneLine(words: readonly RawJson[]): string {
  return words.map((word) => jsonTextOf(word) ?? "").join(" ").trim()
    .replaceAll(/[\r\n\u2028\u2029]+/g, " ");
}
