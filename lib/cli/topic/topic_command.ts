import { writeOutput } from "../../host/terminal/write_output.ts";
import { styleFor } from "../style_for.ts";
import { TOPIC_NAMES, type TopicName } from "./topics.ts";
import { widthOf } from "../../host/terminal/width.ts";
import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { Style } from "../../tools/report/style.ts";
import { displayWidth, wrapText } from "../../core/source/display_width.ts";
import agents from "../../../docs/agents.md" with { type: "text" };
import architecture from "../../../docs/architecture.md" with { type: "text" };
import browser from "../../../docs/browser.md" with { type: "text" };
import checking from "../../../docs/checking.md" with { type: "text" };
import ci from "../../../docs/ci.md" with { type: "text" };
import desk from "../../../docs/desk.md" with { type: "text" };
import editors from "../../../docs/editors.md" with { type: "text" };
import environments from "../../../docs/environments.md" with { type: "text" };
import format from "../../../docs/format.md" with { type: "text" };
import install from "../../../docs/install.md" with { type: "text" };
import library from "../../../docs/library.md" with { type: "text" };
import load from "../../../docs/load.md" with { type: "text" };
import migrate from "../../../docs/migrate.md" with { type: "text" };
import performance from "../../../docs/performance.md" with { type: "text" };
import permissions from "../../../docs/permissions.md" with { type: "text" };
import placeholders from "../../../docs/placeholders.md" with { type: "text" };
import recipes from "../../../docs/recipes.md" with { type: "text" };
import reports from "../../../docs/reports.md" with { type: "text" };
import running from "../../../docs/running.md" with { type: "text" };
import scripts from "../../../docs/scripts.md" with { type: "text" };
import streams from "../../../docs/streams.md" with { type: "text" };

/** Columns that are read with ease. */
const MAX_WIDTH = 110;

/** Prints a page of the documentation as the terminal can show it. */
export function topicCommand(name: TopicName): number {
  const width = Math.min(widthOf(Deno.stdout), MAX_WIDTH);
  const style = styleFor(Deno.stdout, undefined);
  writeOutput(renderPage(PAGES[name], { width, style }));
  return 0;
}

