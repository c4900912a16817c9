import type { Diagnostic } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_starts.ts";
import {
  CONFLICT_MARKER,
  conflictIn,
  conflictMessage,
} from "../../source/merge_conflict.ts";
import { MAX_FILE_LENGTH } from "../yaml/parse_yaml.ts";
import { BLOCKS, blockStartIn, isDictionary } from "./blocks.ts";
import type {
  BruAnnotation,
  BruBlock,
  BruPair,
  BruSpan,
  BruValue,
} from "./shape.ts";
import { bruValueText } from "./value_units.ts";
import { BruSyntaxError, isSecrets, unclosed } from "./bru_syntax_error.ts";
import { lineAt } from "./line_at.ts";
import { parseAnnotation } from "./parse_annotation.ts";
import { notAList, parseList } from "./parse_list.ts";

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
): { blocks?: BruBlock[]; color?: string; diagnostics: Diagnostic[] } {
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
  const conflict = conflictIn(source);
  if (conflict !== undefined) {
    return { diagnostics: [unresolved(file, source, conflict)] };
  }
  try {
    const blocks: BruBlock[] = [];
    let color: string | undefined;
    for (const one of blocksOf(source)) {
      if (typeof one === "string") color = one;
      else blocks.push(one);
    }
    return { blocks, ...(color && { color }), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof BruSyntaxError)) throw error;
    const { start } = error.span;
    const line = source.slice(start, lineAt(source, start).end);
    const isWhole = start === 0 || source[start - 1] === "\n";
    if (isWhole && CONFLICT_MARKER.test(line)) {
      return { diagnostics: [unresolved(file, source, start)] };
    }
    return {
      diagnostics: [{
        code: "BRU_SYNTAX",
        severity: "error",
        message: `Cannot read "${file}": ${error.message}`,
        location: {
          file,
          ...lineColumn(source, error.span.start),
          length: Math.max(1, error.span.end - error.span.start),
          ...(error.confidential && { confidential: true }),
        },
      }],
    };
  }
}

/** The error at a marker of a merge conflict. */
function unresolved(file: string, source: string, at: number): Diagnostic {
  return {
    code: "BRU_SYNTAX",
    severity: "error",
    message: conflictMessage(file, source.slice(at, at + 7)),
    location: { file, ...lineColumn(source, at), length: 7 },
  };
}

