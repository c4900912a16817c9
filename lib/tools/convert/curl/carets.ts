/**
 * Takes the carets out of a text for cmd.exe, outside of its quotes: one before
 * a line end joins the lines, before anything else it takes its meaning; before
 * two line ends it is one of them.
 */
export function withoutCarets(
  text: string,
): { text: string; literal: ReadonlySet<number> } {
  let plain = "";
  const literal = new Set<number>();
  let isQuoted = false;
  const lineEnds = /\r?\n(\r?\n)?/y;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (unit === "^" && !isQuoted) {
      lineEnds.lastIndex = at + 1;
      const ends = lineEnds.exec(text);
      if (ends) {
        if (ends[1] !== undefined) {
          literal.add(plain.length);
          plain += "\n";
        }
        at = lineEnds.lastIndex - 1;
        continue;
      }
      at++;
      // A quote keeps its meaning for the program, and loses it for cmd.
      if (!'"\\'.includes(text[at] ?? "")) literal.add(plain.length);
      plain += text[at] ?? "";
      continue;
    }
    if (unit === '"') isQuoted = !isQuoted;
    plain += unit;
  }
  return { text: plain, literal };
}
