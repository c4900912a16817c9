/**
 * The offset of the line break that ends a command of a POSIX shell with what
 * stands behind its pipe: the first one outside of quotes and comments, and
 * behind neither a backslash nor a pipe. A quote that nothing closes is a
 * character.
 */
export function commandEnd(text: string, from: number): number {
  let last = "";
  for (let at = from; at < text.length; at++) {
    const unit = text[at];
    if (unit === "\n" && last !== "|") return at;
    if (unit === "#" && /[\s;|&()]/.test(text[at - 1] ?? "")) {
      at = lineBreakAfter(text, at) - 1;
      continue;
    }
    if (unit === "\\") at += text.startsWith("\r\n", at + 1) ? 2 : 1;
    else if (unit === "'" || unit === '"') at = closingQuote(text, at) ?? at;
    if (!/\s/.test(unit)) last = unit;
  }
  return text.length;
}

/** The offset of the line break behind an offset, or of the text's end. */
export function lineBreakAfter(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Where the quote at an offset is closed. */
function closingQuote(text: string, open: number): number | undefined {
  const quote = text[open];
  // A backslash is a character in single quotes, but not in bash's `$'…'`.
  const hasEscapes = quote === '"' || text[open - 1] === "$";
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === quote) return at;
    if (hasEscapes && text[at] === "\\") at++;
  }
  return undefined;
}
