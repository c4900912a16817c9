/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { markedPieces } from "./marked_pieces.ts";
import type { InsertionMark } from "./marks_in.ts";
import { shown } from "../shown.ts";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JsonInsertion } from "../../../tools/report/provenance/provenance_json.ts";
import { Icon } from "../icon.tsx";
import { sourceText } from "./source_text.ts";

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
