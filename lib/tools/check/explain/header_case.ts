import { readHeader } from "../../../core/script/failure.ts";
import {
  type Bindings,
  chainOf,
  isReference,
  literalText,
  type NodeVisit,
} from "../script/bindings.ts";
import { testedNames } from "../script/tested_names.ts";
import { entryFate, type ValueFates } from "../script/value_fates.ts";
import type { ScriptProblem } from "../types.ts";
import { expressionText, type Tree } from "./find_expression.ts";

/** The headers of the response as an object, whose names are in lower case. */
const HEADERS = /^res\.(?:headers|getHeaders)$/;
/** Words of a script that may want that a header is not there. */
const ABSENT =
  /\b(?:undefined|null|not|ok|exist)\b|\bis(?:Not|Undefined)|false/;
/** The same of an expectation by itself. */
const EXPECTS_NONE = /\b(?:undefined|null|NaN|not|false)|Undefined|Not|Null/;
/** What is given the value, and has no use for none. */
const TAKING =
  /^(?:(?:client|bru|req|console)\.\w+|JSON\.parse|Date\.parse|atob|decodeURI(?:Component)?)$/;

/** A header that a script takes of the headers, and where. */
interface HeaderRead {
  readonly visit: NodeVisit;
  readonly name: string;
  /** What a pattern gives it to. */
  readonly taken?: Tree;
  /** What the message calls it. */
  readonly text: string;
}

/**
 * Warnings of headers that a script reads by a name with capitals, which the
 * object has none of, where it surely goes on as if there were a value.
 */
export function capitalHeaders(
  visits: readonly NodeVisit[],
  { bindings, fates, code }: {
    readonly bindings: Bindings;
    readonly fates: ValueFates;
    readonly code: string;
  },
): ScriptProblem[] {
  if (!/\bres\b/.test(code)) return [];
  const all = visits.flatMap((visit) => headersIn(visit, { bindings, code }));
  const found = all.filter(({ visit, name }) =>
    /[A-Z]/.test(name) && !visit.guarded
  );
  if (found.length === 0) return [];
  const reads = found.map((read) => {
    const { visit, taken } = read;
    const { used, tested } = entryFate(visit, fates, taken);
    const isWanted = used === true || isOpened(visit) ||
      isExpected(read, { fates, code }) ||
      isPassed(read, { visits, bindings });
    return { ...read, isWanted, ...tested && { tested } };
  });
  // What the script has in two ways, asks for or sets, it knows.
  const others = new Set([
    ...all.map(({ name }) => name).filter((it) => it === it.toLowerCase()),
    ...visits.flatMap((visit) => setOrAsked(visit, bindings)),
  ]);
  const asked = testedNames(reads.filter(({ isWanted }) => !isWanted));
  return reads.filter(({ name, isWanted }) =>
    isWanted && !asked.has(name) && !others.has(name.toLowerCase())
  ).map(({ visit: { node: { start, end } }, name, text }) => ({
    code: "UNKNOWN_MEMBER",
    severity: "warning",
    message: `Cannot read "${text}": names in res.headers are in lower case (${
      readHeader(name)
    })`,
    offset: start,
    length: end - start,
  }));
}

/** The header that an expression or a pattern takes of the headers. */
function headersIn(
  visit: NodeVisit,
  { bindings, code }: { readonly bindings: Bindings; readonly code: string },
): HeaderRead[] {
  const { node, parent } = visit;
  if (node.type === "Property") {
    const of = patternOf(visit, bindings);
    const key = node.key as Tree;
    if (of === undefined || node.computed) return [];
    const name = `${key.name ?? key.value}`;
    const text = `res.headers[${JSON.stringify(name)}]`;
    return [{ visit, name, text, taken: node.value as Tree }];
  }
  if (parent?.node.callee === node || isSet(visit)) return [];
  const name = nameIn(node, bindings);
  return name === undefined
    ? []
    : [{ visit, name, text: expressionText(node, code) }];
}

function isSet({ node, parent }: NodeVisit): boolean {
  const by = parent?.node;
  return by?.type === "AssignmentExpression" && by.left === node;
}

/** The headers that a property of a pattern is taken of: `{ "X-Id": id }` of `res.headers`. */
function patternOf(
  { node, parent }: NodeVisit,
  bindings: Bindings,
): string | undefined {
  const pattern = parent?.node;
  const outer = parent?.parent?.node;
  if (pattern?.type !== "ObjectPattern" || node.kind !== "init") {
    return undefined;
  }
  if (outer?.type !== "VariableDeclarator" || !outer.init) return undefined;
  const from = outer.init as Tree;
  const owner = from.type === "CallExpression" ? from.callee as Tree : from;
  const headers = chainOf(owner, bindings);
  return HEADERS.test(headers) ? headers : undefined;
}

