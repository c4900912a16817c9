import type { Tree } from "../explain/find_expression.ts";
import type { Bindings } from "./bindings.ts";

const MAX_DEPTH = 20;

/** `pm.environment.set` of such an expression, names that stand for others resolved; "" of any other. */
export function chainOf(
  node: Tree,
  bindings: Pick<Bindings, "aliases" | "unclear">,
  depth = 0,
): string {
  if (depth > MAX_DEPTH) return "";
  switch (node.type) {
    case "Identifier": {
      const name = node.name as string;
      if (bindings.unclear.has(name)) return "";
      const alias = bindings.aliases.get(name);
      if (alias === undefined) return name;
      const chain = chainOf(alias, bindings, depth + 1);
      return chain === "" ? "" : chain;
    }
    case "MemberExpression": {
      const object = chainOf(node.object as Tree, bindings, depth + 1);
      const { name } = node.property as Tree;
      return node.computed ? object : `${object}.${name}`;
    }
    case "ChainExpression":
      return chainOf(node.expression as Tree, bindings, depth + 1);
    default:
      return "";
  }
}
