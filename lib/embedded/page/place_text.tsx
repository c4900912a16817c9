/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { SourceExcerpt } from "../../core/source/format_diagnostic.ts";
import type { CollectedDiagnostic } from "../../tools/report/collect/types.ts";
import { placeText } from "../../tools/report/console/diagnostic_lines.ts";
import { shown } from "./shown.ts";

type Location = CollectedDiagnostic["location"];

/** What opens a place, where the page can show files; undefined: it cannot show this one. */
export const PlaceOpener = createContext<
  (
    location: NonNullable<Location>,
    source?: SourceExcerpt,
  ) => (() => void) | undefined
>(() => undefined);

/** A file and line, which it opens where the page can. */
export function PlaceText({ location, source }: {
  readonly location: Location;
  readonly source: SourceExcerpt | undefined;
}) {
  const opener = useContext(PlaceOpener);
  const text = placeText(location);
  if (text === undefined || location === undefined) return null;
  const open = opener(location, source);
  const code = <code>{shown(text)}</code>;
  return open === undefined ? code : (
    <button
      type="button"
      class="link"
      title="Open this line"
      onClick={open}
    >
      {code}
    </button>
  );
}
