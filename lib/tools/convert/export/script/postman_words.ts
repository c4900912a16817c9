import type { Tree } from "../../../check/explain/find_expression.ts";
import type { ApiUse } from "./api_uses.ts";
import {
  argumentsOf,
  argumentText,
  asCall,
  assignmentTo,
  callBy,
  inPlace,
  isPlainValue,
  isStatement,
  isWritten,
  SAME,
  type UseVerdict,
} from "./rewrite.ts";

/** How a member is written for Postman; undefined where it cannot be. */
export type Word = (
  use: ApiUse,
  depth: number,
  code: string,
) => UseVerdict | undefined;

/** A method that both have. */
function method(to: string, most = Infinity): Word {
  return (use, depth) => {
    const call = use.path.length === depth && callBy(use);
    return call && argumentsOf(call).length <= most
      ? inPlace(use, depth, to)
      : undefined;
  };
}

/** A value that both have; what stands behind it stays. */
function value(to: string): Word {
  return (use, depth) => isWritten(use) ? undefined : inPlace(use, depth, to);
}

/** A call without arguments that is a value in Postman. */
function result(to: string): Word {
  return (use, depth) => {
    const call = use.path.length === depth && callBy(use);
    return call && argumentsOf(call).length === 0
      ? {
        kind: "edits",
        edits: [{ start: call.start, end: call.end, text: to }],
      }
      : undefined;
  };
}

/** A property that scripts of both may give another value. */
function assigned(to: string): Word {
  return (use, depth) =>
    use.path.length === depth && assignmentTo(use)
      ? inPlace(use, depth, to)
      : undefined;
}

/** A method that sets what is a property in Postman. */
function setter(to: string): Word {
  return (use, depth) => {
    const call = use.path.length === depth && callBy(use);
    return call && argumentsOf(call).length === 1 &&
        argumentsOf(call)[0].type !== "SpreadElement" &&
        isStatement(use.parent.parent?.node)
      ? inPlace(use, depth, `${to} = `)
      : undefined;
  };
}

