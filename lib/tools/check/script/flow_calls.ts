import { scopeOfCall } from "../../../core/collection/settings_of.ts";
import type { Tree } from "../explain/find_expression.ts";
import type { FlowCall, ScriptDeletion } from "../types.ts";
import {
  type Bindings,
  chainOf,
  literalText,
  type NodeVisit,
} from "./bindings.ts";
import { certainCalls } from "./certainty.ts";

const DELETE =
  /^(?:client|bru)\.delete(?<all>All)?(?<scope>[A-Z][A-Za-z]*?)?Vars?$/;
/** Postman's, newer and older. */
const UNSET =
  /^(?<owner>pm\.(?:environment|globals|variables|collectionVariables|vault))\.(?<method>unset|clear)$/;
const CLEAR = /^postman\.clear(?<scope>Environment|Global)Variable(?<all>s)?$/;

/** The variables that a script deletes whenever it runs to its end; in which scope it deletes them is certain, too. */
export function deletionsIn(
  visits: readonly NodeVisit[],
  bindings: Bindings,
): ScriptDeletion[] {
  const certain = certainCalls(visits);
  return [...certain].flatMap((call) => {
    const chain = chainOf(call.callee as Tree, bindings);
    const [first] = call.arguments as (Tree | undefined)[];
    const name = first && textOf(first, bindings);
    const place = { offset: call.start, length: call.end - call.start };
    const { groups } = DELETE.exec(chain) ?? CLEAR.exec(chain) ??
      UNSET.exec(chain) ?? {};
    if (groups === undefined) return [];
    const { all, method, owner, scope: word = "" } = groups;
    const scope = owner === undefined
      ? scopeOfCall(
        chain.startsWith("postman") ? `set${word}Variable` : `set${word}Var`,
      )
      : scopeOfCall("", owner);
    if (all !== undefined || method === "clear") return { scope, ...place };
    return name === undefined ? [] : { scope, name, ...place };
  });
}

const FLOW: ReadonlyMap<string, FlowCall["does"]> = new Map([
  ["setNextRequest", "next"],
  ["skipRequest", "skip"],
  ["stopExecution", "stop"],
  ["runRequest", "run"],
]);
const OWNER = /^(?:(?:client|bru)(?:\.runner)?|pm(?:\.execution)?|postman)$/;

/** The calls of a script that decide which requests run; a method that is handed on counts as one whose use only the run tells. */
export function flowCallsIn(
  visits: readonly NodeVisit[],
  bindings: Bindings,
): FlowCall[] {
  if (!visits.some(({ node }) => FLOW.has(nameOf(node)))) return [];
  const certain = certainCalls(visits);
  const calls: FlowCall[] = [];
  for (const { node, parent } of visits) {
    const does = FLOW.get(nameOf(node));
    if (does === undefined) continue;
    const member = parent?.node.type === "MemberExpression" &&
      parent.node.property === node && parent;
    const call = member && member.parent?.node.callee === member.node
      ? member.parent.node
      : undefined;
    const { start: offset, end } = call ?? node;
    const place = { offset, length: end - offset };
    if (call === undefined) {
      calls.push({ does, own: false, certain: false, ...place });
      continue;
    }
    const chain = chainOf(call.callee as Tree, bindings);
    const isOwn = OWNER.test(
      chain.slice(0, Math.max(0, chain.lastIndexOf("."))),
    );
    const [first] = call.arguments as (Tree | undefined)[];
    const to = first?.type === "Literal" && first.value === null
      ? null
      : first && textOf(first, bindings);
    calls.push({
      does,
      own: isOwn,
      certain: isOwn && certain.has(call),
      ...(to !== undefined && { to }),
      ...place,
    });
  }
  return calls;
}

function nameOf({ type, name, value }: Tree): string {
  return `${type === "Identifier" ? name : type === "Literal" ? value : ""}`;
}

function textOf(node: Tree, { texts }: Bindings): string | undefined {
  return node.type === "Identifier"
    ? texts.get(node.name as string)?.value
    : literalText(node);
}
