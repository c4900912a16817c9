/**
 * Puts each member and element of a JSON text on a line of its own. Only
 * whitespace between tokens changes: numbers keep their digits, texts their
 * escapes. What is not JSON, or cut, comes through as far as it goes.
 *
 * @example
 * ```ts
 * import { indentJson } from "./indent_json.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(indentJson('{"a":1.0,"b":[]}'), '{\n  "a": 1.0,\n  "b": []\n}');
 * ```
 */
export function indentJson(text: string): string {
  let out = "";
  let depth = 0;
  let open = false;
  for (const { start, end } of jsonTokens(text)) {
    const token = text.slice(start, end);
    if (token === "}" || token === "]") {
      depth = Math.max(0, depth - 1);
      out += open ? token : newLine(depth) + token;
      open = false;
      continue;
    }
    if (open) out += newLine(depth);
    open = token === "{" || token === "[";
    if (open) depth++;
    out += token === ":" ? ": " : token;
    if (token === ",") out += newLine(depth);
  }
  return out;
}

/** Deep nesting does not move out of sight, nor grow with its square. */
function newLine(depth: number): string {
  return "\n" + "  ".repeat(Math.min(depth, 30));
}

/** A token of a JSON text: where it begins and ends. */
interface JsonToken {
  readonly start: number;
  readonly end: number;
  readonly isText: boolean;
}

const FIRST = /"|[{}[\],:]|[^\s"{}[\],:]+/g;
const QUOTE_OR_ESCAPE = /["\\]/g;

/**
 * The tokens of a JSON text; what is not JSON, or cut, comes through as far as it
 * goes. (One expression for a whole text in quotes would have V8 run out of
 * stack where that is some megabytes long, by design: there is no issue.)
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const first = new RegExp(FIRST);
  const next = new RegExp(QUOTE_OR_ESCAPE);
  for (let match; (match = first.exec(text)) !== null;) {
    const start = match.index;
    const isText = match[0] === '"';
    if (isText) first.lastIndex = endOfText(text, start + 1, next);
    yield { start, end: first.lastIndex, isText };
  }
}

function endOfText(text: string, from: number, next: RegExp): number {
  next.lastIndex = from;
  for (let match; (match = next.exec(text)) !== null;) {
    if (match[0] === '"') return next.lastIndex;
    next.lastIndex++;
  }
  return text.length;
}
