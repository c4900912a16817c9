/**
 * A text cut into lines, of which nothing but offsets is kept: an answer of
 * 10 MB has some 400,000 of them.
 */
export interface TextLines {
  readonly text: string;
  readonly count: number;
  /** Where each line begins in the text. */
  readonly starts: Int32Array;
  /** Behind the last character of each. */
  readonly ends: Int32Array;
  /** How far each is indented, where the layout is ours. */
  readonly depths: Uint16Array;
  /** The line that closes what is opened in this one; 0: nothing is. */
  readonly closes: Int32Array;
}

class Builder {
  #starts = new Int32Array(1024);
  #ends = new Int32Array(1024);
  #depths = new Uint16Array(1024);
  #closes = new Int32Array(1024);
  #count = 0;
  readonly #open: number[] = [];

  get count(): number {
    return this.#count;
  }

  add(start: number, end: number, depth: number): void {
    if (this.#count === this.#starts.length) this.#grow();
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#depths[this.#count++] = depth;
  }

  /** The line that was added last opens something. */
  open(): void {
    this.#open.push(this.#count - 1);
  }

  /** The line that is added next closes what was opened last. */
  close(): void {
    const opened = this.#open.pop();
    if (opened !== undefined) this.#closes[opened] = this.#count;
  }

  lines(text: string): TextLines {
    const to = this.#count;
    return {
      text,
      count: to,
      starts: this.#starts.subarray(0, to),
      ends: this.#ends.subarray(0, to),
      depths: this.#depths.subarray(0, to),
      closes: this.#closes.subarray(0, to),
    };
  }

  #grow(): void {
    const size = this.#starts.length * 2;
    this.#starts = into(new Int32Array(size), this.#starts);
    this.#ends = into(new Int32Array(size), this.#ends);
    this.#depths = into(new Uint16Array(size), this.#depths);
    this.#closes = into(new Int32Array(size), this.#closes);
  }
}

function into<T extends Int32Array | Uint16Array>(to: T, from: T): T {
  to.set(from);
  return to;
}

/** The lines of a text as they are. */
export function plainTextLines(text: string): TextLines {
  const builder = new Builder();
  let start = 0;
  for (;;) {
    const at = text.indexOf("\n", start);
    const end = at < 0 ? text.length : at;
    builder.add(
      start,
      text[end - 1] === "\r" && end > start ? end - 1 : end,
      0,
    );
    if (at < 0) return builder.lines(text);
    start = at + 1;
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/** JSON with a line for each member; its tokens stay as they are written. */
export function jsonTextLines(text: string): TextLines {
  const builder = new Builder();
  let depth = 0;
  // The line that is being read: its first character, and behind its last one.
  let start = -1;
  let end = 0;
  const endLine = () => {
    if (start >= 0) builder.add(start, end, depth);
    start = -1;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) continue;
    if (start < 0) start = at;
    switch (code) {
      case QUOTE:
        at = endOfString(text, at);
        end = at + 1;
        break;
      case COMMA:
        end = at + 1;
        endLine();
        break;
      case 0x5b: // [
      case 0x7b: { // {
        const close = nextSign(text, at + 1);
        if (text.charCodeAt(close) === code + 2) {
          // Nothing is in it: it stays on its line.
          at = close;
          end = close + 1;
          break;
        }
        end = at + 1;
        endLine();
        builder.open();
        depth++;
        break;
      }
      case 0x5d: // ]
      case 0x7d: // }
        if (start === at) start = -1;
        endLine();
        depth = Math.max(0, depth - 1);
        builder.close();
        start = at;
        end = at + 1;
        break;
      default:
        end = at + 1;
    }
  }
  endLine();
  return builder.lines(text);
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length - 1;
}

function nextSign(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** The lines that are shown when some are folded, in order. */
export function unfoldedLines(
  { count, closes }: TextLines,
  folded: ReadonlySet<number>,
): Int32Array {
  const shown = new Int32Array(count);
  let length = 0;
  for (let index = 0; index < count; index++) {
    shown[length++] = index;
    if (folded.has(index) && closes[index] > 0) index = closes[index];
  }
  return shown.subarray(0, length);
}

/** The lines that hold a word, whatever its case. */
export function linesWith(lines: TextLines, word: string): Int32Array {
  const found: number[] = [];
  const wanted = word.toLowerCase();
  const lower = lines.text.toLowerCase();
  // A letter may be two in lower case: then the offsets do not fit.
  const isSame = lower.length === lines.text.length;
  for (let index = 0; index < lines.count; index++) {
    const [start, end] = [lines.starts[index], lines.ends[index]];
    if (!isSame) {
      if (lines.text.slice(start, end).toLowerCase().includes(wanted)) {
        found.push(index);
      }
      continue;
    }
    const at = lower.indexOf(wanted, start);
    if (at < 0) break;
    if (at + wanted.length <= end) found.push(index);
    else {
      // Nothing before it has the word: on to its line.
      while (index + 1 < lines.count && lines.ends[index + 1] <= at) index++;
    }
  }
  return Int32Array.from(found);
}
