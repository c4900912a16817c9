import type { Tree } from "../explain/find_expression.ts";
import type { NodeVisit } from "./bindings.ts";

/** Whether it stands in a function that nothing calls where it stands. */
export function isLater({ node, parent }: NodeVisit): boolean {
  let inner: Tree = node;
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    if (
      /Function/.test(inner.type) && outer.node.type !== "CallExpression"
    ) return true;
    inner = outer.node;
  }
  return false;
}

/** What runs never, once or often, as the run decides. */
const REPEATED = /^(?:For|While|DoWhile|Catch|Switch)/;

/** Functions that these get are called at once. */
const TESTS = /^(?:test|it|describe)$/;

/** Whether a script may come to its end without coming here. */
export function mayBePassedOver(visit: NodeVisit): boolean {
  if (visit.conditional) return true;
  let inner = visit.node;
  for (let outer = visit.parent; outer !== undefined; outer = outer.parent) {
    const { node } = outer;
    if (REPEATED.test(node.type)) return true;
    if (/Function/.test(inner.type) && !TESTS.test(calleeOf(node))) return true;
    inner = node;
  }
  return false;
}

/** Whether a handler gets the failure of what is called: `fetch(…).then(…).catch(…)`. */
export function isCaught(visit: NodeVisit): boolean {
  let inner: NodeVisit | undefined = visit;
  while (inner) {
    const member: NodeVisit | undefined = inner.parent;
    const call: NodeVisit | undefined = member?.parent;
    if (
      member?.node.type !== "MemberExpression" ||
      member.node.object !== inner.node || call?.node.callee !== member.node
    ) return false;
    const { name } = member.node.property as Tree;
    const given = call.node.arguments as Tree[];
    if (name === "catch" || name === "then" && given.length > 1) return true;
    inner = call;
  }
  return false;
}

/** Whether it stands in a handler of a promise that another handler may replace: the script goes on without it. */
export function isInCaughtHandler({ node, parent }: NodeVisit): boolean {
  let inner: Tree = node;
  let isInside = false;
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    isInside ||= /Function/.test(inner.type);
    const { node } = outer;
    if (isInside && node.type === "CallExpression") {
      const method = calleeOf(node);
      const given = node.arguments as Tree[];
      if (method === "catch" || method === "then" && given.length > 1) {
        return true;
      }
      if (isCaught(outer)) return true;
    }
    inner = node;
  }
  return false;
}

/** Whether a test expects a failure here: `expect(() => …).to.throw()`. */
export function isExpectedToFail({ node, parent }: NodeVisit): boolean {
  let inner = node;
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    const isGiven = /Function/.test(inner.type) &&
      /^(?:expect|throws|rejects)$/.test(calleeOf(outer.node));
    if (isGiven) return true;
    inner = outer.node;
  }
  return false;
}

/** The last name of what is called: `test` of `pm.test(…)`; empty for what is no call. */
function calleeOf({ type, callee }: Tree): string {
  if (type !== "CallExpression") return "";
  const { name, property } = callee as Tree & { property?: Tree };
  return `${name ?? property?.name ?? ""}`;
}

/** The calls that happen, one after the other, whenever a script runs to its end. */
export function certainCalls(visits: readonly NodeVisit[]): Set<Tree> {
  const end = visits.find(isWayOut)?.node.start ?? Infinity;
  const calls = new Set<Tree>();
  for (const { node, parent } of visits) {
    if (node.type !== "ExpressionStatement") continue;
    if (parent?.node.type !== "Program" || node.start > end) continue;
    const expression = node.expression as Tree;
    const call = expression.type === "AwaitExpression"
      ? expression.argument as Tree
      : expression;
    if (call.type === "CallExpression" && !call.optional) calls.add(call);
  }
  return calls;
}

/** Whether a script may end here, though more of it follows. */
export function isWayOut(visit: NodeVisit): boolean {
  const { node } = visit;
  switch (node.type) {
    case "ReturnStatement":
    case "ThrowStatement":
      return !isInFunction(visit);
    // Postman's ends the script.
    case "Identifier":
      return node.name === "skipRequest";
    default:
      return false;
  }
}

function isInFunction({ parent }: NodeVisit): boolean {
  for (let outer = parent; outer !== undefined; outer = outer.parent) {
    if (/Function/.test(outer.node.type)) return true;
  }
  return false;
}
