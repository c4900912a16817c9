import type { Diagnostic } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_column.ts";
import { MAX_FILE_LENGTH } from "../yaml/parse_yaml.ts";
import { lineAt, parseDictionary } from "./parse_dictionary.ts";
import { isDictionary } from "./blocks.ts";
import { BruSyntaxError, unclosed } from "./syntax_error.ts";
import type { BruAnnotation, BruBlock, BruPair } from "./types.ts";
import { bruValueText } from "./value_units.ts";
import { parseAnnotation } from "./parse_annotation.ts";

/**
 * Reads the blocks of a `.bru` file, Bruno's own format
 * (https://docs.usebruno.com/bru-lang/overview): `name { … }` with lines
 * `name: value` or with text, `name [ … ]` with names. A block ends at the first
 * line that begins with `}`. One pass, linear in the length of the file; what
 * is malformed is one located diagnostic, and no blocks.
 */
export function parseBlocks(
  file: string,
  source: string,
): { blocks?: BruBlock[]; diagnostics: Diagnostic[] } {
  if (source.length > MAX_FILE_LENGTH) {
    return {
      diagnostics: [{
        code: "LIMIT",
        severity: "error",
        message: `Cannot read "${file}": it is larger than 10 MiB`,
        location: { file },
      }],
    };
  }
  try {
    return { blocks: [...blocksOf(source)], diagnostics: [] };
  } catch (error) {
    if (!(error instanceof BruSyntaxError)) throw error;
    return {
      diagnostics: [{
        code: "BRU_SYNTAX",
        severity: "error",
        message: `Cannot read "${file}": ${error.message}`,
        location: {
          file,
          ...lineColumn(source, error.span.start),
          length: Math.max(1, error.span.end - error.span.start),
        },
      }],
    };
  }
}

function* blocksOf(source: string): Generator<BruBlock> {
  const header = /([^\s{[]+)[ \t]*([{[])[ \t]*/y;
  const blank = /[\s\ufeff]*/y;
  for (let at = 0;;) {
    blank.lastIndex = at;
    blank.exec(source);
    at = blank.lastIndex;
    if (at >= source.length) return;
    header.lastIndex = at;
    const match = header.exec(source);
    const line = lineAt(source, at);
    if (!match) {
      // An environment's color is the one line outside of blocks.
      if (!/^color:/.test(source.slice(at, line.end))) {
        throw new BruSyntaxError(
          'expected a block, which begins with a name and "{"',
          line,
        );
      }
      at = line.end;
      continue;
    }
    const nameAt = { start: at, end: at + match[1].length };
    const block = match[2] === "["
      ? parseList(source, header.lastIndex, { name: match[1], nameAt })
      : blockOf(source, header.lastIndex, { name: match[1], nameAt });
    at = block.end;
    yield block.block;
    const rest = lineAt(source, at);
    const after = source.slice(at, rest.end);
    if (after.trim() !== "" && !/^\s*[\w:-]+[ \t]*[{[]/.test(after)) {
      throw new BruSyntaxError(
        `nothing may follow the end of the block "${match[1]}" on its line`,
        { start: at, end: rest.end },
      );
    }
  }
}

function blockOf(
  source: string,
  from: number,
  head: Pick<BruBlock, "name" | "nameAt">,
): { block: BruBlock; end: number } {
  if (source[from] === "}") {
    return { block: { ...head, pairs: [] }, end: from + 1 };
  }
  // What an unknown block holds is nothing that can be read.
  if (isDictionary(head.name)) return parseDictionary(source, from, head);
  const close = source.indexOf("\n}", from);
  if (close === -1) throw unclosed(head);
  // Empty lines after the brace are not part of the text.
  const lead = /(?:\r?\n)*/y;
  lead.lastIndex = from;
  lead.exec(source);
  const end = source[close - 1] === "\r" ? close - 1 : close;
  const span = { form: "text" as const, start: lead.lastIndex, end };
  const text = span.start >= end
    ? { form: span.form, start: from, end: from, text: "" }
    : { ...span, text: bruValueText(source, span) };
  return { block: { ...head, pairs: [], text }, end: close + 2 };
}

/** Reads `[a, ~b]`: names with commas or line ends between them, from after the bracket. */
function parseList(
  source: string,
  from: number,
  head: Pick<BruBlock, "name" | "nameAt">,
): { block: BruBlock; end: number } {
  const pairs: BruPair[] = [];
  let annotations: BruAnnotation[] = [];
  const blank = /[\s,]*/y;
  const name = /[^\s,[\]]+/y;
  for (let at = from;;) {
    blank.lastIndex = at;
    blank.exec(source);
    at = blank.lastIndex;
    if (source[at] === "]") {
      return { block: { ...head, pairs }, end: at + 1 };
    }
    const annotation = parseAnnotation(source, at);
    if (annotation) {
      annotations.push(annotation.annotation);
      at = annotation.end;
      continue;
    }
    name.lastIndex = at;
    const match = name.exec(source);
    if (!match) {
      throw new BruSyntaxError(
        `the list "${head.name}" has no end: "]" is missing`,
        head.nameAt,
      );
    }
    const disabled = match[0].startsWith("~");
    const start = at + (disabled ? 1 : 0);
    at = name.lastIndex;
    pairs.push({
      name: source.slice(start, at),
      nameAt: { start, end: at },
      disabled,
      value: { form: "line", text: "", start: at, end: at },
      annotations,
    });
    annotations = [];
  }
}
