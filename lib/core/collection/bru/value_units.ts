import type { BruValue, ValueForm } from "./shape.ts";

/** Blanks at the start of a line that are the file's, not the value's. */
const INDENT: Readonly<Record<ValueForm, number>> = {
  line: 0,
  multiline: 4,
  text: 2,
};

/** A text and, for each of its UTF-16 units, its offset in the file; one more for its end. */
export interface Units {
  readonly text: string;
  readonly at: readonly number[];
}

/** The text of a value that stands between two offsets; line ends become `\n`. */
export function bruValueText(
  source: string,
  { form, start, end }: Omit<BruValue, "text">,
): string {
  const written = source.slice(start, end);
  if (form === "line") return written;
  const lines = written.split("\n").map((line) =>
    outdented(form, line.endsWith("\r") ? line.slice(0, -1) : line)
  );
  const text = lines.join("\n");
  return form === "multiline" ? text.trim() : text;
}

/** The same with the offset of each unit. */
export function valueUnits(
  source: string,
  { form, start, end }: Omit<BruValue, "text">,
): Units {
  let text = "";
  const at: number[] = [];
  let from = start;
  for (const line of source.slice(start, end).split("\n")) {
    if (from > start) {
      text += "\n";
      at.push(from - 1);
    }
    const unix = line.endsWith("\r") ? line.slice(0, -1) : line;
    const kept = outdented(form, unix);
    const first = from + unix.length - kept.length;
    for (let index = 0; index < kept.length; index++) at.push(first + index);
    text += kept;
    from += line.length + 1;
  }
  at.push(end);
  if (form !== "multiline") return { text, at };
  const lead = text.length - text.trimStart().length;
  const length = text.trim().length;
  return { text: text.trim(), at: at.slice(lead, lead + length + 1) };
}

function outdented(form: ValueForm, line: string): string {
  switch (form) {
    case "line":
      return line;
    case "multiline":
      return line.slice(INDENT.multiline);
    case "text":
      return line.startsWith("  ") ? line.slice(INDENT.text) : line;
    default:
      return form satisfies never;
  }
}