/** The first of several that fits. */
function either(...words: readonly Word[]): Word {
  return (...args) => {
    for (const word of words) {
      const verdict = word(...args);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  };
}

/** Headers that come several times, of which Postman gives the last one alone. */
const SEVERAL = /^set-cookie$/i;

/** `res.headers["content-type"]` as a call: Postman has no object in lower case. */
const responseHeader: Word = (use, depth) => {
  const name = use.path[depth];
  if (name === undefined || SEVERAL.test(name) || isWritten(use)) {
    return undefined;
  }
  const isCalled = use.path.length === depth + 1 && callBy(use) !== undefined;
  return isCalled ? undefined : inPlace(
    use,
    depth + 1,
    `pm.response.headers.get(${JSON.stringify(name)})`,
  );
};

const getHeader: Word = (use, depth, code) => {
  const call = callBy(use);
  const name = argumentText(call && argumentsOf(call)[0]);
  return name !== undefined && SEVERAL.test(name)
    ? undefined
    : method("pm.response.headers.get", 1)(use, depth, code);
};

/** `null` and lists mean something else to Brace, so what only the run knows is looked at there. */
const setHeader: Word = (use, depth) => {
  const call = use.path.length === depth && callBy(use);
  if (!call) return undefined;
  const [name, given, ...more] = argumentsOf(call);
  if (
    given === undefined || more.length > 0 || isNothing(given) ||
    [name, given].some(({ type }) => type === "SpreadElement")
  ) return undefined;
  if (isPlainValue(given)) {
    return {
      kind: "edits",
      edits: [
        {
          start: call.start,
          end: name.start,
          text: "pm.request.headers.upsert({ key: ",
        },
        { start: given.start, end: given.start, text: "value: " },
        { start: given.end, end: call.end, text: " })" },
      ],
    };
  }
  // Without "void" the parenthesis may go on with the line above.
  const from = isStatement(use.parent.parent?.node) ? "void " : "";
  return inPlace(
    use,
    depth,
    `${from}((key, value) => value == null ? pm.request.headers.remove(key) : pm.request.headers.upsert({ key, value }))`,
  );
};

function isNothing(node: Tree): boolean {
  return node.type === "Literal" && node.value === null ||
    node.type === "ArrayExpression" || node.type === "ObjectExpression" ||
    node.type === "Identifier" && node.name === "undefined";
}

/** `req.headers["X-A"] = "1"`. */
const headerAssigned: Word = (use, depth, code) => {
  const name = use.path[depth];
  const assignment = assignmentTo(use);
  if (
    name === undefined || use.path.length !== depth + 1 ||
    assignment === undefined || !isPlainValue(assignment.right as Tree)
  ) return undefined;
  return asCall(assignment, {
    open: `pm.request.headers.upsert({ key: ${JSON.stringify(name)}, value: `,
    close: " })",
  }, code);
};

/** The headers that Postman adds itself: to remove one of them from the list changes nothing. */
const OWN =
  /^(?:accept|accept-encoding|cache-control|connection|content-length|content-type|host|postman-token|user-agent|authorization|cookie)$/i;

const deleteHeader: Word = (use, depth, code) => {
  const call = callBy(use);
  const name = argumentText(call && argumentsOf(call)[0]);
  return name === undefined || OWN.test(name)
    ? undefined
    : method("pm.request.headers.remove", 1)(use, depth, code);
};

/** Postman's functions for the variables of a scope. */
function scope(suffix: string, to: string, own = to): [string, Word][] {
  return [
    [`client.get${suffix}`, method(`${to}.get`, 1)],
    // The third argument is one of Brace's.
    [`client.set${suffix}`, method(`${to}.set`, 2)],
    [`client.has${suffix}`, method(`${own}.has`, 1)],
    [`client.delete${suffix}`, method(`${to}.unset`, 1)],
    [`client.getAll${suffix}s`, method(`${own}.toObject`, 0)],
    [`client.deleteAll${suffix}s`, method(`${to}.clear`, 0)],
  ];
}

/** The methods of lists that mean the same in both. */
const LIST = "get has one all count map filter find reduce each".split(" ");

/** The members that Postman has words for; all others are named. */
export const POSTMAN_WORDS: ReadonlyMap<string, Word> = new Map<string, Word>([
  // Values of other scopes are no runtime variables, and in the list are none of them.
  ...scope("Var", "pm.variables", "pm.variables.values"),
  ...scope("EnvVar", "pm.environment"),
  ...scope("GlobalEnvVar", "pm.globals"),
  ...scope("CollectionVar", "pm.collectionVariables"),
  ["client.interpolate", method("pm.variables.replaceIn", 1)],
  ["client.getEnvName", result("pm.environment.name")],
  ["client.setNextRequest", method("pm.execution.setNextRequest", 1)],
  ["client.runner.setNextRequest", method("pm.execution.setNextRequest", 1)],
  ["client.runner.skipRequest", method("pm.execution.skipRequest", 0)],
  ["client.runner.iterationIndex", value("pm.info.iteration")],
  ["client.runner.totalIterations", value("pm.info.iterationCount")],
  ["client.runner.iterationData", value("pm.iterationData.toObject()")],
  ...["get", "has", "toObject"].map((name): [string, Word] => [
    `client.runner.iterationData.${name}`,
    method(`pm.iterationData.${name}`, 1),
  ]),
  ["req.name", value("pm.info.requestName")],
  ["req.getName", result("pm.info.requestName")],
  [
    "req.method",
    either(assigned("pm.request.method"), value("pm.request.method")),
  ],
  ["req.getMethod", result("pm.request.method")],
  ["req.setMethod", setter("pm.request.method")],
  ["req.url", assigned("pm.request.url")],
  ["req.setUrl", setter("pm.request.url")],
  ["req.headers", headerAssigned],
  ["req.setHeader", setHeader],
  ["req.deleteHeader", deleteHeader],
  ["res.status", value("pm.response.code")],
  ["res.getStatus", result("pm.response.code")],
  ["res.statusText", value("pm.response.status")],
  ["res.getStatusText", result("pm.response.status")],
  ["res.responseTime", value("pm.response.responseTime")],
  ["res.getResponseTime", result("pm.response.responseTime")],
  ["res.body", value("pm.response.json()")],
  ["res.getBody", result("pm.response.json()")],
  ["res.text", value("pm.response.text()")],
  ["res.getText", result("pm.response.text()")],
  ["res.headers", responseHeader],
  ["res.getHeader", getHeader],
  ...LIST.map((name): [string, Word] => [
    `res.headerList.${name}`,
    name === "get" ? getHeader : method(`pm.response.headers.${name}`),
  ]),
  ["res.headerList.forEach", method("pm.response.headers.each")],
  ["test", method("pm.test", 2)],
  ["expect", method("pm.expect", 2)],
  ["expect.fail", method("pm.expect.fail")],
  ["assert", value('require("chai").assert')],
  ...["log", "info", "debug", "warn", "error"].map((name): [string, Word] => [
    `console.${name}`,
    () => SAME,
  ]),
]);

/** The modules that Postman's `require` offers. */
export const POSTMAN_MODULES: ReadonlySet<string> = new Set(
  ("ajv atob btoa chai cheerio crypto-js csv-parse/lib/sync lodash moment postman-collection tv4 uuid xml2js " +
    "path assert buffer util url punycode querystring string-decoder string_decoder stream timers events")
    .split(" "),
);

/** What scripts of Brace know and those of Postman do not. */
export const NOT_IN_POSTMAN: ReadonlySet<string> = new Set(
  ("AggregateError CustomEvent Event EventTarget FinalizationRegistry Float16Array Headers InternalError Iterator " +
    "Response TextDecoder TextEncoder URL URLSearchParams WeakRef __dirname __filename crypto exports fetch global " +
    "globalThis module performance process queueMicrotask structuredClone")
    .split(" "),
);
