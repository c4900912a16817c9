import { addNames, boundBy } from "../script/bound_names.ts";
import { findNode, type Tree } from "./find_expression.ts";

/** What a script declares, each name where it comes first. */
interface Declarations {
  /** Declarators by the name that they declare. */
  readonly declarators: ReadonlyMap<string, Tree>;
  /** What a destructured name is taken from, and its key there. */
  readonly destructured: ReadonlyMap<string, [from: Tree, key: string]>;
  /** Names that the script gives something else, or something of which only the run knows what it is. */
  readonly others: ReadonlySet<string>;
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
  const others = new Set<string>();
  findNode(tree, (node) => {
    for (const pattern of boundBy(node)) addNames(pattern, others);
    if (node.type !== "VariableDeclarator") return false;
    const { type, name, properties } = node.id as Tree;
    if (typeof name === "string" && !declarators.has(name)) {
      declarators.set(name, node);
    }
    if (type !== "ObjectPattern" || !node.init) {
      if (type !== "Identifier") addNames(node.id as Tree, others);
      return false;
    }
    for (const property of properties as Tree[]) {
      const { key, value, computed } = property;
      const local = (value as Tree | undefined)?.name;
      const member = (key as Tree | undefined)?.name;
      const isPlain = !computed && typeof local === "string" &&
        typeof member === "string";
      if (!isPlain) addNames((value ?? property) as Tree, others);
      else if (!destructured.has(local)) {
        destructured.set(local, [node.init as Tree, member]);
      }
    }
    return false;
  });
  return { declarators, destructured, others };
}
