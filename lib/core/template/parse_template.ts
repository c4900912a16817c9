import type { Part, PlaceholderPart, Template } from "./types.ts";
import { otherSpaceAt, trimBlanks } from "./blanks.ts";
import { ExpressionParser } from "./parse_expression.ts";

const UNCLOSED = '"{{" is never closed with "}}"';
const NONE: readonly PlaceholderPart[] = [];

/**
 * Parses a text into a template. One pass, linear in the text's length for
 * every input; never throws: a malformed placeholder is a part with a
 * `problem`, which rendering reports.
 *
 * @example
 * ```ts
 * import { parseTemplate } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const template = parseTemplate("Hello {{user.name}}!");
 * assertEquals(template.parts.map((part) => part.kind), ["text", "placeholder", "text"]);
 * assertEquals(template.placeholders[0].text, "user.name");
 * ```
 */
export function parseTemplate(source: string): Template {
  let open = source.indexOf("{{");
  if (open === -1) {
    const parts: Part[] = source === ""
      ? []
      : [{ kind: "text", start: 0, end: source.length, text: source }];
    return { source, parts, placeholders: NONE, memo: {} };
  }
  const parts: Part[] = [];
  const placeholders: PlaceholderPart[] = [];
  const parser = new ExpressionParser(source);
  let done = 0;
  while (open !== -1) {
    // In a run of three or more braces the last two open.
    while (source.charCodeAt(open + 2) === 123) open++;
    if (open > done) parts.push(textPart(source, done, open));
    const expression = parser.parse(open + 2);
    let placeholder: PlaceholderPart;
    if (expression !== undefined) {
      done = parser.end;
      placeholder = {
        kind: "placeholder",
        start: open,
        end: done,
        text: source.slice(parser.from, parser.to),
        expression,
        problem: undefined,
      };
    } else {
      placeholder = malformed(source, open, parser);
      done = placeholder.end;
    }
    parts.push(placeholder);
    placeholders.push(placeholder);
    open = source.indexOf("{{", done);
  }
  if (done < source.length) parts.push(textPart(source, done, source.length));
  return { source, parts, placeholders, memo: {} };
}

function textPart(source: string, start: number, end: number): Part {
  return { kind: "text", start, end, text: source.slice(start, end) };
}

/** White space that cannot be told from a space is what is wrong, whatever was expected. */
function messageOf(
  { message, offset }: ExpressionParser,
  source: string,
): string {
  const space = otherSpaceAt(source, offset);
  return space === undefined
    ? message
    : `${space} stands inside the braces, where only spaces and tabs can`;
}

/** A placeholder without an expression; unclosed when another one opens first. */
function malformed(
  source: string,
  start: number,
  parser: ExpressionParser,
): PlaceholderPart {
  const close = parser.nextClose(start + 2);
  const next = parser.nextOpen(start + 2);
  if (close === -1 || (next !== -1 && next < close)) {
    return {
      kind: "placeholder",
      start,
      end: start + 2,
      text: "",
      expression: undefined,
      problem: { message: UNCLOSED, offset: start },
    };
  }
  return {
    kind: "placeholder",
    start,
    end: close + 2,
    text: trimBlanks(source.slice(start + 2, close)),
    expression: undefined,
    problem: { message: messageOf(parser, source), offset: parser.offset },
  };
}
