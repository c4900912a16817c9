/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useMemo, useState } from "preact/hooks";
import { type CodeLine, jsonLines, plainLines } from "./code_lines.ts";
import { MarkedText } from "./marked_text.tsx";
import { MoreLines } from "./more_lines.tsx";
import type { InsertionMark } from "./marks_in.ts";

/** Lines that are shown before the reader asks for more. */
const LINES = 500;

/** A text of several lines; JSON with a line for each member, to be folded. */
export function CodeView({ text, isJson, marks }: {
  readonly text: string;
  readonly isJson: boolean;
  readonly marks: readonly InsertionMark[];
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
  const [isDone, setDone] = useState(false);
  // Not everywhere is there a clipboard for files of the disk.
  if (!navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
  };
  return (
    <button type="button" class="link" onClick={copy}>
      {isDone ? "Copied" : "Copy"}
    </button>
  );
}
