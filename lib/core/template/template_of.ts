import type { Part, PlaceholderPart, Template } from "./types.ts";
import type { Text } from "../source/origin.ts";
import { isLooseName } from "./characters.ts";
import { parseTemplate } from "./parse_template.ts";

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

let parsed = new WeakMap<object, Template>();
const byText = new Map<string, Template>();
const MAX_COUNT = 500;
const MAX_LENGTH = 4096;

/**
 * The template of a text in a file, parsed at the first call and kept as long
 * as the text is.
 */
export function templateOf(owner: Text): Template {
  let template = parsed.get(owner);
  if (template === undefined) {
    template = parseTemplate(owner.text);
    if (owner.only !== undefined) template = restrict(template, owner.only);
    parsed.set(owner, template);
  }
  return template;
}

/** Lets go of all templates, which take more memory than their texts; each is parsed anew when it is asked for. */
export function forgetTemplates(): void {
  parsed = new WeakMap();
}

/**
 * The template of a text without an owner, from a cache of the last 500 texts
 * of up to 4096 UTF-16 code units; a longer one is parsed anew.
 *
 * @param last The template that the caller got last: taken if it is that of a longer text.
 */
export function cachedTemplate(text: string, last?: Template): Template {
  if (text.length > MAX_LENGTH) {
    return last?.source === text ? last : parseTemplate(text);
  }
  let template = byText.get(text);
  if (template === undefined) {
    template = parseTemplate(text);
    if (byText.size >= MAX_COUNT) {
      const oldest = byText.keys().next();
      if (!oldest.done) byText.delete(oldest.value);
    }
    byText.set(text, template);
  }
  return template;
}

/** The variable's name in an expression, as `user` in `user.id`; undefined where it names none. */
export function rootName(expression: string): string | undefined {
  const [placeholder] = cachedTemplate(`{{${expression}}}`).placeholders;
  return placeholder && nameIn(placeholder);
}

/** The name that a placeholder asks for: that of a reference, or all of a text that only another app takes as a name. */
export function nameIn(
  { text, expression }: PlaceholderPart,
): string | undefined {
  if (expression?.kind === "reference") return expression.name;
  return expression === undefined && isLooseName(text) ? text : undefined;
}
