import {
  codePages,
  everyCode,
  isCode,
  pageText,
} from "../../tools/check/code_pages.ts";
import { writeOutput } from "../../host/terminal/write_output.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { usageError } from "../usage_error.ts";
import { proseWidth } from "../../host/terminal/width.ts";

/** `brace explain`: prints the page on a code, or lists them all. */
export function explainCommand(word: string | undefined): number {
  if (word === undefined) {
    const pages = [...codePages()];
    const width = Math.max(...pages.map(([{ length }]) => length));
    const lines = pages.map(([code, { what }]) =>
      `${code.padEnd(width)}  ${what}\n`
    );
    writeOutput(lines.join(""));
    return 0;
  }
  const code = word.toUpperCase().replaceAll("-", "_");
  if (!isCode(code)) {
    const near = nearest(code, everyCode());
    throw usageError(
      `Cannot explain "${word}": there is no such code${didYouMean(near)}`,
      {
        listedBy: "brace explain",
        ...(near !== undefined && { suggestion: near }),
      },
    );
  }
  writeOutput(`${pageText(code, proseWidth(Deno.stdout))}\n`);
  return 0;
}
