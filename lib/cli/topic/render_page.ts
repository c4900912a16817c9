import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { Style } from "../../tools/report/style.ts";
import { wrapText } from "../../core/source/wrap_text.ts";
import { inlineText, stress } from "./inline.ts";
import { tableLines } from "./table_lines.ts";

/** How a page is shown. */
export interface PageOptions {
  /** Columns of a line. */
  readonly width: number;
  readonly style: Style;
}

const INDENT = 2;

/**
 * Renders a page of Markdown for a terminal: headings at the edge, all else
 * below them, tables in columns that fit, code as it is.
 */
export function renderPage(
  markdown: string,
  { width, style }: PageOptions,
): string {
  const lines = (lexer(markdown) as MarkedToken[]).flatMap((token) => {
    if (token.type === "heading") {
      return [style.bold(stress(inlineText(token.tokens), style)), ""];
    }
    const block = blockLines(token, width - INDENT);
    return block.length === 0 ? [] : [
      ...block.map((line) => indented(stress(line, style), INDENT)),
      "",
    ];
  });
  return lines.slice(0, -1).map((line) => `${line}\n`).join("");
}

function blockLines(token: Token, width: number): string[] {
  const block = token as MarkedToken;
  switch (block.type) {
    case "paragraph":
    case "text": {
      const text = inlineText(block.tokens);
      // A picture alone.
      return text === "" ? [] : wrapText(text, { width });
    }
    case "code":
      return block.text.split("\n").map((line) => indented(line, INDENT));
    case "list":
      return block.items.flatMap((item, at) =>
        listItem(block, item, at, width)
      );
    case "table":
      return tableLines(
        [block.header, ...block.rows].map((row) =>
          row.map(({ tokens }) => inlineText(tokens))
        ),
        width,
      );
    default:
      return [];
  }
}

function listItem(
  { ordered, start, loose }: Tokens.List,
  { tokens }: Tokens.ListItem,
  at: number,
  width: number,
): string[] {
  const mark = ordered ? `${Number(start) + at}. ` : "• ";
  const lines = tokens.map((token) => blockLines(token, width - mark.length))
    .filter((block) => block.length > 0)
    .flatMap((block, nth) => nth > 0 && loose ? ["", ...block] : block)
    .map((line, nth) => nth === 0 ? mark + line : indented(line, mark.length));
  return loose && at > 0 ? ["", ...lines] : lines;
}

function indented(line: string, columns: number): string {
  return line === "" ? "" : " ".repeat(columns) + line;
}
