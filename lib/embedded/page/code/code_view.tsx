/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { copyText } from "../copy_text.ts";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type InsertionMark, MarkedText, MoreLines } from "./marked_text.tsx";
import { createScanner } from "jsonc-parser";

/** Lines that are shown before the reader asks for more. */
const LINES = 500;

/** A text of several lines; JSON with a line for each member, to be folded. */
export function CodeView({ text, isJson, marks, children }: {
  readonly text: string;
  readonly isJson: boolean;
  readonly marks: readonly InsertionMark[];
  /** More to do with it, in the row of its tools. */
  readonly children?: ComponentChildren;
}) {
  const [isRaw, setRaw] = useState(false);
  const [most, setMost] = useState(LINES);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(
    () => isJson && !isRaw ? jsonLines(text) : plainLines(text),
    [text, isJson, isRaw],
  );
  const visible = visibleLines(lines, folded);
  const toggle = (index: number) => {
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    setFolded(next);
  };
  const foldAll = () =>
    setFolded(
      new Set(
        lines.keys().filter((it) =>
          lines[it].closes !== undefined && lines[it].depth > 0
        ),
      ),
    );
  const isFoldable = lines.some(({ closes, depth }) =>
    closes !== undefined && depth > 0
  );
  return (
    <div class="code">
      <div class="code-tools">
        {isFoldable && (
          <button
            type="button"
            class="link"
            onClick={() => folded.size > 0 ? setFolded(new Set()) : foldAll()}
          >
            {folded.size > 0 ? "Unfold all" : "Fold all"}
          </button>
        )}
        {isJson && (
          <button
            type="button"
            class="link"
            aria-pressed={isRaw}
            onClick={() => {
              setFolded(new Set());
              setRaw(!isRaw);
            }}
          >
            As it is
          </button>
        )}
        <CopyButton text={text} />
        {children}
      </div>
      <div class="code-lines" tabIndex={0} role="group" aria-label="Content">
        {visible.slice(0, most).map((index) => (
          <Line
            key={index}
            line={lines[index]}
            end={lines[lines[index].closes ?? -1]}
            isFolded={folded.has(index)}
            marks={marks}
            onToggle={() => toggle(index)}
          />
        ))}
      </div>
      <MoreLines
        left={visible.length - most}
        onMore={() => setMost(most + LINES)}
      />
    </div>
  );
}

function visibleLines(
  lines: readonly CodeLine[],
  folded: ReadonlySet<number>,
): number[] {
  const visible: number[] = [];
  for (let index = 0; index < lines.length; index++) {
    visible.push(index);
    const { closes } = lines[index];
    if (closes !== undefined && folded.has(index)) index = closes;
  }
  return visible;
}

function Line({ line, end, isFolded, marks, onToggle }: {
  readonly line: CodeLine;
  /** The line that closes what is opened in this one. */
  readonly end: CodeLine | undefined;
  readonly isFolded: boolean;
  readonly marks: readonly InsertionMark[];
  readonly onToggle: () => void;
}) {
  const { depth, members = 0 } = line;
  return (
    <div
      class="line"
      style={{ paddingLeft: `${1.4 + Math.min(depth, 30) * 1.1}em` }}
    >
      {end !== undefined && (
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          aria-label={`${members} ${members === 1 ? "member" : "members"}`}
          onClick={onToggle}
        />
      )}
      <Segments line={line} marks={marks} />
      {isFolded && end !== undefined && (
        <>
          <button type="button" class="folded" tabIndex={-1} onClick={onToggle}>
            {members}
          </button>
          <Segments line={end} marks={marks} />
        </>
      )}
    </div>
  );
}

function Segments({ line, marks }: {
  readonly line: CodeLine;
  readonly marks: readonly InsertionMark[];
}) {
  return (
    <>
      {line.segments.map(({ text, kind, start }, index) => (
        <span key={index} class={kind === "plain" ? undefined : `t-${kind}`}>
          {start === undefined
            ? text
            : <MarkedText text={text} marks={marks} start={start} />}
        </span>
      ))}
    </>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const [label, setLabel] = useState("Copy");
  // Not everywhere is there a clipboard for files of the disk.
  if (!navigator.clipboard) return null;
  const copy = async () => {
    setLabel(await copyText(text) ? "Copied" : "Not permitted");
  };
  return (
    <button type="button" class="link" onClick={copy}>
      {label}
    </button>
  );
}

/** A stretch of a text, with what it is. */
interface Segment {
  readonly text: string;
  readonly kind: SegmentKind;
  /** Where it stands in the text; absent for indentation and blanks that are not in it. */
  readonly start?: number;
}

type SegmentKind =
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
