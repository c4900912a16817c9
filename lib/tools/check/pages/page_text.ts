import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import { wrapText } from "../../../core/source/wrap_text.ts";
import { PAGES } from "./pages.ts";

/** The page on a code, in lines of at most so many columns. */
export function pageText(code: DiagnosticCode, width: number): string {
  const { what, more, wrong, right } = PAGES[code];
  const paragraph = (text: string) => wrapText(text, { width }).join("\n");
  const example = (title: string, text: string) =>
    [`${title}:`, ...text.split("\n").map((line) => `  ${line}`)].join("\n");
  return [
    code,
    paragraph(what),
    paragraph(more),
    ...wrong === undefined ? [] : [example("Wrong", wrong)],
    ...right === undefined ? [] : [example("Right", right)],
    paragraph(
      `A comment above the line, at its end or at the top of the file hides it: # brace-ignore ${code}: reason`,
    ),
  ].join("\n\n");
}
