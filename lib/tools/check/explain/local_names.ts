import { addNames } from "../script/bound_names.ts";
import type { Tree } from "./find_expression.ts";

/** The names that a script defines itself and that are seen at an offset, inner ones first. */
export function localNames(tree: Tree, offset: number): string[] {
  const levels: Set<string>[] = [];
  for (
    let node: Tree | undefined = tree;
    node !== undefined;
    node = childAt(node, offset)
  ) levels.unshift(definedIn(node));
  return levels.flatMap((names) => [...names]);
}

/** The part of a node that stands around an offset. */
function childAt(node: Tree, offset: number): Tree | undefined {
  return children(node).find(({ start, end }) =>
    start <= offset && offset < end
  );
}

function children(node: Tree): Tree[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && "type" in value &&
    "start" in value && "end" in value;
}

/** What a node defines for all that stands in it. */
function definedIn(node: Tree): Set<string> {
  const names = new Set<string>();
  const add = (pattern: unknown) => {
    if (pattern) addNames(pattern as Tree, names);
  };
  for (const param of (node.params ?? []) as Tree[]) add(param);
  if (node.type === "CatchClause") add(node.param);
  for (const child of children(node)) {
    switch (child.type) {
      case "VariableDeclaration":
        for (const { id } of child.declarations as Tree[]) add(id);
        break;
      case "FunctionDeclaration":
      case "ClassDeclaration":
        add(child.id);
        break;
    }
  }
  return names;
}
