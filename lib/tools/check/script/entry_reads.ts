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

/** The variables of the process that a script reads by literal names: with a method, or of `process.env`, also in a pattern. */
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
    if (node.type === "Property") {
      const key = node.key as Tree;
      const name = node.computed ? undefined : key.name ?? key.value;
      return isOfProcess(parent, bindings) && isRefused(name)
        ? [{
          name,
          offset: key.start,
          length: key.end - key.start,
          guarded,
          isOfProcess: true as const,
          ...entryFate(visit, fates, node.value as Tree),
        }]
        : [];
    }
    if (node.type !== "MemberExpression" || isWritten(node, parent)) return [];
    const [, name = ""] =
      /^process\.env\.([^.]+)$/.exec(chainOf(node, bindings)) ?? [];
    // The path to a member of its value has the same chain inside.
    if (!isRefused(name)) return [];
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

function isRefused(name: unknown): name is string {
  return typeof name === "string" && name !== "" && !FREE.test(name);
}

/** Whether a pattern takes apart all variables of the process. */
function isOfProcess(
  pattern: NodeVisit | undefined,
  bindings: Bindings,
): boolean {
  const by = pattern?.parent?.node;
  const from = by?.type === "VariableDeclarator"
    ? by.init
    : by?.type === "AssignmentExpression"
    ? by.right
    : undefined;
  return pattern?.node.type === "ObjectPattern" && !!from &&
    chainOf(from as Tree, bindings) === "process.env";
}

/** Whether something is assigned to it, or it is removed. */
function isWritten(node: Tree, parent: NodeVisit | undefined): boolean {
  const by = parent?.node;
  return by?.type === "AssignmentExpression" && by.left === node &&
      by.operator === "=" ||
    by?.type === "UnaryExpression" && by.operator === "delete";
}
