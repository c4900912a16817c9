import type { Part, Template } from "./types.ts";

/**
 * A template in which only some expressions are placeholders; every other
 * `{{…}}` is text.
 */
export function restrict(
  template: Template,
  only: ReadonlySet<string>,
): Template {
  const parts = template.parts.map((part): Part =>
    part.kind === "text" || only.has(part.text) ? part : {
      kind: "text",
      start: part.start,
      end: part.end,
      text: template.source.slice(part.start, part.end),
    }
  );
  return {
    source: template.source,
    parts,
    placeholders: parts.filter((part) => part.kind === "placeholder"),
    memo: {},
  };
}
