import { type Node, parse } from "acorn";

/** Functions that change nothing that lasts, and what Brace offers: those act on the run, not on each other. */
const USED = new Set([
  "Boolean",
  "Infinity",
  "NaN",
  "Number",
  "String",
  "bru",
  "client",
  "decodeURIComponent",
  "encodeURIComponent",
  "expect",
  "isFinite",
  "isNaN",
  "parseFloat",
  "parseInt",
  "req",
  "res",
  "test",
  "undefined",
]);

/** Objects of which some or all members may be used. */
const MEMBERS: ReadonlyMap<string, ReadonlySet<string> | "all"> = new Map<
  string,
  ReadonlySet<string> | "all"
>([
  ["Array", new Set(["from", "isArray", "of"])],
  ["Date", new Set(["UTC", "now", "parse"])],
  ["JSON", new Set(["parse", "stringify"])],
  ["Math", "all"],
  ["Object", new Set(["entries", "fromEntries", "keys", "values"])],
  ["assert", "all"],
  // The others count and measure from one call to the next.
  [
    "console",
    new Set(["debug", "dir", "error", "info", "log", "table", "warn"]),
  ],
]);

const MADE = new Set([
  "Date",
  "Error",
  "Map",
  "RangeError",
  "Set",
  "TypeError",
]);

/** Globals of the sandbox, besides those that begin with a capital or a `$`. */
const GLOBALS = new Set([
  ...USED,
  "assert",
  "atob",
  "btoa",
  "clearImmediate",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "decodeURI",
  "encodeURI",
  "escape",
  "eval",
  "fetch",
  "global",
  "globalThis",
  "performance",
  "process",
  "queueMicrotask",
  "require",
  "setImmediate",
  "setInterval",
  "setTimeout",
  "structuredClone",
  "unescape",
]);

/** Members that lead from a value to what all values share, or call a function on it. */
const LEADING =
  /^(?:__.*|_obj|apply|arguments|bind|call|callee|caller|constructor|prototype|(?:haveO|o)wnPropertyDescriptor)$/;

/** Methods of chai that go on with the member they are given the name or path of. */
const FOLLOWING = new Set(["haveOwnProperty", "ownProperty", "property"]);

/** Nodes that are harmless when all that is in them is. */
const PLAIN = new Set([
  "ArrayExpression",
  "ArrayPattern",
  "AssignmentPattern",
  "BinaryExpression",
  "BlockStatement",
  "BreakStatement",
  "CatchClause",
  "ChainExpression",
  "ConditionalExpression",
  "ContinueStatement",
  "DoWhileStatement",
  "EmptyStatement",
  "ExpressionStatement",
  "ForStatement",
  "IfStatement",
  "LabeledStatement",
  "Literal",
  "LogicalExpression",
  "ObjectExpression",
  "ObjectPattern",
  "Program",
  "RestElement",
  "ReturnStatement",
  "SequenceExpression",
  "SpreadElement",
  "SwitchCase",
  "SwitchStatement",
  "TemplateElement",
  "TemplateLiteral",
  "ThrowStatement",
  "TryStatement",
  "VariableDeclaration",
  "VariableDeclarator",
  "WhileStatement",
]);

/** A node with what the kinds of nodes that are looked at have. */
interface Tree extends Node {
  readonly name: string;
  readonly value: unknown;
  readonly operator: string;
  readonly computed: boolean;
  readonly async: boolean;
  readonly generator: boolean;
  readonly id: Tree | null;
  readonly params: readonly Tree[];
  readonly param: Tree | null;
  readonly left: Tree;
  readonly argument: Tree;
  readonly arguments: readonly Tree[];
  readonly callee: Tree;
  readonly object: Tree;
  readonly property: Tree;
  readonly key: Tree;
}

/**
 * Whether a script leaves everything that scripts share as it was, whatever
 * values it meets, so that a script of another request may find the same
 * objects. What is not known to be harmless is not: a script may write to
 * variables of its own only, use few of the shared objects, and name no member
 * that leads from a value to what all values share.
 */
export function leavesNothing(code: string): boolean {
  // Parsers disagree about comments like this one.
  if (code.includes("<!--") || code.includes("-->")) return false;
  try {
    return isHarmlessProgram(parse(code, {
      ecmaVersion: "latest",
      allowReturnOutsideFunction: true,
      allowHashBang: false,
    }));
  } catch {
    // No JavaScript, or more deeply nested than the stack is.
    return false;
  }
}

