import { type Node, parse } from "acorn";

/** A node of a script's syntax tree; its members are read by name. */
export type Tree = Node & Readonly<Record<string, unknown>>;

/** A script's syntax tree; undefined for what cannot be parsed. */
export function parseScript(code: string): Tree | undefined {
  try {
    return parseStrictly(code);
  } catch {
    return undefined;
  }
}

/**
 * A script's syntax tree.
 *
 * @throws {SyntaxError} With `pos`, the offset at which it is none.
 * @throws {RangeError} For one that nests more deeply than the stack.
 */
export function parseStrictly(
  code: string,
  sourceType: "script" | "module" = "script",
): Tree {
  return parse(code, {
    ecmaVersion: "latest",
    sourceType,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
  }) as unknown as Tree;
}

/** The first node, the outer before the inner ones, for which a test holds. */
export function findNode(
  tree: Tree,
  test: (node: Tree) => boolean,
): Tree | undefined {
  // A list in place of recursion: scripts nest deeper than the stack.
  const waiting = [tree];
  for (;;) {
    const node = waiting.pop();
    if (node === undefined) return undefined;
    if (test(node)) return node;
    for (const value of Object.values(node).reverse()) {
      for (const child of Array.isArray(value) ? value.toReversed() : [value]) {
        if (typeof child?.type === "string") waiting.push(child);
      }
    }
  }
}

/** What a call calls and what it gives, at the offset to which a failure points. */
export function callAt(
  tree: Tree,
  offset: number,
): { readonly callee: Tree; readonly given: readonly Tree[] } | undefined {
  let found: Tree | undefined;
  findNode(tree, (node) => {
    const call = callOf(node);
    const callee = call && calleeOf(call);
    if (call === undefined || callee === undefined) return false;
    const { property } = callee as { property?: Tree };
    const [first] = (call.arguments ?? []) as Tree[];
    const isAtBracket = callee.end <= offset &&
      offset < (first?.start ?? call.end);
    const isAt = (property ?? callee).start === offset || isAtBracket ||
      node.start === offset && isAsAWhole(node);
    if (isAt) found = call;
    return isAt;
  });
  const callee = found && calleeOf(found);
  return callee &&
    { callee, given: (found?.arguments ?? []) as readonly Tree[] };
}

/** What a chain of calls is given up to an offset, the last call first: 200 and `r.status` of `expect(r.status).to.equal(200)`. */
export function givenAt(tree: Tree, offset: number): Tree[] {
  const call = callAt(tree, offset);
  const given = [...call?.given ?? []];
  let node = call?.callee ?? findNode(
    tree,
    ({ type, property }) =>
      type === "MemberExpression" && (property as Tree).start === offset,
  );
  while (node !== undefined) {
    if (node.type === "CallExpression") given.push(...node.arguments as Tree[]);
    node = (node.object ?? node.callee) as Tree | undefined;
  }
  return given;
}

/** What a class extends, at the offset to which a failure points. */
export function parentClassAt(tree: Tree, offset: number): Tree | undefined {
  const parentOf = ({ superClass }: Tree) =>
    (superClass ?? undefined) as Tree | undefined;
  const found = findNode(tree, (node) => {
    const parent = parentOf(node);
    return parent !== undefined && parent.start <= offset &&
      offset <= parent.end;
  });
  return found && parentOf(found);
}

/** V8 points to all of a construction, QuickJS to all of a return whose call is its last step. */
function isAsAWhole({ type }: Tree): boolean {
  return type === "NewExpression" || type === "ReturnStatement";
}

function callOf(node: Tree): Tree | undefined {
  switch (node.type) {
    case "ReturnStatement":
      return node.argument ? callOf(node.argument as Tree) : undefined;
    case "ChainExpression":
      return callOf(node.expression as Tree);
    default:
      return calleeOf(node) && node;
  }
}

function calleeOf(call: Tree): Tree | undefined {
  switch (call.type) {
    case "CallExpression":
    case "NewExpression": {
      const callee = call.callee as Tree;
      // `(0, stream_1.pipeline)(…)`, as compilers write it.
      return callee.type === "SequenceExpression"
        ? (callee.expressions as Tree[]).at(-1)
        : callee;
    }
    case "TaggedTemplateExpression":
      return call.tag as Tree;
    default:
      return undefined;
  }
}

/** The object of which a member is read or set in vain; without a name the member is a computed one. */
export function objectAt(
  tree: Tree,
  offset: number,
  name: string | undefined,
): Tree | undefined {
  const member = findNode(tree, (node) => {
    if (node.type !== "MemberExpression") return false;
    const { computed, object, property } = node as Tree & {
      object: Tree;
      property: Tree;
    };
    return computed
      ? name === undefined && object.end === offset
      : property.start === offset && property.name === name;
  });
  return member?.object as Tree | undefined;
}

/** The longest chain of plain members that begins at an offset: `pm.environment.set`. */
export function chainAt(tree: Tree, offset: number): string {
  const chain = findNode(
    tree,
    (node) =>
      node.start === offset && (node.type === "Identifier" ||
        node.type === "MemberExpression" && nameOf(node) !== ""),
  );
  return chain === undefined ? "" : nameOf(chain);
}

/** `a.b.c` of such an expression; "" of any other. */
function nameOf(node: Tree): string {
  if (node.type === "Identifier") return node.name as string;
  if (node.type !== "MemberExpression" || node.computed) return "";
  const object = nameOf(node.object as Tree);
  const { name } = node.property as Tree;
  return object === "" ? "" : `${object}.${name}`;
}

const MAX_LENGTH = 60;

/** An expression as messages name it: without what calls are given. */
export function expressionText(node: Tree, code: string): string {
  const text = shortText(node, code);
  return text.length > MAX_LENGTH ? `…${text.slice(-MAX_LENGTH)}` : text;
}

function shortText(node: Tree, code: string): string {
  let tail = "";
  let inner = node;
  for (;;) {
    switch (inner.type) {
      case "CallExpression":
        tail = `${
          (inner.arguments as unknown[]).length > 0 ? "(…)" : "()"
        }${tail}`;
        inner = inner.callee as Tree;
        continue;
      case "MemberExpression": {
        const property = inner.property as Tree;
        const name = code.slice(property.start, property.end);
        tail = (inner.computed ? `[${name}]` : `.${name}`) + tail;
        inner = inner.object as Tree;
        continue;
      }
      case "AwaitExpression": {
        const awaited = `await ${shortText(inner.argument as Tree, code)}`;
        return tail === "" ? awaited : `(${awaited})${tail}`;
      }
      case "Identifier":
      case "ThisExpression":
      case "Literal":
      case "TemplateLiteral":
      case "ArrayExpression":
        return code.slice(inner.start, inner.end) + tail;
      default: {
        const text = code.slice(inner.start, inner.end)
          .replaceAll(/\s+/g, " ");
        return tail === "" ? text : `(${text})${tail}`;
      }
    }
  }
}
