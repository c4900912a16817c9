import type { Tree } from "../explain/find_expression.ts";

/** How a node is met. */
export interface NodeVisit {
  readonly node: Tree;
  readonly parent: NodeVisit | undefined;
  /** Whether the script goes on where it fails. */
  readonly guarded: boolean;
  /** Whether it may be passed over. */
  readonly conditional: boolean;
}

/** Every node of a script, the outer before the inner ones, in the order of the text. */
export function* walk(tree: Tree): Generator<NodeVisit> {
  // A list in place of recursion: scripts nest deeper than the stack.
  const waiting: NodeVisit[] = [{
    node: tree,
    parent: undefined,
    guarded: false,
    conditional: false,
  }];
  for (let visit; (visit = waiting.pop()) !== undefined;) {
    yield visit;
    const { node } = visit;
    const inner: NodeVisit[] = [];
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type !== "string") continue;
        inner.push({
          node: child,
          parent: visit,
          guarded: visit.guarded ||
            node.type === "TryStatement" && key === "block",
          conditional: visit.conditional || isConditional(node, key),
        });
      }
    }
    while (inner.length > 0) waiting.push(inner.pop()!);
  }
}

/** Whether what stands under a key only runs where a condition holds. */
function isConditional({ type }: Tree, key: string): boolean {
  switch (type) {
    case "IfStatement":
    case "ConditionalExpression":
      return key !== "test";
    case "LogicalExpression":
      return key === "right";
    default:
      return false;
  }
}
