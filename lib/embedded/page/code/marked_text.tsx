/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Marked, markedPieces } from "./marked_pieces.ts";
import { shown } from "../shown.ts";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JsonInsertion } from "../../../tools/report/provenance/provenance_json.ts";
import { Icon } from "../icon.tsx";
import type { CollectedSent } from "../../../tools/report/collect/types.ts";
import { sourceOf } from "../../../tools/report/provenance/provenance_lines.ts";

/** A text of one line in which what placeholders gave is marked. */
export function MarkedText({ text, marks, start = 0 }: {
  readonly text: string;
  readonly marks: readonly InsertionMark[];
  /** Where the text begins in the one that the marks speak of. */
  readonly start?: number;
}) {
  return (
    <>
      {markedPieces(text, marks, start).map(({ text, mark, isFirst }, index) =>
        mark === undefined ? shown(text) : (
          <PlaceholderMark
            key={index}
            text={shown(text)}
            insertion={mark.of}
            isFirst={isFirst}
          />
        )
      )}
    </>
  );
}

/** Text that a placeholder gave; where it is looked at it tells where from. */
function PlaceholderMark({ text, insertion, isFirst }: {
  readonly text: string;
  readonly insertion: JsonInsertion;
  /** Of a mark of several parts only the first can be reached with the tab key. */
  readonly isFirst: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.preventDefault();
    setOpen(false);
  };
  const { scope, origin } = insertion;
  return (
    <mark
      class={text === "" ? "value empty-value" : "value"}
      data-scope={scope ?? origin.kind}
      {...isFirst && { tabIndex: 0 }}
      aria-describedby={isOpen ? id : undefined}
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={onKeyDown}
    >
      {insertion.secret && isFirst && <Icon name="lock" />}
      {text === "" ? "∅" : text}
      {isOpen && <Provenance id={id} insertion={insertion} />}
    </mark>
  );
}

/** Where a value came from, beside it. */
function Provenance(
  { id, insertion }: { readonly id: string; readonly insertion: JsonInsertion },
) {
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = tip.current!;
    const place = () => {
      // A mark may go over several lines.
      const rects = [...element.parentElement!.getClientRects()];
      const [first, last] = [rects[0], rects.at(-1)!];
      const { width, height } = element.getBoundingClientRect();
      const room = document.documentElement.clientWidth - width - 8;
      element.style.left = `${Math.max(8, Math.min(first.left, room))}px`;
      const top = [last.bottom, first.top - height].find((it) =>
        it >= 0 && it + height <= innerHeight
      );
      element.style.top = `${top ?? Math.max(8, first.bottom)}px`;
    };
    place();
    addEventListener("scroll", place, true);
    return () => removeEventListener("scroll", place, true);
  }, []);
  const { expression, via, hosts, secret, scope, origin } = insertion;
  return (
    <span class="tip" role="tooltip" id={id} ref={tip}>
      <span class="tip-box">
        <span class="tip-head">
          <code>{`{{${shown(expression)}}}`}</code>
          <span class="scope" data-scope={scope ?? origin.kind}>
            {scope ?? origin.kind}
          </span>
          {secret && <span class="scope secret">secret</span>}
        </span>
        <span class="tip-line">{shown(sourceText(insertion))}</span>
        {via.length > 0 && (
          <span class="tip-line">via {via.map(shown).join(" → ")}</span>
        )}
        {hosts !== undefined && (
          <span class="tip-line">only to {hosts.map(shown).join(", ")}</span>
        )}
      </span>
    </span>
  );
}

/** A text of a request. */
interface TextPlace {
  readonly place: JsonInsertion["place"];
  readonly name?: string;
  /** Which of several headers or parts of the name. */
  readonly nth?: number;
}

export type InsertionMark = Marked<JsonInsertion>;

/** What placeholders gave to a text of a request, outer ones first. */
export function marksIn(
  { insertions = [] }: Pick<CollectedSent, "insertions">,
  { place, name, nth = 0 }: TextPlace,
): InsertionMark[] {
  return insertions.flatMap((of): InsertionMark[] => {
    const { start, end } = of;
    return of.place === place && (of.nth ?? 0) === nth &&
        (name === undefined || of.name?.toLowerCase() === name.toLowerCase()) &&
        start !== undefined && end !== undefined
      ? [{ start, end, of }]
      : [];
  }).sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Asks for the lines that are not shown yet; nothing where there are none. */
export function MoreLines(
  { left, onMore }: { readonly left: number; readonly onMore: () => void },
) {
  if (left <= 0) return null;
  return (
    <button type="button" class="more" onClick={onMore}>
      {left} more lines
    </button>
  );
}

/** Says which scope, file and line gave a value, or who else. */
export function sourceText({ origin, ...insertion }: JsonInsertion): string {
  if (origin.kind !== "file") {
    return sourceOf({ ...insertion, origin }, undefined);
  }
  const at = { file: origin.file ?? "", path: [] };
  return sourceOf({ ...insertion, origin: { kind: "file", at } }, origin);
}