function nameIn(node: Tree, bindings: Bindings): string | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const object = node.object as Tree;
  const owner = object.type === "CallExpression"
    ? object.callee as Tree
    : object;
  const headers = chainOf(owner, bindings);
  if (!HEADERS.test(headers)) return undefined;
  const whole = chainOf({ ...node, object: owner } as Tree, bindings);
  return whole === headers ? undefined : whole.slice(headers.length + 1);
}

/** The headers that a script sets, or asks for by `in` or `hasOwnProperty`, in lower case. */
function setOrAsked(visit: NodeVisit, bindings: Bindings): string[] {
  const { node } = visit;
  const name = isSet(visit)
    ? nameIn(node, bindings)
    : node.type === "BinaryExpression" && node.operator === "in"
    ? literalText(node.left as Tree)
    : undefined;
  if (name !== undefined) return [name.toLowerCase()];
  if (node.type !== "CallExpression") return [];
  const { property } = node.callee as Tree;
  const isAsking = /^has/.test(`${(property as Tree | undefined)?.name}`);
  return isAsking
    ? (node.arguments as Tree[]).flatMap((it) =>
      literalText(it)?.toLowerCase() ?? []
    )
    : [];
}

/** Whether a member of the value is taken, which fails where there is none. */
function isOpened({ node, parent, conditional }: NodeVisit): boolean {
  const by = parent?.node;
  return !conditional && by?.type === "MemberExpression" &&
    by.object === node && by.optional !== true;
}

/** Whether an expectation is about the value, and wants one. */
function isExpected(
  { visit, taken }: HeaderRead,
  { fates, code }: { readonly fates: ValueFates; readonly code: string },
): boolean {
  if (fates.of(visit, "value", taken) !== "expected") return false;
  const { node, parent } = visit;
  const isDirect = (parent?.node.arguments as Tree[] | undefined)
    ?.includes(node);
  if (taken !== undefined || !isDirect) return !ABSENT.test(code);
  // As far as the expectation goes: `expect(…).to.not.exist`.
  let whole = parent!;
  for (
    let outer = whole.parent;
    outer?.node.object === whole.node || outer?.node.callee === whole.node;
    outer = whole.parent
  ) whole = outer;
  const { start, end } = whole.node;
  const others = code.slice(start, node.start) + code.slice(node.end, end);
  return !EXPECTS_NONE.test(others);
}

/** Whether the value goes on to where none is of no use, itself or by a name that is there for that alone. */
function isPassed(
  { visit, taken }: HeaderRead,
  { visits, bindings }: {
    readonly visits: readonly NodeVisit[];
    readonly bindings: Bindings;
  },
): boolean {
  if (isTaken(visit, bindings)) return true;
  const outer = visit.parent?.node;
  const name = taken ??
    (outer?.type === "VariableDeclarator" ? outer.id as Tree : undefined);
  if (name?.type !== "Identifier" || bindings.unclear.has(`${name.name}`)) {
    return false;
  }
  const uses = visits.filter((one) =>
    one.node.name === name.name && one.node !== name && isReference(one)
  );
  return uses.length > 0 && uses.every((one) => isTaken(one, bindings));
}

/** Whether a call takes the value as it is, or it is compared with literals alone. */
function isTaken(
  { node, parent, guarded }: NodeVisit,
  bindings: Bindings,
): boolean {
  const outer = parent?.node;
  if (guarded || outer === undefined) return false;
  switch (outer.type) {
    case "CallExpression": {
      const callee = outer.callee as Tree;
      if (callee === node) return false;
      const { object, property } = callee as { object?: Tree; property?: Tree };
      return object?.regex !== undefined && property?.name === "test" ||
        TAKING.test(chainOf(callee, bindings));
    }
    case "BinaryExpression": {
      const { left, right, operator } = outer as unknown as
        & Record<
          "left" | "right",
          Tree
        >
        & { operator: string };
      return /^[!=]==?$/.test(operator) &&
        isValue(left === node ? right : left);
    }
    case "SwitchStatement":
      return outer.discriminant === node &&
        (outer.cases as Tree[]).every(({ test }) =>
          test === null || isValue(test as Tree)
        );
    default:
      return false;
  }
}

/** Whether an expression is a text with something in it, or a number. */
function isValue(node: Tree): boolean {
  return Boolean(literalText(node)) || typeof node.value === "number";
}
