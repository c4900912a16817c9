/** The texts asked about last: problems come many for one text. */
const known = new Map<string, readonly number[]>();
const MAX_COUNT = 4;

/** Offsets at which the lines of a text begin; CR, LF and CRLF end a line. */
export function lineStarts(text: string): readonly number[] {
  let starts = known.get(text);
  if (starts === undefined) {
    starts = read(text);
    if (known.size >= MAX_COUNT) {
      const [oldest] = known.keys();
      known.delete(oldest);
    }
    known.set(text, starts);
  }
  return starts;
}

function read(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      starts.push(at + 1);
    }
  }
  return starts;
}

/** A line of a text, counted from 1, without its end; undefined where there is none. */
export function lineText(text: string, line: number): string | undefined {
  const starts = lineStarts(text);
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  let end = starts[line] ?? text.length;
  if (line < starts.length) {
    end--;
    if (text[end] === "\n" && text[end - 1] === "\r") end--;
  }
  return text.slice(start, end);
}
