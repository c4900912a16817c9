import { escapeControls, printableLines } from "./escape_controls.ts";

/** A text of anyone as code within a line: nothing in it is markup, a mention or a link. */
export function codeSpan(text: string): string {
  const line = escapeControls(text);
  if (line.trim() === "") return "";
  const ticks = "`".repeat(longestTicks(line) + 1);
  const space = /^[ `]|[ `]$/.test(line) ? " " : "";
  return ticks + space + line + space + ticks;
}

/** {@linkcode codeSpan} inside of a table, where a bar would end its cell. */
export function codeCell(text: string): string {
  return codeSpan(text).replaceAll("|", "\\|");
}

/** A text of several lines as a block of code. */
export function codeBlock(text: string, indent = ""): string {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return [`${fence}text`, ...printableLines(text), fence]
    .map((line) => `${indent}${line}\n`).join("");
}

function longestTicks(text: string): number {
  let longest = 0;
  for (const [ticks] of text.matchAll(/`+/g)) {
    longest = Math.max(longest, ticks.length);
  }
  return longest;
}
