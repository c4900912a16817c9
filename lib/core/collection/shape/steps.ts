import { SCOPE_NAMES } from "../../scope/names.ts";
import type { Text } from "../../source/origin.ts";
import type { Action, Assertion, AssertionOperator, Script } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";
import {
  any,
  code,
  eachWith,
  later,
  mapping,
  readBy,
  rows,
  template,
  text,
  unlessEmpty,
  withDefault,
  word,
} from "./make.ts";
import { isOperator, OPERATOR_NAMES, OPERATOR_ROWS } from "./operators.ts";
import { isDisabled, ROW_END } from "./rows.ts";
import type { Read, Same } from "./types.ts";

/** A script. Scripts without code, and of phases that Brace does not have, are left out. */
export const SCRIPT = mapping("A script", {
  // Brace leaves hooks and the phases that only gRPC has out.
  type: word("Phase in which the script runs", [
    "before-request",
    "after-response",
    "tests",
    "hooks",
    "grpc:before-call-start",
    "grpc:after-call-end",
    "grpc:before-message-send",
    "grpc:after-message-receive",
  ], {
    "before-request": "Before the request is sent: sets variables, changes req",
    "after-response": "After the response arrives: reads values from res",
    tests: "After the scripts of the response: tests with test and expect",
  }),
  language: word("Language of the code", ["javascript", "typescript"], {
    javascript: "JavaScript, the default",
    typescript: "TypeScript, whose types are removed before it runs",
  }),
  code: code("JavaScript or TypeScript", "text"),
  extensions: mapping("Settings of programs, by name", {
    brace: mapping("Settings of Brace", {
      dialect: word("Additional API that the script uses", ["postman"], {
        postman: "Scripts for Postman: pm and its old globals",
      }),
      for: word("Type of request that the script runs for (default: all)", [
        "http",
        "graphql",
        "websocket",
        "grpc",
      ], {
        http: "HTTP requests",
        graphql: "GraphQL requests",
        websocket: "WebSocket requests",
        grpc: "gRPC requests",
      }),
      each: word("Run for each message that arrives (default: once)", [
        "message",
      ], { message: "Each message that arrives" }),
    }),
  }, { open: true }),
}, {
  filled: ["type"],
  to: ({ type: phase, code, extensions, ...fields }, row) => {
    if (phase === undefined) return undefined;
    if (!code?.text.trim()) {
      reportFile(row);
      return undefined;
    }
    switch (phase) {
      case "before-request":
      case "after-response":
      case "tests":
        return {
          phase,
          code: code.text,
          at: code.at,
          ...extensions?.brace,
          ...fields,
        };
      case "hooks":
        row.report({
          code: "UNSUPPORTED",
          severity: "warning",
          message: `Ignored "${row.name}": Brace does not run hooks`,
        });
        return undefined;
      default:
        phase satisfies `grpc:${string}`;
        row.report({
          code: "UNSUPPORTED",
          severity: "warning",
          message:
            `Ignored "${row.name}": Brace does not run scripts of "${phase}" (it runs before-request, after-response and tests)`,
        });
        return undefined;
    }
  },
});
true satisfies Same<Read<typeof SCRIPT>, Script>;

/** Keys that people name a script's file with. */
const FILE_KEYS = ["file", "path", "src", "filePath"];

/** A script without code that names a file would be left out without a word. */
function reportFile(row: YamlNode): void {
  for (const key of FILE_KEYS) {
    const file = row.get(key).scalar();
    if (!file) continue;
    row.report({
      code: "INVALID_FIELD",
      severity: "warning",
      message: `Ignored "${row.name}": it has no code (write code: require(${
        JSON.stringify(fromRoot(file, row.at.file))
      }))`,
    });
  }
}

/** A path that is written in a file as scripts require it: from the collection's folder. */
function fromRoot(path: string, file: string): string {
  const parts = path.startsWith(".") ? file.split("/").slice(0, -1) : [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.length === 0) return path;
      parts.pop();
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return `./${parts.join("/")}`;
}

/** `scripts`. */
export const SCRIPTS = rows(
  "Scripts around the request",
  SCRIPT,
  eachWith("type", "code"),
);

/** Operators of other tools whose spelling is too far from Brace's for a "did you mean". */
export const OPERATOR_SYNONYMS: ReadonlyMap<string, AssertionOperator> =
  new Map([
    ["equal", "eq"],
    ["equals", "eq"],
    ["=", "eq"],
    ["==", "eq"],
    ["===", "eq"],
    ["notEquals", "neq"],
    ["!=", "neq"],
    ["!==", "neq"],
    [">", "gt"],
    [">=", "gte"],
    ["<", "lt"],
    ["<=", "lte"],
    ["includes", "contains"],
    ["exists", "isDefined"],
  ]);

function readOperator(node: YamlNode): AssertionOperator | undefined {
  const word = node.scalar();
  if (!word) return undefined;
  if (isOperator(word)) return word;
  const near = OPERATOR_SYNONYMS.get(word);
  node.wrongWord(word, OPERATOR_NAMES, { code: "UNKNOWN_OPERATOR", near });
  return undefined;
}

