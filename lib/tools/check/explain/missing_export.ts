import { findRequired } from "../../../core/collection/required/required_code.ts";
import { didYouMean, nearest } from "../../../core/source/nearest.ts";
import { declarationsIn } from "./declarations.ts";
import { findNode, parseScript, type Tree } from "./find_expression.ts";

/** Where a script or a file takes the exports of others from. */
export interface TakenFrom {
  /** Its folder, from the collection's. */
  readonly folder: string;
  /** Its text as it is written. */
  readonly text: string;
  /** Reads a file as it is written; undefined where there is none. */
  readonly read: (path: string) => string | undefined;
}

/** Says of what a script takes of a file in vain which export may be meant; "" of anything else. */
export function missingExportHint(
  node: Tree,
  tree: Tree,
  { folder, text, read }: TakenFrom,
): string {
  const [from, name] = requiredAs(node, tree) ?? importedAs(node, text) ?? [];
  if (from === undefined || name === undefined) return "";
  const path = findRequired(from, folder, read);
  if (path === undefined) return "";
  const names = exportsOf(read(path) ?? "");
  return names.includes(name) ? "" : didYouMean(nearest(name, names));
}

/** What an expression takes by `require`: the file as it is written, and the name there. */
function requiredAs(
  node: Tree,
  tree: Tree,
): readonly [from: string, name: string] | undefined {
  const { declarators, destructured } = declarationsIn(tree);
  const named = (value: unknown, name: string | undefined) => {
    const from = requiredBy(value as Tree | undefined);
    return from === undefined || name === undefined
      ? undefined
      : [from, name] as const;
  };
  if (node.type === "Identifier") {
    const [from, key] = destructured.get(node.name as string) ?? [];
    return named(from, key);
  }
  if (node.type !== "MemberExpression" || node.computed) return undefined;
  const object = node.object as Tree;
  const value = object.type === "Identifier"
    ? declarators.get(object.name as string)?.init
    : object;
  return named(value, (node.property as Tree).name as string);
}

function requiredBy(value: Tree | undefined): string | undefined {
  if (value?.type !== "CallExpression") return undefined;
  const [argument] = value.arguments as Tree[];
  const isRequire = (value.callee as Tree).name === "require";
  return isRequire && typeof argument?.value === "string"
    ? argument.value
    : undefined;
}

const IMPORT = /\bimport\s*\{([^{}]*)\}\s*from\s*["']([^"'\n]+)["']/g;

/** The same for an `import`, which is no part of what a file is compiled to. */
function importedAs(
  { type, name }: Tree,
  text: string,
): readonly [from: string, name: string] | undefined {
  if (type !== "Identifier") return undefined;
  for (const [, list, from] of text.matchAll(IMPORT)) {
    const entry = entriesOf(list).find((words) => words.at(-1) === name);
    if (entry !== undefined) return [from, entry[0]];
  }
  return undefined;
}

/** The words of each entry, such as those of `a as b`. */
function entriesOf(list: string): string[][] {
  return list.split(",").map((entry) => entry.match(/[\w$]+/g) ?? []);
}

const DECLARED =
  /^\s*export\s+(?:(?:async\s+)?function\s*\*?|const|let|var|class)\s*([\w$]+)|\bexports\s*\.\s*([\w$]+)\s*=(?!=)/gm;
const LIST = /^\s*export\s*\{([^{}]*)\}/gm;

/** The names that a file exports, as far as its text tells. */
function exportsOf(text: string): string[] {
  const names = [...text.matchAll(DECLARED)].map(([, own, member]) =>
    own ?? member
  );
  for (const [, list] of text.matchAll(LIST)) {
    names.push(...entriesOf(list).flatMap((words) => words.slice(-1)));
  }
  const tree = /\bmodule\s*\.\s*exports\s*=\s*\{/.test(text)
    ? parseScript(text)
    : undefined;
  const object = tree && findNode(tree, isExported)?.right as Tree | undefined;
  for (const { key, computed } of (object?.properties ?? []) as Tree[]) {
    const { name, value } = (key ?? {}) as { name?: string; value?: unknown };
    if (!computed && key) names.push(name ?? `${value}`);
  }
  return names;
}

/** Whether a node gives `module.exports` an object. */
function isExported({ type, left, right }: Tree): boolean {
  const { object, property } = (left ?? {}) as {
    object?: Tree;
    property?: Tree;
  };
  return type === "AssignmentExpression" && object?.name === "module" &&
    property?.name === "exports" &&
    (right as Tree).type === "ObjectExpression";
}
