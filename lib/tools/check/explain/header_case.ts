import { readHeader } from "../../../core/script/failure.ts";
import { type Bindings, chainOf, type NodeVisit } from "../script/bindings.ts";
import { testedNames } from "../script/tested_names.ts";
import { entryFate, type ValueFates } from "../script/value_fates.ts";
import type { ScriptProblem } from "../types.ts";
import { expressionText, type Tree } from "./find_expression.ts";

/** The headers of the response as an object, whose names are in lower case. */
const HEADERS = /^res\.(?:headers|getHeaders)$/;
/** Words of a script that may want that a header is not there. */
const ABSENT =
  /\b(?:undefined|null|not|ok|exist)\b|\bis(?:Not|Undefined)|false/;

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
  const reads = visits.flatMap((visit) => {
    const name = headerOf(visit, bindings);
    if (name === undefined) return [];
    const { used, tested } = entryFate(visit, fates);
    const isWanted = used === true || isOpened(visit) ||
      isExpected(visit, fates) && !ABSENT.test(code);
    return [{ visit, name, isWanted, ...tested && { tested } }];
  });
  // What the script has in two ways, or sets, it knows.
  const others = new Set(
    visits.flatMap(({ node, parent }) => {
      const by = parent?.node;
      const isSet = by?.type === "AssignmentExpression" && by.left === node;
      const name = nameIn(node, bindings);
      if (name === undefined) return [];
      return isSet || name === name.toLowerCase() ? [name.toLowerCase()] : [];
    }),
  );
  const asked = testedNames(reads.filter(({ isWanted }) => !isWanted));
  return reads.filter(({ name, isWanted }) =>
    isWanted && !asked.has(name) && !others.has(name.toLowerCase())
  ).map(({ visit: { node: { start, end }, node }, name }) => ({
    code: "UNKNOWN_MEMBER",
    severity: "warning",
    message: `Cannot read "${
      expressionText(node, code)
    }": names in res.headers are in lower case (${readHeader(name)})`,
    offset: start,
    length: end - start,
  }));
}

/** The name with capitals that an expression takes of the headers; undefined: it does not. */
function headerOf(
  { node, parent, guarded }: NodeVisit,
  bindings: Bindings,
): string | undefined {
  if (guarded || parent?.node.callee === node) return undefined;
  const name = nameIn(node, bindings);
  return name !== undefined && /[A-Z]/.test(name) ? name : undefined;
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

/** Whether a member of the value is taken, which fails where there is none. */
function isOpened({ node, parent, conditional }: NodeVisit): boolean {
  const by = parent?.node;
  return !conditional && by?.type === "MemberExpression" &&
    by.object === node && by.optional !== true;
}

/** Whether an expectation is about the value. */
function isExpected(visit: NodeVisit, fates: ValueFates): boolean {
  return fates.of(visit) === "expected";
}
