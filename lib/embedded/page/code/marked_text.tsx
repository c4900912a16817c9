/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { markedPieces } from "./marked_pieces.ts";
import type { InsertionMark } from "./marks_in.ts";
import { shown } from "../shown.ts";
import { PlaceholderMark } from "./placeholder_mark.tsx";

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
