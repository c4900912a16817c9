import { escapeControls } from "../../tools/report/text/escape_controls.ts";

/** A text for one line, as its reader is to see it: nothing in it hides or turns the direction of writing. */
export function shown(text: string): string {
  return escapeControls(text);
}

/** A text of several lines. */
export function shownLines(text: string): string {
  return text.split(/\r?\n/).map((line) =>
    line.split("\t").map(escapeControls).join("\t")
  ).join("\n");
}
