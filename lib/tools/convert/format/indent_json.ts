import { format } from "jsonc-parser";
import { jsonShape } from "../../../core/render/json_shape.ts";
import { parseTemplate } from "../../../core/template/parse_template.ts";
import { jsonTokens } from "../../report/text/indent_json.ts";

/**
 * Levels of JSON that are indented. More have blanks that grow with their
 * square, of which the library writes "undefined" from 200 in a line; there is
 * no issue.
 */
const MAX_DEPTH = 100;

/**
 * A JSON template with two blanks a level: nothing but white space between its
 * tokens changes, placeholders stay whole. What can be no JSON, can only be told
 * when it is rendered, or nests too deep for eyes, stays as it is.
 */
export function indentJsonLines(text: string): string {
  return indented(text, new Map());
}

/** What long bodies become, which formatting a file asks for again and again. */
export type IndentedBodies = Map<string, string>;

/** The same, once for each text. */
export function indented(text: string, known: IndentedBodies): string {
  let found = known.get(text);
  if (found === undefined) known.set(text, found = indentTemplate(text));
  return found;
}

function indentTemplate(text: string): string {
  const template = parseTemplate(text);
  const { flaw, loose, pieces } = jsonShape(template);
  if (
    flaw !== undefined || loose ||
    template.placeholders.some(({ problem }) => problem !== undefined)
  ) return text;
  const roles = new Map(
    pieces.flatMap((piece) =>
      piece.kind === "slot" ? [[piece.part.start, piece.role] as const] : []
    ),
  );
  // As long as the template, so that places are the same in both.
  const stand = template.parts.map((part) =>
    part.kind === "text"
      ? part.text
      : standIn(roles.get(part.start), part.end - part.start)
  ).join("");
  if (depthOf(stand) > MAX_DEPTH) return text;
  const spaced = withoutComments(text, stand);
  if (spaced !== undefined) return spaced;
  const edits = format(stand, undefined, {
    tabSize: 2,
    insertSpaces: true,
    eol: "\n",
  });
  let indented = "";
  let done = 0;
  for (const { offset, length, content } of edits) {
    if (/\S/.test(text.slice(offset, offset + length) + content)) return text;
    indented += text.slice(done, offset) + content;
    done = offset + length;
  }
  indented += text.slice(done);
  return indented.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
}

/**
 * Puts blanks and line ends between the tokens of JSON; undefined where comments
 * stand between them, of which the library knows more. It takes a list of edits
 * for that, which is many times as long as a long body.
 */
function withoutComments(text: string, stand: string): string | undefined {
  let spaced = "";
  let indent = "\n";
  let before = "";
  for (const { start, end, isText } of jsonTokens(stand)) {
    const token = stand[start];
    const isWord = !isText && end > start + 1;
    if (
      token === "/" || isWord && stand.slice(start, end).includes("/")
    ) return undefined;
    const opened = before === "{" || before === "[";
    if (token === "}" || token === "]") {
      indent = indent.slice(0, -2);
      if (!opened) spaced += indent;
    } else if (opened || before === ",") spaced += indent;
    else if (before === ":") spaced += " ";
    if (token === "{" || token === "[") indent += "  ";
    spaced += text.slice(start, end);
    before = isText || isWord ? "" : token;
  }
  return spaced;
}

/** JSON of a placeholder's length. */
function standIn(role: string | undefined, length: number): string {
  switch (role) {
    case "value":
      return "1".repeat(length);
    case "key":
      return `"${"x".repeat(length - 2)}"`;
    default:
      return "x".repeat(length);
  }
}

/** How deep a JSON text nests. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const { start } of jsonTokens(json)) {
    if ("{[".includes(json[start])) deepest = Math.max(deepest, ++depth);
    else if ("}]".includes(json[start])) depth--;
  }
  return deepest;
}
