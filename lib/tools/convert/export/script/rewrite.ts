import {
  type TextChange,
  withChanges,
} from "../../../../core/source/text_changes.ts";
import type { Tree } from "../../../check/explain/find_expression.ts";
import { literalText } from "../../../check/script/bindings.ts";
import { type ApiUse, apiUses } from "./api_uses.ts";

/** A script in the words of another program. */
export interface Rewritten {
  readonly code: string;
  /** What the other program does not have, as the script writes it. */
  readonly lacking: readonly string[];
  /** What the other program does not do as Brace does, each the end of a sentence. */
  readonly limits: readonly string[];
  /** Whether the script stays as it is, since it cannot be parsed. */
  readonly isBroken?: true;
}

/** What becomes of a use: other words, nothing, or a name that the other program lacks. */
export type UseVerdict =
  | { readonly kind: "edits"; readonly edits: readonly TextChange[] }
  | { readonly kind: "same" }
  | { readonly kind: "lacking"; readonly names: readonly string[] };

export const SAME: UseVerdict = { kind: "same" };

/** Words in the place of those from the beginning of a use to its member at `depth`. */
export function inPlace(use: ApiUse, depth: number, text: string): UseVerdict {
  const { start } = use.nodes[0];
  return {
    kind: "edits",
    edits: [{ start, end: use.nodes[depth].end, text }],
  };
}

export function lacking(use: ApiUse, most = Infinity): UseVerdict {
  const depth = Math.min(use.path.length, most, depthOf(use));
  const name = shown(use, depth);
  return {
    kind: "lacking",
    names: use.taken.length > 0
      ? use.taken.map((one) => `${name}.${one}`)
      : [use.isOpen && depth === use.path.length ? `${name}[…]` : name],
  };
}

/** Members of these are the API's; those of a body or of variables are the author's. */
const GROUPS = /^(?:runner|cookies|headers|headerList|iterationData)$/;

function depthOf({ path }: ApiUse): number {
  const others = path.findIndex((name) => !GROUPS.test(name));
  return others < 0 ? path.length : others + 1;
}

/** A use as people write it. */
function shown({ root, path }: ApiUse, depth: number): string {
  return path.slice(0, depth).reduce(
    (text, name) =>
      /^[A-Za-z_$][\w$]*$/.test(name)
        ? `${text}.${name}`
        : `${text}[${JSON.stringify(name)}]`,
    root,
  );
}

/** Writes a script anew, use by use. */
export function rewrite(
  code: string,
  judge: (use: ApiUse, code: string) => UseVerdict | undefined,
): Rewritten {
  const uses = apiUses(code);
  if (uses === undefined) {
    return { code, lacking: [], limits: [], isBroken: true };
  }
  const edits: TextChange[] = [];
  const names = new Set<string>();
  for (const use of uses) {
    const verdict = judge(use, code);
    if (verdict?.kind === "lacking") {
      verdict.names.forEach((it) => names.add(it));
    }
    if (verdict?.kind === "edits") edits.push(...verdict.edits);
  }
  return { code: withChanges(code, edits), lacking: [...names], limits: [] };
}

/** The call that a use is called by. */
export function callBy({ parent, nodes }: ApiUse): Tree | undefined {
  const { node } = parent;
  return node.type === "CallExpression" && node.callee === nodes.at(-1)
    ? node
    : undefined;
}

export function argumentsOf(call: Tree): readonly Tree[] {
  return call.arguments as Tree[];
}

/** The `=` that gives a use another value, where that is all that a statement does. */
export function assignmentTo({ parent, nodes }: ApiUse): Tree | undefined {
  const { node } = parent;
  return node.type === "AssignmentExpression" && node.operator === "=" &&
      node.left === nodes.at(-1) && isStatement(parent.parent?.node)
    ? node
    : undefined;
}

/** Whether a use is changed and not read. */
export function isWritten({ parent, nodes }: ApiUse): boolean {
  const { node } = parent;
  switch (node.type) {
    case "AssignmentExpression":
      return node.left === nodes.at(-1);
    case "UpdateExpression":
      return true;
    case "UnaryExpression":
      return node.operator === "delete";
    default:
      return false;
  }
}

export function isStatement(node: Tree | undefined): boolean {
  return node?.type === "ExpressionStatement";
}

/**
 * A call in the place of `req.url = value`.
 *
 * @param open The call up to the value: `req.setUrl(`.
 */
export function asCall(
  assignment: Tree,
  { open, close = ")" }: { readonly open: string; readonly close?: string },
  code: string,
): UseVerdict | undefined {
  const right = assignment.right as Tree;
  const left = assignment.left as Tree;
  // Parentheses around the value are in no node.
  if (code.slice(left.end, right.start).trim() !== "=") return undefined;
  return {
    kind: "edits",
    edits: [
      { start: left.start, end: right.start, text: open },
      { start: right.end, end: right.end, text: close },
    ],
  };
}

/** Whether an expression gives a text or a number, whatever runs. */
export function isPlainValue(node: Tree): boolean {
  switch (node.type) {
    case "Literal":
      return ["string", "number", "boolean"].includes(typeof node.value);
    case "TemplateLiteral":
      return true;
    case "BinaryExpression":
      return node.operator === "+";
    default:
      return false;
  }
}

/** The text that an argument is, if the script writes it. */
export function argumentText(node: Tree | undefined): string | undefined {
  return node && literalText(node);
}

/** Whether a script has a JSON Schema of a draft after the one that Postman and Bruno know. */
export function hasLaterDraft(code: string): boolean {
  return [...code.matchAll(/["']?\$schema["']?\s*:\s*["'`]([^"'`]*)/g)]
    .some(([, draft]) => !/\bdraft-07\b/.test(draft));
}
