import { findNode, type Tree } from "./find_expression.ts";

/** What a script declares, each name where it comes first. */
interface Declarations {
  /** Declarators by the name that they declare. */
  readonly declarators: ReadonlyMap<string, Tree>;
  /** What a destructured name is taken from, and its key there. */
  readonly destructured: ReadonlyMap<string, [from: Tree, key: string]>;
}

/** Each tree is searched once, however many names are asked for. */
const known = new WeakMap<Tree, Declarations>();

/** What a script declares. */
export function declarationsIn(tree: Tree): Declarations {
  let found = known.get(tree);
  if (found === undefined) known.set(tree, found = findDeclarations(tree));
  return found;
}

function findDeclarations(tree: Tree): Declarations {
  const declarators = new Map<string, Tree>();
  const destructured = new Map<string, [Tree, string]>();
  findNode(tree, (node) => {
    if (node.type !== "VariableDeclarator") return false;
    const { type, name, properties } = node.id as Tree;
    if (typeof name === "string" && !declarators.has(name)) {
      declarators.set(name, node);
    }
    if (type !== "ObjectPattern" || !node.init) return false;
    for (const { key, value, computed } of properties as Tree[]) {
      if (computed) continue;
      const local = (value as Tree | undefined)?.name;
      const member = (key as Tree | undefined)?.name;
      if (
        typeof local === "string" && typeof member === "string" &&
        !destructured.has(local)
      ) destructured.set(local, [node.init as Tree, member]);
    }
    return false;
  });
  return { declarators, destructured };
}
