import { isFilePath } from "../../../core/collection/required/module_path.ts";
import type { Tree } from "../explain/find_expression.ts";
import type { ScriptName } from "../types.ts";
import { type Bindings, chainOf, literalText } from "./bindings.ts";

/** What gives the collection's folder. */
const CWD = /^(?:client|bru|process)\.cwd$/;
const MAX_DEPTH = 20;

/** The file of the collection that an expression is the path of: `bru.cwd() + "/lib/users.js"`; undefined where only the run tells. */
export function requiredPath(
  node: Tree,
  bindings: Bindings,
): ScriptName | undefined {
  const path = pathText(node, bindings)?.replaceAll(/\/{2,}/g, "/");
  return path === undefined || !isFilePath(path) || leadsOut(path)
    ? undefined
    : { name: path, offset: node.start, length: node.end - node.start };
}

/** A path, the collection's folder as `/` and the file's own as `.`. */
function pathText(
  node: Tree,
  bindings: Bindings,
  depth = 0,
): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const joined = (nodes: readonly Tree[], separator = "") => {
    const parts = nodes.map((one) => pathText(one, bindings, depth + 1));
    return parts.includes(undefined) ? undefined : parts.join(separator);
  };
  switch (node.type) {
    case "Identifier": {
      const name = node.name as string;
      const constant = bindings.constants.get(name);
      if (constant) return pathText(constant, bindings, depth + 1);
      const isOwn = name === "__dirname" && !bindings.unclear.has(name) &&
        !bindings.aliases.has(name);
      return isOwn ? "." : undefined;
    }
    case "BinaryExpression":
      return node.operator === "+"
        ? joined([node.left as Tree, node.right as Tree])
        : undefined;
    case "TemplateLiteral": {
      const texts = (node.quasis as { value?: { cooked?: string } }[])
        .map(({ value }) => value?.cooked ?? "");
      const inside = (node.expressions as Tree[])
        .map((one) => pathText(one, bindings, depth + 1));
      return inside.includes(undefined)
        ? undefined
        : texts.map((text, at) => text + (inside[at] ?? "")).join("");
    }
    case "CallExpression": {
      const callee = node.callee as Tree;
      if (CWD.test(chainOf(callee, bindings))) return "/";
      return callee.type === "MemberExpression" &&
          /^(?:join|resolve)$/.test(`${(callee.property as Tree).name}`) &&
          isPathModule(callee.object as Tree, bindings)
        ? joined(node.arguments as Tree[], "/")
        : undefined;
    }
    default:
      return literalText(node);
  }
}

/** Whether a name stands for `require("path")`. */
function isPathModule({ type, name }: Tree, bindings: Bindings): boolean {
  const init = type === "Identifier"
    ? bindings.constants.get(name as string)
    : undefined;
  const [argument] = (init?.arguments ?? []) as Tree[];
  return argument !== undefined &&
    chainOf(init!.callee as Tree, bindings) === "require" &&
    /^(?:node:)?path$/.test(literalText(argument) ?? "");
}

/** Whether a path leads out of the folder that it begins in. */
function leadsOut(path: string): boolean {
  let depth = 0;
  return path.split("/").some((part) => {
    if (part === "..") depth--;
    else if (part !== "" && part !== ".") depth++;
    return depth < 0;
  });
}