/** The blocks, and the color of an environment as its text. */
function* blocksOf(source: string): Generator<BruBlock | string> {
  const header = /([^\s{[]+)[ \t]*([{[])[ \t]*/y;
  const blank = /[\s\ufeff]*/y;
  let early: BruSyntaxError | undefined;
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
        if (early) throw early;
        throw new BruSyntaxError(
          'expected a block, which begins with a name and "{"',
          line,
        );
      }
      yield source.slice(at + "color:".length, line.end).trim();
      at = line.end;
      continue;
    }
    const nameAt = { start: at, end: at + match[1].length };
    const block = match[2] === "["
      ? parseList(source, header.lastIndex, { name: match[1], nameAt })
      : blockOf(source, header.lastIndex, { name: match[1], nameAt });
    at = block.end;
    // An `else {` of a script that has ended already is no block.
    if (BLOCKS.has(match[1])) early = endedEarly(source, block);
    yield block.block;
    const rest = lineAt(source, at);
    const after = source.slice(at, rest.end);
    if (after.trim() !== "" && !/^\s*[\w:-]+[ \t]*[{[]/.test(after)) {
      if (early) throw early;
      throw new BruSyntaxError(
        `nothing may follow the end of the block "${match[1]}" on its line`,
        { start: at, end: rest.end },
        isSecrets(match[1]),
      );
    }
  }
}

/** The error if no block follows this one, and its text has lines that begin at the margin. */
function endedEarly(
  source: string,
  { block: { name, nameAt, text }, end }: { block: BruBlock; end: number },
): BruSyntaxError | undefined {
  const lines = source.slice(nameAt.end, end - 1);
  if (text === undefined || !/\n\S/.test(lines)) return undefined;
  return new BruSyntaxError(
    `this "}" ends the block "${name}", as it begins a line, and no other block follows (indent the lines of the block)`,
    { start: end - 1, end },
  );
}

function blockOf(
  source: string,
  from: number,
  head: Pick<BruBlock, "name" | "nameAt">,
): { block: BruBlock; end: number } {
  if (isSecrets(head.name)) throw notAList(head);
  if (source[from] === "}") {
    return { block: { ...head, pairs: [] }, end: from + 1 };
  }
  // What an unknown block holds is nothing that can be read.
  if (isDictionary(head.name)) return parseDictionary(source, from, head);
  const close = source.indexOf("\n}", from);
  // From the brace on, so that only what begins a line counts.
  const next = blockStartIn(source.slice(from - 1, Math.max(from, close)));
  if (close === -1 || next) throw unclosed(head, next);
  // Empty lines after the brace are not part of the text.
  const lead = /(?:\r?\n)*/y;
  lead.lastIndex = from;
  lead.exec(source);
  const end = source[close - 1] === "\r" ? close - 1 : close;
  const own = { form: "text" as const, start: lead.lastIndex, end };
  const span = JSON_BODIES.includes(head.name)
    ? { ...own, ...trimmed(source, own) }
    : own;
  const text = span.start >= end
    ? { form: span.form, start: from, end: from, text: "" }
    : { ...span, text: bruValueText(source, span) };
  return { block: { ...head, pairs: [], text }, end: close + 2 };
}

/** Of these blocks Bruno sends no blanks and empty lines around the text. */
const JSON_BODIES = ["body:json", "body"];

/** In these blocks a value may end with `@contentType(…)`. */
const TYPED_BLOCKS = ["body:multipart-form", "body:file"];
const CONTENT_TYPE = "@contentType(";

/** Reads `{ … }` with lines `name: value`, from after the brace. */
function parseDictionary(
  source: string,
  from: number,
  head: Pick<BruBlock, "name" | "nameAt">,
): { block: BruBlock; end: number } {
  const pairs: BruPair[] = [];
  let annotations: BruAnnotation[] = [];
  for (let at = from; at < source.length;) {
    if (source[at] === "}" && source[at - 1] === "\n") {
      return { block: { ...head, pairs }, end: at + 1 };
    }
    const line = lineAt(source, at);
    if (source.slice(at, line.end).trim() === "") {
      at = nextLine(source, line.end);
      continue;
    }
    // Read as a line, the start of the next block would be a name and a value.
    const next = at > from && blockStartIn(source.slice(at, line.end).trim());
    if (next) throw unclosed(head, next);
    const annotation = parseAnnotation(source, at);
    if (annotation) {
      annotations.push(annotation.annotation);
      at = nextLine(source, annotation.end);
      continue;
    }
    const key = parseKey(source, line, head.name);
    const { end, ...value } = parseValue(source, key.end, head.name);
    pairs.push({ ...key.key, ...value, annotations });
    annotations = [];
    at = nextLine(source, end);
  }
  throw unclosed(head);
}

function nextLine(source: string, from: number): number {
  const newline = source.indexOf("\n", from);
  return newline === -1 ? source.length : newline + 1;
}

/** The name before the colon: quoted, or without blanks; in assertions it is an expression. */
function parseKey(
  source: string,
  line: BruSpan,
  block: string,
): { key: Pick<BruPair, "name" | "nameAt" | "disabled">; end: number } {
  const quoted = /[ \t]*(~?)"((?:\\"|[^"\r\n])*)"[ \t]*:/y;
  quoted.lastIndex = line.start;
  const inQuotes = quoted.exec(source);
  if (inQuotes) {
    const start = source.indexOf('"', line.start) + 1;
    return {
      key: {
        name: inQuotes[2].replaceAll('\\"', '"'),
        nameAt: { start, end: start + inQuotes[2].length },
        disabled: inQuotes[1] === "~",
      },
      end: quoted.lastIndex,
    };
  }
  const colon = source.indexOf(":", line.start);
  if (colon === -1 || colon > line.end) {
    throw new BruSyntaxError(
      `this line of "${block}" has no colon, write a name, a colon and a value`,
      trimmed(source, line),
    );
  }
  const span = trimmed(source, { start: line.start, end: colon });
  const disabled = source[span.start] === "~";
  const nameAt = { start: span.start + (disabled ? 1 : 0), end: span.end };
  const name = source.slice(nameAt.start, nameAt.end);
  if (/[ \t]/.test(name) && block !== "assert") {
    throw new BruSyntaxError(
      `the name "${name}" holds a blank, put double quotes around it`,
      nameAt,
    );
  }
  return { key: { name, nameAt, disabled }, end: colon + 1 };
}

function parseValue(
  source: string,
  from: number,
  block: string,
): Pick<BruPair, "value" | "list" | "contentType"> & { end: number } {
  const blank = /[ \t]*/y;
  blank.lastIndex = from;
  blank.exec(source);
  const start = blank.lastIndex;
  const line = lineAt(source, start);
  if (source.startsWith("'''", start)) {
    return parseMultiline(source, start + 3, block);
  }
  if (
    source[start] === "[" && source.slice(start + 1, line.end).trim() === ""
  ) {
    const read = parseElements(source, line.end);
    if (read) {
      const value = { form: "line" as const, start, end: read.end, text: "" };
      return { value, ...read };
    }
  }
  const value = lineValue(source, line);
  return { ...withContentType(source, value, block), end: line.end };
}

/** What stands between two `'''`; in an environment the second has a line of its own. */
function parseMultiline(
  source: string,
  start: number,
  block: string,
): Pick<BruPair, "value" | "contentType"> & { end: number } {
  const close = block === "vars"
    ? closeOnOwnLine(source, start)
    : source.indexOf("'''", start);
  if (close === -1) {
    throw new BruSyntaxError("the value that ''' opens is never closed", {
      start: start - 3,
      end: start,
    });
  }
  const span = { form: "multiline" as const, start, end: close };
  const value = { ...span, text: bruValueText(source, span) };
  const line = lineAt(source, close + 3);
  const rest = lineValue(source, line);
  if (rest.text === "") return { value, end: line.end };
  const { contentType, value: other } = withContentType(
    source,
    rest,
    block,
  );
  if (!contentType || other.text !== "") {
    throw new BruSyntaxError("nothing may follow ''' on its line", rest);
  }
  return { value, contentType, end: line.end };
}

function closeOnOwnLine(source: string, from: number): number {
  const pattern = /\n[ \t]*'''/g;
  pattern.lastIndex = from;
  return pattern.exec(source) ? pattern.lastIndex - 3 : -1;
}

/** The lines up to "]"; undefined where a line is not a name, as the bracket is text then. */
function parseElements(
  source: string,
  from: number,
): { list: BruValue[]; end: number } | undefined {
  const list: BruValue[] = [];
  for (let at = nextLine(source, from); at < source.length;) {
    const line = lineAt(source, at);
    const element = lineValue(source, line);
    if (element.text === "]") return { list, end: line.end };
    if (/[^\p{L}\p{N}_-]/u.test(element.text)) return undefined;
    if (element.text !== "") list.push(element);
    at = nextLine(source, line.end);
  }
  return undefined;
}

function withContentType(
  source: string,
  value: BruValue,
  block: string,
): Pick<BruPair, "value" | "contentType"> {
  const at = TYPED_BLOCKS.includes(block) && value.text.endsWith(")")
    ? value.text.lastIndexOf(CONTENT_TYPE)
    : -1;
  if (at === -1) return { value };
  const { start, end } = value;
  return {
    value: lineValue(source, { start, end: start + at }),
    contentType: lineValue(source, {
      start: start + at + CONTENT_TYPE.length,
      end: end - 1,
    }),
  };
}

function lineValue(source: string, line: BruSpan): BruValue {
  const span = trimmed(source, line);
  return {
    form: "line",
    text: source.slice(span.start, span.end),
    ...span,
  };
}

function trimmed(source: string, { start, end }: BruSpan): BruSpan {
  const text = source.slice(start, end);
  const from = start + text.length - text.trimStart().length;
  return { start: from, end: Math.max(from, start + text.trimEnd().length) };
}
