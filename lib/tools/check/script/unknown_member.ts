import {
  type Api,
  globalNames,
  isMissingMember,
  memberHint,
} from "../explain/api_members.ts";
import { expressionText, type Tree } from "../explain/find_expression.ts";
import { meantIn, undefinedHint } from "../explain/undefined_name.ts";
import type { ScriptProblem } from "../types.ts";
import type { Bindings, NodeVisit } from "./bindings.ts";
import { isLater } from "./certainty.ts";

/** A script, and what is known of it. */
export interface Analysed {
  readonly tree: Tree;
  readonly api: Api;
  readonly bindings: Bindings;
  readonly code: string;
  /** Whether it is a left side or a selector: what it reads has to be there. */
  readonly expression: boolean;
  /** Whether its place can name a dialect. */
  readonly hasDialects: boolean;
}

/** The objects that a read may not miss, though nothing calls the member: they have no others. */
const CLOSED = ["res", "req"];

/** What is wrong with a call of a member that the script API does not have, or with a read of one that is misspelt. */
export function unknownMember(
  visit: NodeVisit,
  { tree, api, bindings, code, expression, hasDialects }: Analysed,
): ScriptProblem | undefined {
  const { node, parent, guarded, conditional } = visit;
  const isCall = node.type === "CallExpression";
  // A script may put anything into an object and read it.
  const isRead = !isCall && !expression;
  if (isRead && !isOwn(visit) || node.optional || guarded) return undefined;
  // A call tells of its callee.
  if (!isCall && parent?.node.callee === node) return undefined;
  const member = isCall ? node.callee as Tree : node;
  if (member.type !== "MemberExpression" || member.computed) return undefined;
  const root = rootOf(member);
  if (
    root === undefined || bindings.unclear.has(root) || bindings.own.has(root)
  ) return undefined;
  const severity = conditional || !isCall ? "warning" : "error";
  const verb = isCall ? "call" : "read";
  const stretch = { offset: member.start, length: member.end - member.start };
  const called = expressionText(member, code);
  const isForeign = (root === "pm" || root === "postman") &&
    !Object.hasOwn(api, root) && !bindings.aliases.has(root);
  if (isForeign) {
    return {
      code: "UNKNOWN_MEMBER",
      severity,
      message: `Cannot ${verb} "${called}": "${root}" is not defined${
        undefinedHint(root, called, { globals: globalNames(api), hasDialects })
      }`,
      ...stretch,
    };
  }
  const { name } = member.property as Tree;
  const isSeen = conditional && bindings.looked.has(name as string);
  if (isSeen || bindings.members.has(name as string)) return undefined;
  if (mayHaveMore(visit, member, bindings)) return undefined;
  // Such as `bru.utils` of `bru.utils.minifyJson()`.
  const owner = member.object as Tree;
  const isOfMissing = !conditional && !member.optional &&
    !bindings.members.has((owner.property as Tree | undefined)?.name as string);
  const isMissing = isMissingMember(member, { tree, api }, { called: isCall });
  const ofOwner = isOfMissing && !isMissing &&
    isMissingMember(owner, { tree, api }, { called: false });
  if (!isMissing && !ofOwner) return undefined;
  const ownerHint = ofOwner
    ? memberHint(owner, { tree, api }, { called: false })
    : "";
  const unknown = (verb: string, of: Tree, hint: string): ScriptProblem => ({
    code: "UNKNOWN_MEMBER",
    severity,
    message: `Cannot ${verb} "${
      expressionText(of, code)
    }": the script API has no such member${hint}`,
    ...meantIn(hint),
    offset: of.start,
    length: of.end - of.start,
  });
  if (ownerHint !== "") return unknown("read", owner, ownerHint);
  const hint = memberHint(member, { tree, api }, { called: isCall });
  return isRead && hint === "" ? undefined : unknown(verb, member, hint);
}

/** Whether something else got the response or the request by then, and may have given it the member. */
function mayHaveMore(visit: NodeVisit, member: Tree, bindings: Bindings) {
  const { name, start } = member.object as Tree;
  if (!CLOSED.includes(name as string)) return false;
  const from = bindings.handed.get(name as string) ?? Infinity;
  return from < start || from < Infinity && isLater(visit);
}

/** Whether a value of the response or the request itself is used, and not written or looked for. */
function isOwn({ node, parent }: NodeVisit): boolean {
  const { type, name } = (node.object ?? {}) as Tree;
  if (type !== "Identifier" || !CLOSED.includes(name as string)) return false;
  const around = parent?.node;
  switch (around?.type) {
    case "IfStatement":
    case "ConditionalExpression":
    case "LogicalExpression":
    case "UnaryExpression":
      return false;
    case "AssignmentExpression":
      return around.left !== node;
    case "BinaryExpression":
      return ![around.left, around.right].some((side) =>
        isNothing(side as Tree)
      );
    default:
      return around?.optional !== true;
  }
}

/** Whether this is what a member has that is not there: `undefined`, `null`. */
function isNothing({ type, name, value }: Tree): boolean {
  return type === "Identifier" && name === "undefined" ||
    type === "Literal" && value === null;
}

/** The name that a chain of members begins with. */
function rootOf(member: Tree): string | undefined {
  let node = member;
  while (node.type === "MemberExpression" || node.type === "CallExpression") {
    node = (node.object ?? node.callee) as Tree;
  }
  return node.type === "Identifier" ? node.name as string : undefined;
}