/** How the sides of an assertion compare. */
export const OPERATOR = readBy(
  word(
    "Comparison of the two sides",
    OPERATOR_NAMES,
    Object.fromEntries(
      OPERATOR_NAMES.map((name) => [name, OPERATOR_ROWS[name].about]),
    ),
  ),
  readOperator,
);

/** The right side of an assertion; `null` is a word here: the value to compare with. */
export const RIGHT_SIDE = later(
  readBy(text("The right side, a template"), (node): Text => {
    const { value, at } = node;
    const text = value === null ? node.written() : node.scalar(asText(value));
    return { text: text ?? "", at };
  }),
);

/** Longer ones are not repeated in a message. */
const MAX_REPEATED = 60;

/** How to write a list or a mapping, which every operator reads from its JSON. */
function asText(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const isList = Array.isArray(value);
  // Aliases can make a list or a mapping endless.
  const isFlat = Object.values(value).every((it) =>
    typeof it !== "object" || it === null
  );
  const json = !isFlat
    ? ""
    : isList
    ? `[${value.map((it) => JSON.stringify(it)).join(", ")}]`
    : JSON.stringify(value);
  const isShort = json !== "" && json.length <= MAX_REPEATED;
  const shown = isShort ? json : isList ? "[…]" : "{…}";
  return `write it in quotes: '${shown.replaceAll("'", "''")}'`;
}

/** A row of the assertion table. */
export const ASSERTION = mapping("Assertions about the response", {
  expression: template(
    "The left side: JavaScript over res, such as res.status",
  ),
  operator: OPERATOR,
  value: RIGHT_SIDE,
  ...ROW_END,
  description: any("Description"),
}, {
  filled: ["expression", "operator"],
  accepts: isAssertion,
  to: ({ expression, operator, value: readRight, ...fields }, row) => {
    if (!expression || !operator) return undefined;
    const value = readRight();
    return {
      expression,
      operator,
      ...(OPERATOR_ROWS[operator].hasValue && { value }),
      ...fields,
      disabled: isDisabled(row),
      at: row.at,
    };
  },
});
true satisfies Same<Read<typeof ASSERTION>, Assertion>;

function isAssertion(row: YamlNode): boolean {
  const missing = !row.get("expression").scalar()?.trim()
    ? "expression"
    : row.get("operator").value === ""
    ? "operator"
    : undefined;
  if (missing !== undefined) row.missing(missing);
  return missing === undefined;
}

/** What finds the value of an action. */
const SELECTOR = mapping("Part of the response to save", {
  expression: template("JavaScript over res, such as res.body.id"),
  method: word("Language of the expression", ["jsonq"], {
    jsonq: "As an expression over res (the only method)",
  }),
}, {
  filled: ["expression"],
  isQuiet: true,
  to: ({ expression: selector, method: _, ...fields }) => ({
    ...(selector?.text.trim() && { selector }),
    ...fields,
  }),
});

/** Where an action can set a variable: everywhere but in the rows of data. */
const ACTION_SCOPES = SCOPE_NAMES.filter((name) => name !== "data");

/** Where the value of an action goes. */
const TARGET = mapping("Variable to set", {
  name: unlessEmpty(text("Name")),
  scope: later(
    withDefault(
      word("Scope of the variable", ACTION_SCOPES, {
        runtime: "For all later requests of the iteration",
        request: "For this request",
        folder: "In the folder, for the rest of the iteration",
        environment: "In the environment, for the rest of the iteration",
        collection: "In the collection, for the rest of the iteration",
        global: "In the global variables, for the rest of the iteration",
      }),
      "runtime",
    ),
  ),
}, {
  filled: ["name"],
  isQuiet: true,
  to: ({ name: variable, ...fields }) => ({ variable, ...fields }),
});

/** The part of the response that an action puts into a variable. */
export const ACTION = mapping("Saves part of the response", {
  type: word("Type of action", ["set-variable"], {
    "set-variable": "Saves part of the response in a variable",
  }),
  phase: later(withDefault(
    word(
      "Phase in which the action runs",
      ["before-request", "after-response"],
      {
        "before-request": "Before the request is sent",
        "after-response": "After the response arrives",
      },
    ),
    "after-response",
  )),
  selector: SELECTOR,
  variable: later(TARGET),
  ...ROW_END,
  description: any("Description"),
}, {
  filled: ["type", "selector", "variable"],
  isQuiet: true,
  to: (
    { type, phase, selector: source, variable: readTarget, ...fields },
    row,
  ) => {
    const { selector, ...how } = source ?? {};
    if (!selector) {
      row.report({
        code: "INVALID_FIELD",
        severity: "warning",
        message: `Ignored "${row.name}": its selector.expression is empty`,
      });
    }
    const { variable, scope, ...where } = readTarget() ?? {};
    if (selector && !variable) row.missing("variable.name");
    return type && selector && variable && scope
      ? {
        type,
        phase: phase(),
        selector,
        variable,
        scope: scope(),
        ...how,
        ...where,
        ...fields,
        disabled: isDisabled(row),
        at: row.at,
      }
      : undefined;
  },
});
true satisfies Same<Read<typeof ACTION>, Action>;
