/** How a scalar is written in YAML. */
export type ScalarStyle =
  | "PLAIN"
  | "QUOTE_SINGLE"
  | "QUOTE_DOUBLE"
  | "BLOCK_LITERAL"
  | "BLOCK_FOLDED";

/**
 * Says for each UTF-16 unit of a scalar's value where in the file it is
 * written, and at last where the value ends. Undefined when the scalar is
 * written in a way that this cannot follow.
 *
 * `start` and `end` enclose the scalar in the file, quotes or block header
 * included.
 */
export function mapScalar(
  source: string,
  scalar: { style: ScalarStyle; start: number; end: number; value: string },
): number[] | undefined {
  const { style, value } = scalar;
  const mapped = style === "BLOCK_LITERAL" || style === "BLOCK_FOLDED"
    ? mapBlock(source, scalar)
    : mapFlow(source, scalar);
  return mapped?.texts.join("") === value ? mapped.at : undefined;
}

/** A value built anew from its source, with the offset of each of its units. */
class Mapping {
  readonly texts: string[] = [];
  readonly at: number[] = [];

  /** @param step By how much each unit is further on. */
  add(text: string, offset: number, step: 0 | 1 = 0): void {
    this.texts.push(text);
    for (let index = 0; index < text.length; index++) {
      this.at.push(offset + index * step);
    }
  }

  /** Takes blanks off the end, which were added one by one, back to a length. */
  trimEnd(floor: number): void {
    while (this.at.length > floor && /^[ \t]$/.test(this.texts.at(-1)!)) {
      this.texts.pop();
      this.at.pop();
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};
const HEX_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function mapFlow(
  source: string,
  { style, start, end }: { style: ScalarStyle; start: number; end: number },
): Mapping {
  const quotes = style === "PLAIN" ? 0 : 1;
  const mapping = new Mapping();
  const last = end - quotes;
  // Blanks before it were escaped and belong to the value.
  let floor = 0;
  for (let at = start + quotes; at < last;) {
    const unit = source[at];
    if (unit === "\n" || unit === "\r") {
      mapping.trimEnd(floor);
      const { next, breaks } = skipBreaks(source, at);
      mapping.add(breaks === 1 ? " " : "\n".repeat(breaks - 1), at);
      floor = mapping.at.length;
      at = next;
    } else if (style === "QUOTE_SINGLE" && unit === "'") {
      mapping.add("'", at);
      at += 2;
    } else if (style === "QUOTE_DOUBLE" && unit === "\\") {
      at = mapEscape(source, at, mapping);
      floor = mapping.at.length;
    } else {
      mapping.add(unit, at);
      at++;
    }
  }
  mapping.at.push(last);
  return mapping;
}

/** Adds what a backslash in double quotes stands for; returns where the text goes on. */
function mapEscape(source: string, at: number, mapping: Mapping): number {
  const letter = source[at + 1];
  if (letter === "\n" || letter === "\r") {
    const { next, breaks } = skipBreaks(source, at + 1);
    mapping.add("\n".repeat(breaks - 1), at);
    return next;
  }
  const length = HEX_LENGTHS[letter];
  if (length === undefined) {
    mapping.add(ESCAPES[letter] ?? letter, at);
    return at + 2;
  }
  const code = parseInt(source.slice(at + 2, at + 2 + length), 16);
  mapping.add(code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd", at);
  return at + 2 + length;
}

/** Skips line breaks and the blanks after each. */
function skipBreaks(
  source: string,
  from: number,
): { next: number; breaks: number } {
  const pattern = /(?:\r\n?|\n)[ \t]*/y;
  let breaks = 0;
  let next = from;
  for (pattern.lastIndex = from; pattern.test(source); breaks++) {
    next = pattern.lastIndex;
  }
  return { next, breaks };
}

interface Line {
  readonly text: string;
  readonly at: number;
}

function mapBlock(
  source: string,
  { style, start, end, value }: {
    style: ScalarStyle;
    start: number;
    end: number;
    value: string;
  },
): Mapping | undefined {
  const lines = contentLines(source, start, end);
  const indent = blockIndent(lines, value);
  if (indent === undefined) return undefined;
  const content = lines.map(({ text, at }) => ({
    text: text.slice(indent),
    at: at + Math.min(indent, text.length),
  }));
  while (content.length > 0 && content[content.length - 1].text === "") {
    content.pop();
  }
  const mapping = new Mapping();
  if (style === "BLOCK_LITERAL") addLiteral(content, mapping);
  else addFolded(content, mapping);
  const ending = value.slice(mapping.at.length);
  if (/^\n*$/.test(ending)) mapping.add(ending, lineEnd(content));
  mapping.at.push(lineEnd(content));
  return mapping;
}

function addLiteral(content: readonly Line[], mapping: Mapping): void {
  content.forEach(({ text, at }, index) => {
    if (index > 0) mapping.add("\n", lineEnd(content.slice(index - 1, index)));
    mapping.add(text, at, 1);
  });
}

/** Lines are joined by a blank, except those that start with one and those after empty lines. */
function addFolded(content: readonly Line[], mapping: Mapping): void {
  let before: Line | undefined;
  let empty = 0;
  for (const line of content) {
    if (line.text === "") {
      empty++;
      continue;
    }
    const at = before ? lineEnd([before]) : line.at;
    const isFolded = before && !isIndented(before) && !isIndented(line);
    if (isFolded && empty === 0) mapping.add(" ", at);
    else mapping.add("\n".repeat(empty + (before && !isFolded ? 1 : 0)), at);
    mapping.add(line.text, line.at, 1);
    before = line;
    empty = 0;
  }
}

function isIndented({ text }: Line): boolean {
  return text.startsWith(" ") || text.startsWith("\t");
}

function lineEnd(lines: readonly Line[]): number {
  const last = lines.at(-1);
  return last ? last.at + last.text.length : 0;
}

/** The lines below the header `|` or `>`. */
function contentLines(source: string, start: number, end: number): Line[] {
  const lines: Line[] = [];
  const pattern = /([^\r\n]*)(\r\n?|\n|$)/y;
  pattern.lastIndex = start;
  pattern.exec(source);
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const match = pattern.exec(source);
    if (!match) break;
    lines.push({ text: match[1], at });
  }
  return lines;
}

/** How far the value is indented in the file, by its first line that is more than blanks. */
function blockIndent(
  lines: readonly Line[],
  value: string,
): number | undefined {
  const inValue = value.search(/[^ \n]/);
  const line = lines.find((one) => /[^ ]/.test(one.text));
  if (!line) return inValue === -1 ? 0 : undefined;
  const blanks = inValue - (value.lastIndexOf("\n", inValue) + 1);
  return line.text.search(/[^ ]/) - blanks;
}
