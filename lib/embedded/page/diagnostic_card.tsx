/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { CollectedDiagnostic } from "../../tools/report/collect/types.ts";
import type { SourceExcerpt } from "../../core/source/format_diagnostic.ts";
import { Icon } from "./icon.tsx";
import { PlaceText } from "./place_text.tsx";
import { shown, shownLines } from "./shown.ts";

/** An error or a warning. */
export function DiagnosticCard(
  { diagnostic }: { readonly diagnostic: CollectedDiagnostic },
) {
  const { severity, message, location, source, trail, notes = [] } = diagnostic;
  return (
    <div class={`diagnostic ${severity}`}>
      <Icon name="errored" />
      <div>
        <p class="message">
          <span class="hidden">{severity}:</span>
          {shownLines(message)}
        </p>
        {source !== undefined && <SourceLine source={source} />}
        {trail !== undefined && (
          <p class="faint">{trail.map(shown).join(" → ")}</p>
        )}
        {notes.map((note) => <p key={note} class="note">{shownLines(note)}</p>)}
        <p class="place">
          <PlaceText location={location} source={source} />
          <span class="faint">{diagnostic.code}</span>
        </p>
      </div>
    </div>
  );
}

/** The line that a diagnostic points to, with a mark below the place. */
function SourceLine(
  { source: { line, text, start, length = 0 } }: {
    readonly source: SourceExcerpt;
  },
) {
  const at = start ?? text.length;
  // A line that wraps goes on at its left edge.
  const from = Math.min(at, text.length - text.trimStart().length);
  return (
    <pre class="source" tabIndex={0}>
      <span class="gutter">{line}</span>
      {shown(text.slice(from, at))}
      {start !== undefined && (
        <mark>{shown(text.slice(at, at + length)) || " "}</mark>
      )}
      {shown(text.slice(at + length))}
    </pre>
  );
}
