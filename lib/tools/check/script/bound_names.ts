import type { Tree } from "../explain/find_expression.ts";

/** What gives names a value, other than a declaration that says which one. */
export function* boundBy(node: Tree): Generator<Tree> {
  switch (node.type) {
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "FunctionDeclaration":
      yield* node.params as Tree[];
      if (node.id) yield node.id as Tree;
      break;
    case "ClassDeclaration":
    case "ClassExpression":
      if (node.id) yield node.id as Tree;
      break;
    case "CatchClause":
      if (node.param) yield node.param as Tree;
      break;
    case "AssignmentExpression":
      yield node.left as Tree;
      break;
    case "UpdateExpression":
      yield node.argument as Tree;
      break;
    case "ForInStatement":
    case "ForOfStatement": {
      const { type, declarations } = node.left as Tree;
      if (type !== "VariableDeclaration") yield node.left as Tree;
      else for (const { id } of declarations as Tree[]) yield id as Tree;
      break;
    }
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
      yield node.local as Tree;
      break;
  }
}

/** Adds the names that a pattern gives. */
export function addNames(pattern: Tree, names: Set<string>): void {
  switch (pattern.type) {
    case "Identifier":
      names.add(pattern.name as string);
      break;
    case "AssignmentPattern":
      addNames(pattern.left as Tree, names);
      break;
    case "RestElement":
      addNames(pattern.argument as Tree, names);
      break;
    case "ArrayPattern":
      for (const one of pattern.elements as (Tree | null)[]) {
        if (one) addNames(one, names);
      }
      break;
    case "ObjectPattern":
      for (const one of pattern.properties as Tree[]) {
        addNames((one.value ?? one) as Tree, names);
      }
      break;
  }
}

/** Whether a name is one to write to, or a member's. */
export function isNoReference(node: Tree, outer: Tree): boolean {
  const { type, id, left, property, key, value, computed } = outer;
  return type === "VariableDeclarator" && id === node ||
    type === "AssignmentExpression" && left === node ||
    type === "MemberExpression" && property === node && !computed ||
    type === "Property" && key === node && value !== node && !computed;
}
