import {
  NODE_NAMES,
  partOf,
} from "../../../core/collection/required/module_names.ts";
import { noSuchPart } from "../../../embedded/sandbox/no_such_part.ts";
import { declarationsIn } from "./declarations.ts";
import type { Tree } from "./find_expression.ts";

const MAX_DEPTH = 20;

/** Says of what a script or package reads in vain that it is a part of Node's module which the sandbox lacks; "" of anything else. */
export function missingPartHint(node: Tree, tree: Tree): string {
  const [module, ...path] = partIn(node, tree, 0) ?? [];
  return module === undefined || path.length === 0
    ? ""
    : `: ${noSuchPart(module, path.join("."))}`;
}

/** The module of Node that an expression is a part of, and the names that lead there. */
function partIn(
  node: Tree,
  tree: Tree,
  depth: number,
): string[] | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const inside = (inner: unknown) => partIn(inner as Tree, tree, depth + 1);
  const member = (object: unknown, name: string) => {
    const found = inside(object);
    return found && [...found, name];
  };
  switch (node.type) {
    case "Identifier": {
      const name = node.name as string;
      const { declarators, destructured } = declarationsIn(tree);
      const [from, key] = destructured.get(name) ?? [];
      if (from !== undefined && key !== undefined) return member(from, key);
      const init = declarators.get(name)?.init;
      return init ? inside(init) : undefined;
    }
    case "MemberExpression":
      return node.computed
        ? undefined
        : member(node.object, (node.property as Tree).name as string);
    case "CallExpression": {
      const [argument] = node.arguments as Tree[];
      const { name } = node.callee as Tree;
      const value = name === "require" ? argument?.value : undefined;
      if (typeof value !== "string") return undefined;
      const { module, part } = partOf(value);
      return part === undefined && NODE_NAMES.includes(module)
        ? [module]
        : undefined;
    }
    default:
      return undefined;
  }
}
