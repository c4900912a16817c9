import type { Node } from "acorn";
import { withChanges } from "../source/text_changes.ts";
import { lineStart } from "./position.ts";

/** A code, and the callees in it that are compiled in brackets: offsets of their start and end, in order. */
export interface BareCalls {
  readonly code: string;
  readonly bare?: readonly (readonly [start: number, end: number])[];
}

const [OPEN, CLOSE] = ["(0,", ")"];

/**
 * The callee of a call that QuickJS cannot compile inside `with`, "inconsistent
 * stack size": of `a?.()`, `this?.()` and `new.target?.()`.
 */
export function bareCallee(node: Node): Node | undefined {
  const { type, optional, callee } = node as Node & {
    readonly optional?: boolean;
    readonly callee?: Node;
  };
  return type === "CallExpression" && optional &&
      /^(?:Identifier|ThisExpression|MetaProperty)$/.test(callee!.type)
    ? callee
    : undefined;
}

/** The code to compile. */
export function bracketed({ code, bare = [] }: BareCalls): string {
  if (bare.length === 0) return code;
  return withChanges(
    code,
    bare.map(([start, end]) => ({
      start,
      end,
      text: OPEN + code.slice(start, end) + CLOSE,
    })),
  );
}

/** The column in the code of a place in what was compiled; columns count characters from 1. */
export function columnInCode(
  { code, bare = [] }: BareCalls,
  { line, column }: { readonly line: number; readonly column: number },
): number {
  const inserted = bare.flatMap(([start, end]) => [
    [start, OPEN.length],
    [end, CLOSE.length],
  ]);
  let shift = 0;
  let characters = 0;
  let at = lineStart(code, line);
  for (const [offset, length] of inserted) {
    if (offset < at) continue;
    characters += Array.from(code.slice(at, offset)).length;
    at = offset;
    if (characters + shift + length >= column) break;
    shift += length;
  }
  return column - shift;
}
