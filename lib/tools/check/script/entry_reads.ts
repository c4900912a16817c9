import type { Tree } from "../explain/find_expression.ts";
import type { EntryRead } from "../types.ts";
import {
  type Bindings,
  chainOf,
  literalText,
  type NodeVisit,
} from "./bindings.ts";
import { entryFate, type ValueFates } from "./value_fates.ts";

const METHOD = /^(?:client|bru)\.getProcessEnv$/;
/** Names that the sandbox has no value for, and refuses nobody. */
const FREE = /^NODE_ENV$|^(?:NODE_)?DEBUG$/;

/** The variables of the process that a script reads by literal names: with a method, or of `process.env`. */
export function entryReads(
  visits: readonly NodeVisit[],
  bindings: Bindings,
  fates: ValueFates,
): EntryRead[] {
  return visits.flatMap((visit) => {
    const { node, parent, guarded } = visit;
    if (node.type === "CallExpression") {
      if (!METHOD.test(chainOf(node.callee as Tree, bindings))) return [];
      const [first] = node.arguments as (Tree | undefined)[];
      const name = first && literalText(first);
      if (name === undefined) return [];
      const { start, end } = first!;
      return [{
        name,
        offset: start + 1,
        length: end - start - 2,
        guarded,
        ...entryFate(visit, fates),
      }];
    }
    if (node.type !== "MemberExpression" || isWritten(node, parent)) return [];
    const [, name = ""] =
      /^process\.env\.([^.]+)$/.exec(chainOf(node, bindings)) ?? [];
    // The path to a member of its value has the same chain inside.
    if (name === "" || FREE.test(name)) return [];
    const { start, end } = node;
    return [{
      name,
      offset: start,
      length: end - start,
      guarded,
      isOfProcess: true as const,
      ...entryFate(visit, fates),
    }];
  });
}

/** Whether something is assigned to it, or it is removed. */
function isWritten(node: Tree, parent: NodeVisit | undefined): boolean {
  const by = parent?.node;
  return by?.type === "AssignmentExpression" && by.left === node &&
      by.operator === "=" ||
    by?.type === "UnaryExpression" && by.operator === "delete";
}
