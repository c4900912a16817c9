import { createScanner } from "jsonc-parser";

/** A stretch of a text, with what it is. */
export interface Segment {
  readonly text: string;
  readonly kind: SegmentKind;
  /** Where it stands in the text; absent for indentation and blanks that are not in it. */
  readonly start?: number;
}

export type SegmentKind =
  | "key"
  | "string"
  | "number"
  | "literal"
  | "comment"
  | "plain";

/** A line of a text as it is shown. */
export interface CodeLine {
  readonly depth: number;
  readonly segments: readonly Segment[];
  /** The line of the bracket that closes what is opened here. */
  closes?: number;
  /** How many members what is opened here has. */
  members?: number;
}

/** A text line by line. */
export function plainLines(text: string): CodeLine[] {
  const lines: CodeLine[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const shown = line.endsWith("\r") ? line.slice(0, -1) : line;
    lines.push({ depth: 0, segments: [{ text: shown, kind: "plain", start }] });
    start += line.length + 1;
  }
  return lines;
}

/**
 * JSON with a line for each member; every token stays as it is written, and so
 * does what is not JSON, such as what stands for a secret.
 */
export function jsonLines(text: string): CodeLine[] {
  const writer = new LineWriter();
  const scanner = createScanner(text);
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    const token = text.slice(start, start + scanner.getTokenLength());
    switch (token[0]) {
      case "{":
      case "[":
        writer.open(token, start);
        break;
      case "}":
      case "]":
        writer.close(token, start);
        break;
      case ",":
        writer.comma(start);
        break;
      case ":":
        writer.colon(start);
        break;
      case "\n":
      case "\r":
        writer.endComment();
        break;
      case " ":
      case "\t":
        break;
      default:
        writer.add({ text: token, kind: kindOf(token), start });
    }
  }
  return writer.lines();
}

function kindOf(token: string): SegmentKind {
  if (token.startsWith('"')) return "string";
  if (/^\/[/*]/.test(token)) return "comment";
  if (/^-?\d/.test(token)) return "number";
  return /^(true|false|null)$/.test(token) ? "literal" : "plain";
}

const BLANK: Segment = { text: " ", kind: "plain" };

class LineWriter {
  readonly #lines: CodeLine[] = [];
  /** Indexes of the lines whose bracket is open. */
  readonly #open: number[] = [];
  #segments: Segment[] = [];
  /** Members of what is open. */
  readonly #members: number[] = [0];

  add(segment: Segment): void {
    const last = this.#segments.at(-1);
    if (last !== undefined && last.kind !== "plain") this.#segments.push(BLANK);
    this.#segments.push(segment);
  }

  comma(start: number): void {
    this.#segments.push({ text: ",", kind: "plain", start });
    this.end();
  }

  colon(start: number): void {
    const last = this.#segments.at(-1);
    if (last?.kind === "string") {
      this.#segments[this.#segments.length - 1] = { ...last, kind: "key" };
    }
    this.#segments.push({ text: ":", kind: "plain", start }, BLANK);
  }

  open(bracket: string, start: number): void {
    this.add({ text: bracket, kind: "plain", start });
    this.#open.push(this.#lines.length);
    this.#push(this.#open.length - 1);
    this.#members.push(0);
  }

  close(bracket: string, start: number): void {
    this.end();
    const opened = this.#open.pop();
    const members = this.#members.pop() ?? 0;
    if (this.#members.length === 0) this.#members.push(0);
    const line = opened === undefined ? undefined : this.#lines[opened];
    if (opened !== undefined && opened === this.#lines.length - 1) {
      // Nothing is in it: it stays on its line.
      const { segments } = this.#lines.pop()!;
      this.#segments = [...segments, { text: bracket, kind: "plain", start }];
      return;
    }
    if (line !== undefined) {
      line.closes = this.#lines.length;
      line.members = members;
    }
    this.#segments = [{ text: bracket, kind: "plain", start }];
  }

  /** Ends a line, if there is one. */
  end(): void {
    if (this.#segments.length === 0) return;
    if (this.#segments[0].kind !== "comment") {
      this.#members[this.#members.length - 1]++;
    }
    this.#push(this.#open.length);
  }

  /** Nothing follows a comment on its line. */
  endComment(): void {
    if (this.#segments.at(-1)?.kind === "comment") this.end();
  }

  lines(): CodeLine[] {
    this.end();
    return this.#lines;
  }

  #push(depth: number): void {
    this.#lines.push({ depth, segments: this.#segments });
    this.#segments = [];
  }
}
