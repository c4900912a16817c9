const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  v: "\v",
  "0": "\0",
};

/**
 * What stands in bash's `$'…'`, with the escapes of C.
 *
 * @param from The offset behind `$'`.
 * @returns The text, and the offset behind the quote; undefined where nothing closes it.
 */
export function ansiC(
  text: string,
  from: number,
): { value: string; end: number } | undefined {
  const code =
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3}))/y;
  let value = "";
  for (let at = from; at < text.length;) {
    const unit = text[at];
    if (unit === "'") return { value, end: at + 1 };
    if (unit !== "\\") {
      value += unit;
      at++;
      continue;
    }
    code.lastIndex = at;
    const match = code.exec(text);
    if (match) {
      const [all, hex, short, long, octal] = match;
      const point = octal
        ? parseInt(octal, 8)
        : parseInt(hex ?? short ?? long, 16);
      value += point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
      at += all.length;
    } else {
      const next = text[at + 1] ?? "";
      value += ESCAPES[next] ?? next;
      at += 2;
    }
  }
  return undefined;
}

/** The character that PowerShell's backtick and a letter stand for. */
export function backtick(unit: string): string {
  return { n: "\n", r: "\r", t: "\t", "0": "\0" }[unit] ?? unit;
}
