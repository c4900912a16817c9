import { pageText } from "../../tools/check/pages/page_text.ts";
import { CODES, isCode, PAGES } from "../../tools/check/pages/pages.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { nearest } from "../../core/source/nearest.ts";
import { usageError } from "../usage_error.ts";
import { WIDTH } from "../../host/terminal/width.ts";

/** `brace explain`: prints the page on a code, or lists them all. */
export function explainCommand(word: string | undefined): number {
  if (word === undefined) {
    const width = Math.max(...CODES.map(({ length }) => length));
    const lines = CODES.map((code) =>
      `${code.padEnd(width)}  ${PAGES[code].what}\n`
    );
    writeOutput(lines.join(""));
    return 0;
  }
  const code = word.toUpperCase().replaceAll("-", "_");
  if (!isCode(code)) {
    const near = nearest(code, CODES);
    throw usageError(
      `Cannot explain "${word}": there is no such code (${
        near === undefined
          ? '"brace explain" lists them'
          : `did you mean "${near}"?`
      })`,
      { command: "explain", ...(near !== undefined && { suggestion: near }) },
    );
  }
  writeOutput(`${pageText(code, WIDTH)}\n`);
  return 0;
}
