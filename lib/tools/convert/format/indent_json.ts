import { format } from "jsonc-parser";
import { jsonShape } from "../../../core/render/json_shape.ts";
import { parseTemplate } from "../../../core/template/parse_template.ts";

/**
 * A JSON template with two blanks a level: nothing but white space between its
 * tokens changes, placeholders stay whole. What can be no JSON, or can only be
 * told when it is rendered, stays as it is.
 */
export function indentJsonLines(text: string): string {
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
