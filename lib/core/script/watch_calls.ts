import { type CallExpression, type Expression, type Node, parse } from "acorn";
import {
  inPlaceOrder,
  type TextChange,
  withChanges,
} from "../source/text_changes.ts";
import { type CompiledCode, WATCH } from "./compiled_code.ts";

type Insertion = Pick<CompiledCode, "code" | "inserted">;

/**
 * Puts the watcher around calls whose result a statement drops, and around the
 * asynchronous functions whose results `forEach` drops: when one gives a
 * promise that is rejected, nothing else would tell. A script that cannot be
 * parsed stays as it is.
 */
export function watchCalls(code: string): Insertion {
  const inserted: TextChange[] = [];
  try {
    const program = parse(code, {
      ecmaVersion: "latest",
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
    visit(program, (node) => {
      const watched = droppedBy(node);
      if (watched === undefined) return;
      const { start, end } = watched;
      inserted.push(
        { start, end: start, text: `${WATCH}(` },
        { start: end, end, text: ")" },
      );
    });
  } catch {
    // No JavaScript, or more deeply nested than the stack is.
    return { code, inserted: [] };
  }
  return insert(code, inserted);
}

/** What a node drops: a call's result, or a function whose results are. */
function droppedBy(node: Node): Node | undefined {
  if (node.type === "ExpressionStatement") {
    const { expression } = node as Node & { expression: Expression };
    return mayGivePromise(expression) ? expression : undefined;
  }
  if (node.type !== "CallExpression") return undefined;
  const { callee, arguments: [first] } = node as CallExpression;
  const called = callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" && callee.property.name;
  return called === "forEach" && first !== undefined && "async" in first &&
      first.async
    ? first
    : undefined;
}

function insert(code: string, texts: readonly TextChange[]): Insertion {
  return {
    code: withChanges(code, texts),
    inserted: inPlaceOrder(texts).map(({ start, text }) => [
      start,
      text.length,
    ]),
  };
}

function mayGivePromise(expression: Expression): boolean {
  switch (expression.type) {
    case "CallExpression":
      return !["expect", "assert", "console", "test"].includes(
        rootName(expression),
      );
    case "ImportExpression":
    case "ChainExpression":
    case "LogicalExpression":
    case "ConditionalExpression":
      return true;
    default:
      return false;
  }
}

/** The name that a chain of calls and members begins with. */
function rootName(expression: Expression): string {
  let node: Node = expression;
  for (;;) {
    switch (node.type) {
      case "CallExpression":
        node = (node as Node & { callee: Node }).callee;
        break;
      case "MemberExpression":
        node = (node as Node & { object: Node }).object;
        break;
      case "Identifier":
        return (node as Node & { name: string }).name;
      default:
        return "";
    }
  }
}

function visit(node: Node, enter: (node: Node) => void): void {
  enter(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === "string") visit(child, enter);
    }
  }
}
