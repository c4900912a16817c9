/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../../../core/source/counted.ts";
import { useMemo, useState } from "preact/hooks";
import { shown } from "../../shown.ts";
import { useView } from "../../virtual_list.tsx";
import { lineSegments, MAX_LINE } from "./line_segments.ts";
import {
  jsonTextLines,
  linesWith,
  plainTextLines,
  type TextLines,
  unfoldedLines,
} from "./text_lines.ts";

/** Pixels of a line. */
const LINE = 20;
/** Lines above and below those in sight. */
const SPARE = 20;
/** A browser draws no element that is much higher. */
const MAX_HEIGHT = 15_000_000;

/** A text of any length, of which only what is in sight is drawn. */
export function TextView({ text, language, filter, label }: {
  readonly text: string;
  readonly language: "json" | "xml" | "text";
  /** Only lines with this word are shown. */
  readonly filter?: string;
  readonly label: string;
}) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(() => {
    setFolded(new Set());
    return language === "json" ? jsonTextLines(text) : plainTextLines(text);
  }, [text, language]);
  const visible = useMemo(
    () => filter ? linesWith(lines, filter) : unfoldedLines(lines, folded),
    [lines, folded, filter],
  );
  const { box, view } = useView(600);
  const total = visible.length * LINE;
  // Of very many lines each pixel of the bar stands for more than one.
  const height = Math.min(total, MAX_HEIGHT);
  const share = height === total
    ? 1
    : (total - view.height) / (height - view.height);
  const top = view.top * share;
  const from = Math.max(0, Math.floor(top / LINE) - SPARE);
  const to = Math.min(
    visible.length,
    Math.ceil((top + view.height) / LINE) + SPARE,
  );
  const toggle = (index: number) => {
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    setFolded(next);
  };
  const digits = String(lines.count).length;
  return (
    <div
      class="text-view"
      ref={box}
      tabIndex={0}
      role="group"
      aria-label={label}
      style={{ "--digits": `${digits}ch` }}
    >
      {filter && visible.length === 0 && (
        <p class="empty">No line has this text.</p>
      )}
      <div class="text-lines" style={{ height: `${height}px` }}>
        <div
          style={{
            transform: `translateY(${from * LINE - (top - view.top)}px)`,
          }}
        >
          {Array.from(visible.subarray(from, to), (index) => (
            <Line
              key={index}
              lines={lines}
              index={index}
              language={language}
              isFolded={!filter && folded.has(index)}
              canFold={!filter}
              onToggle={toggle}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Line({ lines, index, language, isFolded, canFold, onToggle }: {
  readonly lines: TextLines;
  readonly index: number;
  readonly language: "json" | "xml" | "text";
  readonly isFolded: boolean;
  readonly canFold: boolean;
  readonly onToggle: (index: number) => void;
}) {
  const closes = lines.closes[index];
  const inside = closes - index - 1;
  return (
    <div class="text-line">
      <span class="line-number" aria-hidden="true">{index + 1}</span>
      {closes > 0 && canFold
        ? (
          <button
            type="button"
            class="fold"
            tabIndex={-1}
            aria-expanded={!isFolded}
            aria-label={counted(inside, "line")}
            onClick={() => onToggle(index)}
          />
        )
        : <span class="no-fold" />}
      <span
        style={{ paddingLeft: `${Math.min(lines.depths[index], 60) * 2}ch` }}
      >
        <Segments lines={lines} index={index} language={language} />
        {isFolded && (
          <>
            <span class="folded">{inside}</span>
            <Segments lines={lines} index={closes} language={language} />
          </>
        )}
      </span>
    </div>
  );
}

function Segments({ lines, index, language }: {
  readonly lines: TextLines;
  readonly index: number;
  readonly language: "json" | "xml" | "text";
}) {
  const [start, end] = [lines.starts[index], lines.ends[index]];
  const cut = end - start > MAX_LINE;
  const text = lines.text.slice(start, cut ? start + MAX_LINE : end);
  return (
    <>
      {lineSegments(text, language).map(({ text, kind }, at) =>
        kind === undefined
          ? shown(text)
          : <span key={at} class={`t-${kind}`}>{shown(text)}</span>
      )}
      {cut && (
        <span class="faint">
          … {counted(end - start - MAX_LINE, "more character")}
        </span>
      )}
    </>
  );
}
