import { isOnePlaceholder } from "../../../core/template/one_placeholder.ts";
import type { FileAssertion } from "../open_collection.ts";

/** What httpyac calls an operator, and what Brace does; no value where it has none. */
const OPERATORS: Readonly<Record<string, readonly [string, boolean]>> = {
  "==": ["eq", true],
  "===": ["eq", true],
  equals: ["eq", true],
  "!=": ["neq", true],
  "!==": ["neq", true],
  ">": ["gt", true],
  ">=": ["gte", true],
  "<": ["lt", true],
  "<=": ["lte", true],
  startswith: ["startsWith", true],
  endswith: ["endsWith", true],
  includes: ["contains", true],
  contains: ["contains", true],
  matches: ["matches", true],
  exists: ["isTruthy", false],
  istrue: ["isTruthy", false],
  isfalse: ["isFalsy", false],
  isnumber: ["isNumber", false],
  isboolean: ["isBoolean", false],
  isstring: ["isString", false],
  isarray: ["isArray", false],
};
/** A comparison behind a blank; signs may touch what follows, words may not. */
const OPERATOR = new RegExp(
  `(?:^|\\s)(?:([=!]==?|[<>]=?)|(${
    Object.keys(OPERATORS).filter((one) => /^\w/.test(one)).join("|")
  })(?=\\s|$))`,
  "gi",
);
/** Members as JavaScript has them: `items[0].name`. */
const MEMBERS =
  /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[(?:\d+|"[^"\\]*"|'[^'\\]*')\])*$/;
/** What is a number or a text, whatever the response. */
const IS_NUMBER = /^res\.(?:status|responseTime)$/;
const IS_TEXT = /^res\.(?:text|headers)/;
/** What compares one placeholder, which keeps the kind of its value, with a list that is read as JSON: a text equals no number. */
const AMONG: Readonly<Record<string, string>> = { eq: "in", neq: "notIn" };

/** `?? status == 200` of httpyac as an assertion; undefined where Brace has none. */
export function httpAssertion(
  line: string,
  template: (text: string) => string,
): FileAssertion | undefined {
  const [, field = "", rest = ""] = /^\?\?\s*(\S+)\s*(.*)$/.exec(line) ?? [];
  const found = [...rest.matchAll(OPERATOR)];
  const isCode = /^(?:js|javascript)$/i.test(field);
  // Code may compare, too: there the last one is the assertion's.
  const match = isCode ? found.at(-1) : found[0];
  if (match === undefined) return undefined;
  const [operator, hasValue] = OPERATORS[(match[1] ?? match[2]).toLowerCase()];
  const expression = expressionOf(
    field.toLowerCase(),
    rest.slice(0, match.index).trim(),
  );
  if (expression === undefined) return undefined;
  if (!hasValue) return { expression, operator };
  const expected = template(
    rest.slice(match.index + match[0].length).trim(),
  );
  // httpyac makes a number of the text that a variable has.
  const amongOperator = IS_NUMBER.test(expression) && isOnePlaceholder(expected)
    ? AMONG[operator]
    : undefined;
  if (amongOperator !== undefined) {
    return { expression, operator: amongOperator, value: `[${expected}]` };
  }
  return {
    expression,
    operator,
    value: rightSide(expected, {
      operator,
      isText: IS_TEXT.test(expression),
    }),
  };
}

/** The left side; undefined for what Brace does not know of a response. */
function expressionOf(field: string, of: string): string | undefined {
  switch (field) {
    case "status":
      return of === "" ? "res.status" : undefined;
    case "header":
      return /^[^\s"\\]+$/.test(of)
        ? `res.headers["${of.toLowerCase()}"]`
        : undefined;
    case "duration":
      return of === "" || of === "total" ? "res.responseTime" : undefined;
    case "body":
      if (of === "") return "res.text";
      if (of.startsWith("$")) return of;
      if (MEMBERS.test(of)) return `res.body.${of}`;
      return MEMBERS.test(`_${of}`) ? `res.body${of}` : undefined;
    case "jsonpath":
      return of.startsWith("$") ? of : undefined;
    case "js":
    case "javascript": {
      const code = of
        .replace(
          /\bresponse\.(?:parsedBody|body)\b/g,
          (it) => it.endsWith("parsedBody") ? "res.body" : "res.text",
        )
        .replace(/\bresponse\.statusCode\b/g, "res.status")
        .replace(/\bresponse\.headers\b/g, "res.headers");
      return /\b(?:response|request|require)\b/.test(code) ? undefined : code;
    }
    default:
      return undefined;
  }
}

/** A value as the right side of an assertion: what Brace would read otherwise stands in quotes. */
function rightSide(
  text: string,
  { operator, isText }: { operator: string; isText: boolean },
): string {
  // In plain text these are escapes.
  const plain = text.replace(/\\(?=[ntr\\])/g, "\\\\");
  // httpyac compares as the left side is.
  const isOther = isText && /^(?:eq|neq)$/.test(operator) &&
    /^(?:-?\d[\d.eE+-]*|true|false|null|undefined|[[{].*)$/.test(plain);
  return isOther && !plain.includes("'") ? `'${plain}'` : plain;
}
