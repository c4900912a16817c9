/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import type { ConsoleLine } from "../../../core/script/border/types.ts";
import { MoreLines } from "../code/more_lines.tsx";
import { shownLines } from "../shown.ts";

/** Lines that are shown before the reader asks for more. */
const LINES = 200;

/** What the scripts of a request printed. */
export function ConsoleOutput(
  { lines }: { readonly lines: readonly ConsoleLine[] },
) {
  const [most, setMost] = useState(LINES);
  return (
    <>
      <div class="console" tabIndex={0} role="group" aria-label="Console">
        {lines.slice(0, most).map(({ level, text }, index) => (
          <div key={index} class={`console-line ${level}`}>
            <span class="level">{level}</span>
            <span class="console-text">{shownLines(text)}</span>
          </div>
        ))}
      </div>
      <MoreLines
        left={lines.length - most}
        onMore={() => setMost(most + LINES)}
      />
    </>
  );
}