function isHarmlessProgram(program: Node): boolean {
  const own = new Set<string>();
  collect(program as Tree, own);
  for (const name of own) {
    if (/^[A-Z$]/.test(name) || GLOBALS.has(name)) return false;
  }
  return isHarmless(program as Tree, own);
}

/** Collects the names of a script's own variables, functions and parameters. */
function collect(node: Tree, own: Set<string>): void {
  switch (node.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "FunctionExpression":
      if (node.id) bind(node.id, own);
  }
  node.params?.forEach((param) => bind(param, own));
  if (node.type === "CatchClause" && node.param) bind(node.param, own);
  for (const child of childrenOf(node)) collect(child, own);
}

function bind(pattern: Tree, own: Set<string>): void {
  switch (pattern.type) {
    case "Identifier":
      own.add(pattern.name);
      return;
    case "AssignmentPattern":
      return bind(pattern.left, own);
    case "RestElement":
      return bind(pattern.argument, own);
    case "Property":
      return bind(pattern.value as Tree, own);
    default:
      for (const child of childrenOf(pattern)) bind(child, own);
  }
}

function isHarmless(node: Tree, own: ReadonlySet<string>): boolean {
  const inside = (nodes: Iterable<Tree | null>) => {
    for (const it of nodes) if (it && !isHarmless(it, own)) return false;
    return true;
  };
  switch (node.type) {
    case "Identifier":
      return own.has(node.name) || USED.has(node.name);
    case "MemberExpression":
      return isMember(node) &&
        (isKnownMember(node, own) || inside([node.object]));
    case "Property":
      return isMember(node) && inside([node.value as Tree]);
    case "CallExpression": {
      const { callee } = node;
      if (!isFollowing(callee)) return inside(childrenOf(node));
      return isHarmlessPath(node) && inside([callee.object, ...node.arguments]);
    }
    case "NewExpression":
      return node.callee.type === "Identifier" && MADE.has(node.callee.name) &&
        inside([...childrenOf(node)].filter((it) => it !== node.callee));
    case "AssignmentExpression":
      return isOwn(node.left, own) && inside(childrenOf(node));
    case "UpdateExpression":
      return isOwn(node.argument, own);
    case "UnaryExpression":
      return node.operator !== "delete" && inside([node.argument]);
    case "ForInStatement":
    case "ForOfStatement":
      return node.left.type === "VariableDeclaration" &&
        inside(childrenOf(node));
    case "ArrowFunctionExpression":
    case "FunctionDeclaration":
    case "FunctionExpression":
      return !node.async && !node.generator && inside(childrenOf(node));
    default:
      return PLAIN.has(node.type) && inside(childrenOf(node));
  }
}

function isOwn(target: Tree, own: ReadonlySet<string>): boolean {
  return target.type === "Identifier" && own.has(target.name);
}

/** Whether a member's name is known, and leads nowhere else. */
function isMember(node: Tree): boolean {
  const name = nameOf(node);
  return name !== undefined && !LEADING.test(name) && !FOLLOWING.has(name);
}

function isFollowing(callee: Tree): boolean {
  return callee.type === "MemberExpression" &&
    FOLLOWING.has(nameOf(callee) ?? "");
}

function nameOf(node: Tree): string | undefined {
  const key = node.type === "Property" ? node.key : node.property;
  if (key.type === "Identifier" && !node.computed) return key.name;
  return key.type === "Literal" &&
      ["string", "number"].includes(typeof key.value)
    ? String(key.value)
    : undefined;
}

/** Whether a call of a method that follows a path is given one that leads nowhere else. */
function isHarmlessPath({ arguments: [path] }: Tree): boolean {
  return path?.type === "Literal" &&
    !String(path.value).split(/[.[\]]/).some((name) => LEADING.test(name));
}

function isKnownMember(node: Tree, own: ReadonlySet<string>): boolean {
  const { object } = node;
  if (object.type !== "Identifier" || own.has(object.name)) return false;
  const members = MEMBERS.get(object.name);
  if (members === undefined || members === "all") return members === "all";
  return members.has(nameOf(node) ?? "");
}

function* childrenOf(node: Node): Generator<Tree> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") yield child;
    }
  }
}