/** How a page is shown. */
interface PageOptions {
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

/**
 * Stress is marked by characters that take no column, word by word, so that
 * lines can be broken anywhere; {@linkcode stress} makes it what a terminal shows.
 */
const MARKS = {
  strong: "\u2061",
  code: "\u2062",
  end: "\u2063",
} as const;

/** The longest code that is not broken at its blanks. */
const MAX_KEPT = 24;

/** The text of a line's tokens, with marks. */
function inlineText(tokens: readonly Token[] = []): string {
  return (tokens as readonly MarkedToken[]).map((token) => {
    switch (token.type) {
      case "codespan":
        return marked(kept(token.text), MARKS.code);
      case "strong":
        return marked(inlineText(token.tokens), MARKS.strong);
      case "link":
        return inlineText(token.tokens) + target(token.href);
      case "br":
        return " ";
      case "image":
      case "html":
        return "";
      default:
        return "tokens" in token && token.tokens !== undefined
          ? inlineText(token.tokens)
          : "text" in token
          ? token.text.replaceAll("\n", " ")
          : "";
    }
  }).join("");
}

/** Puts a style in place of each mark. */
function stress(text: string, style: Style): string {
  return text.replaceAll("\u00a0", " ")
    .replace(/\u2061([^\u2063]*)\u2063/g, (_, word) => style.bold(word))
    .replace(/\u2062([^\u2063]*)\u2063/g, (_, word) => style.cyan(word));
}

function marked(text: string, mark: string): string {
  return text.replace(/[^ \n]+/g, (word) => `${mark}${word}${MARKS.end}`)
    .replaceAll("\n", " ");
}

/** Short code stays in one line. */
function kept(code: string): string {
  return code.length <= MAX_KEPT ? code.replace(/[ \n]/g, "\u00a0") : code;
}

/** Where a link leads, as far as a terminal can follow. */
function target(href: string): string {
  if (/^https?:/.test(href)) return ` (${href})`;
  const page = /^([a-z]+)\.md/.exec(href)?.[1];
  const isTopic = TOPIC_NAMES.some((name) => name === page);
  return isTopic ? marked(` (brace help ${page})`, MARKS.code) : "";
}

/** Columns between two cells. */
const GAP = 2;
/** A narrower column holds words, not sentences. */
const MIN_COLUMN = 12;

/**
 * The lines of a table, its header first. Columns are as wide as their text, or
 * else share what there is; where that is too little, the cells of a row stand
 * below each other.
 */
function tableLines(
  [header, ...rows]: readonly (readonly string[])[],
  width: number,
): string[] {
  const shown = header.some((cell) => cell !== "") ? [header, ...rows] : rows;
  const widest = (of: (cell: string) => number) =>
    header.map((_, column) => Math.max(...shown.map((row) => of(row[column]))));
  const widths = shares(
    widest(displayWidth),
    widest(longestWord),
    width - GAP * (header.length - 1),
  );
  if (widths === undefined) {
    return rows.flatMap((
      row,
      at,
    ) => [...(at > 0 ? [""] : []), ...stacked(row, width)]);
  }
  const lines = shown.map((row) => rowLines(row, widths));
  if (shown !== rows) lines.splice(1, 0, [ruler(widths)]);
  // Rows of several lines are told apart by an empty one.
  const isLong = lines.some((row) => row.length > 1);
  const first = lines.length - rows.length;
  return lines.flatMap((row, at) => isLong && at > first ? ["", ...row] : row);
}

/**
 * How wide each column gets: what its text takes, or else an equal share of
 * what is left, but no less than its longest word. Nothing where there is no
 * room for sentences.
 */
function shares(
  natural: readonly number[],
  least: readonly number[],
  room: number,
): number[] | undefined {
  const widths: number[] = [];
  const open = new Set(natural.keys());
  let left = room;
  const settle = (column: number, columns: number) => {
    widths[column] = columns;
    left -= columns;
    open.delete(column);
  };
  while (open.size > 0) {
    const share = Math.floor(left / open.size);
    const small = [...open].find((column) => natural[column] <= share);
    const large = [...open].find((column) => least[column] > share);
    if (small !== undefined) settle(small, natural[small]);
    else if (large !== undefined) settle(large, least[large]);
    else {
      for (const column of open) settle(column, share);
    }
  }
  const isNarrow = widths.some((columns, column) =>
    columns < Math.min(natural[column], MIN_COLUMN)
  );
  return left < 0 || isNarrow ? undefined : widths;
}

function longestWord(cell: string): number {
  return Math.max(...cell.split(" ").map(displayWidth));
}

function rowLines(row: readonly string[], widths: number[]): string[] {
  const cells = row.map((cell, at) => wrapText(cell, { width: widths[at] }));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from(
    { length: height },
    (_, line) =>
      cells.map((lines, at) => padded(lines[line] ?? "", widths[at]))
        .join(" ".repeat(GAP)).trimEnd(),
  );
}

function ruler(widths: number[]): string {
  return widths.map((width) => "─".repeat(width)).join(" ".repeat(GAP));
}

function stacked(row: readonly string[], width: number): string[] {
  const [first, ...rest] = row.filter((cell) => cell !== "");
  return [
    ...wrapText(first ?? "", { width }),
    ...rest.flatMap((cell) => wrapText(cell, { width: width - 4 }))
      .map((line) => `    ${line}`),
  ];
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/**
 * The pages of `docs`. They are imported as text, so that they come along
 * wherever the program goes; no copy has to be kept.
 */
export const PAGES: Readonly<Record<TopicName, string>> = {
  recipes,
  format,
  placeholders,
  environments,
  scripts,
  streams,
  running,
  desk,
  editors,
  agents,
  reports,
  permissions,
  library,
  load,
  browser,
  checking,
  migrate,
  install,
  ci,
  performance,
  architecture,
};
