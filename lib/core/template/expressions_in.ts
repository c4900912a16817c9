import { parseTemplate } from "./parse_template.ts";

/**
 * The expressions that occur in a text, as written and trimmed, without
 * duplicates. What is not an expression is among them, since a variable's whole name
 * may be such a text; placeholders that are never closed are left out.
 *
 * @example
 * ```ts
 * import { expressionsIn } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(expressionsIn("{{ host }}/{{id}}/{{host}}"), ["host", "id"]);
 * ```
 */
export function expressionsIn(text: string): string[] {
  const found = new Set<string>();
  for (const { text: inside } of parseTemplate(text).placeholders) {
    if (inside !== "") found.add(inside);
  }
  return [...found];
}
