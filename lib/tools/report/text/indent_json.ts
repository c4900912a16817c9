import { jsonTokens } from "./json_tokens.ts";

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
