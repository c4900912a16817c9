import { type Node, parse } from "acorn";

type Tree = Node & {
  readonly object?: Tree;
  readonly callee?: Tree;
  readonly property?: Tree & {
    readonly name?: string;
    readonly value?: unknown;
  };
  readonly arguments?: readonly Tree[];
  readonly computed?: boolean;
  readonly optional?: boolean;
  readonly operator?: string;
};

/** The member that cannot be read, where a path ends early. */
export interface Unread {
  readonly name: string;
  /** What has no members, in the words of the sandbox; absent for a plain path. */
  readonly object?: string;
}

/**
 * How to write a selector so that what it names may be absent. Undefined where
 * it takes more than `?.` and `?? null`, such as for JSONPath.
 *
 * @example
 * ```ts
 * import { orNull } from "./or_null.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(orNull('res("next")'), 'res("next") ?? null');
 * assertEquals(orNull("res.body.a.b", { name: "b" }), "res.body.a?.b ?? null");
 * assertEquals(orNull("res.headers.x-next"), undefined);
 * ```
 */
export function orNull(selector: string, unread?: Unread): string | undefined {
  const code = selector.trim();
  const tree = expressionOf(code);
  if (tree === undefined) return undefined;
  const written = unread === undefined ? code : optional(tree, code, unread);
  return written && `${written} ?? null`;
}

/** The tree of an expression to which `?? null` can be appended. */
function expressionOf(code: string): Tree | undefined {
  // JSONPath can look like JavaScript. Messages have one line.
  if (/^\$|\n/.test(code)) return undefined;
  try {
    const { body } = parse(code, { ecmaVersion: "latest" });
    const [first] = body;
    if (first?.type !== "ExpressionStatement") return undefined;
    // Else a comment follows.
    if (first.end !== code.length) return undefined;
    const tree = first.expression as Tree;
    switch (tree.type) {
      case "ChainExpression":
        return (tree as unknown as { expression: Tree }).expression;
      case "LogicalExpression":
        return tree.operator === "??" ? tree : undefined;
      case "CallExpression":
      case "Identifier":
      case "MemberExpression":
        return tree;
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** The code with `?.` from the member on that cannot be read. */
function optional(
  tree: Tree,
  code: string,
  unread: Unread,
): string | undefined {
  const members = pathOf(tree).filter(({ type }) =>
    type === "MemberExpression"
  );
  const at = members.findIndex((it) => isUnread(it, code, unread));
  if (at === -1) return undefined;
  let written = code;
  for (const { object, optional } of members.slice(at).reverse()) {
    const { end } = object!;
    if (optional) continue;
    const link = /^[.[]/.exec(written.slice(end))?.[0];
    if (link === undefined) return undefined;
    written = `${written.slice(0, end)}?${link === "[" ? "." : ""}${
      written.slice(end)
    }`;
  }
  return written;
}

/** The members and calls of a path, the first one first. */
function pathOf(tree: Tree): Tree[] {
  const path: Tree[] = [];
  for (
    let node: Tree | undefined = tree;
    node !== undefined;
    node = node.object ?? node.callee
  ) {
    if (/^(?:Member|Call)Expression$/.test(node.type)) path.unshift(node);
  }
  return path;
}

function isUnread(
  { property, computed, object: before }: Tree,
  code: string,
  { name, object }: Unread,
): boolean {
  const { name: word, value } = property!;
  const isNamed = computed && value === undefined
    ? object !== undefined
    : `${computed ? value : word}` === name;
  return isNamed && (object === undefined || shown(before!, code) === object);
}

/** A path in the sandbox's words, which leave out what calls are given. */
function shown(tree: Tree, code: string): string {
  const text = (node: Tree) => code.slice(node.start, node.end);
  const [first] = pathOf(tree);
  const root = first?.object ?? first?.callee ?? tree;
  return text(root) +
    pathOf(tree).map((node) =>
      node.type === "CallExpression"
        ? node.arguments!.length > 0 ? "(…)" : "()"
        : node.computed
        ? `[${text(node.property!)}]`
        : `.${text(node.property!)}`
    ).join("");
}
