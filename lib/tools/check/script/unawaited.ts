import { once } from "../../../core/source/once.ts";
import type { ScriptProblem } from "../types.ts";
import { expressionText, type Tree } from "../explain/find_expression.ts";
import { type Bindings, chainOf, type NodeVisit } from "./bindings.ts";
import { addNames, boundBy } from "./bound_names.ts";

/** A read of a promise, where its value is meant. */
export interface UnawaitedRead {
  /** What reads it: `r.data`. */
  readonly member: Tree;
  /** The call that gives the promise. */
  readonly call: Tree;
  /** What is wrong, and the way out. */
  readonly why: string;
}

const GIVING =
  /^(?:(?:client|bru)\.(?:sendRequest|runRequest|sleep|getTestResults|getAssertionResults)|pm\.(?:sendRequest|execution\.runRequest|vault\.get)|fetch)$/;
const AXIOS = /^(?:request|get|delete|head|options|post|put|patch)$/;
const OF_PROMISES = /^(?:then|catch|finally|constructor)$/;

/** Where a script reads a member of a promise itself, in the order of the text; only what is certain. */
export function unawaitedReads(
  visits: readonly NodeVisit[],
  bindings: Bindings,
  code: string,
): UnawaitedRead[] {
  const functions = asyncFunctions(visits);
  const gives = (node: Tree | undefined): node is Tree =>
    node?.type === "CallExpression" && givesPromise(node, bindings, functions);
  const visitOf = once(() =>
    new Map(visits.map((visit) => [visit.node, visit]))
  );
  return visits.flatMap(({ node: member }) => {
    if (member.type !== "MemberExpression" || member.computed) return [];
    const name = (member.property as Tree).name as string;
    if (OF_PROMISES.test(name) || bindings.members.has(name)) return [];
    const object = member.object as Tree;
    const call = object.type === "Identifier"
      ? bindings.aliases.get(object.name as string)
      : object;
    if (!gives(call)) return [];
    const called = expressionText(call, code);
    const what = object === call
      ? `${called} gives a promise`
      : `${object.name} is a promise`;
    const way = object === call
      ? `write (await ${called}).${name}`
      : `write "await" before ${called}`;
    const place = isInPlainFunction(visitOf().get(call))
      ? ", in an async function"
      : "";
    return [{ member, call, why: `${what} (${way}${place})` }];
  });
}

/** Warns of each promise that a script reads as if it were its value. */
export function unawaited(
  visits: readonly NodeVisit[],
  bindings: Bindings,
  code: string,
): ScriptProblem[] {
  const told = new Set<Tree>();
  return unawaitedReads(visits, bindings, code).flatMap((read) => {
    const { member, call, why } = read;
    if (told.has(call)) return [];
    told.add(call);
    const { start: offset, end } = member;
    return [{
      code: "SCRIPT_ERROR",
      severity: "warning",
      message: `Cannot read "${expressionText(member, code)}": ${why}`,
      offset,
      length: end - offset,
    }];
  });
}

function givesPromise(
  { callee, arguments: given }: Tree,
  bindings: Bindings,
  functions: ReadonlySet<string>,
): boolean {
  const called = callee as Tree;
  const name = called.name as string | undefined;
  if (name !== undefined && functions.has(name)) return true;
  const alias = name === undefined ? undefined : bindings.aliases.get(name);
  if (alias && /Function/.test(alias.type)) return isAsync(alias);
  if (isAxios(called, bindings)) return true;
  const chain = chainOf(called, bindings);
  const [root] = chain.split(".");
  if (!GIVING.test(chain) || bindings.own.has(root)) return false;
  const method = chain.slice(chain.lastIndexOf(".") + 1);
  // With a callback, the result is not what counts.
  const hasCallback = method === "sendRequest" && (given as Tree[]).length > 1;
  return !hasCallback && !bindings.members.has(method);
}

/** `axios(…)` or `axios.get(…)`, of the package. */
function isAxios(callee: Tree, { aliases, members }: Bindings): boolean {
  const { type, object, property, computed } = callee;
  const isMember = type === "MemberExpression" && !computed;
  const method = isMember ? (property as Tree).name as string : "request";
  const { name } = (isMember ? object : callee) as Tree;
  const required = aliases.get(name as string);
  return AXIOS.test(method) && !members.has(method) &&
    required?.type === "CallExpression" &&
    (required.callee as Tree).name === "require" &&
    (required.arguments as Tree[])[0]?.value === "axios";
}

/** The names of functions that are declared as `async`, and stand for nothing else. */
function asyncFunctions(visits: readonly NodeVisit[]): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const { node } of visits) {
    const names = new Set<string>();
    for (const pattern of boundBy(node)) addNames(pattern, names);
    if (node.type === "VariableDeclarator") addNames(node.id as Tree, names);
    for (const name of names) {
      const isDeclared = node.type === "FunctionDeclaration" &&
        (node.id as Tree).name === name && isAsync(node);
      if (isDeclared && !seen.has(name)) found.add(name);
      else found.delete(name);
      seen.add(name);
    }
  }
  return found;
}

function isAsync({ async, generator }: Tree): boolean {
  return async === true && generator !== true;
}

/** Whether `await` needs more than to be written. */
function isInPlainFunction(call: NodeVisit | undefined): boolean {
  let visit = call;
  while (visit && !/Function/.test(visit.node.type)) visit = visit.parent;
  return visit !== undefined && visit.node.async !== true;
}
