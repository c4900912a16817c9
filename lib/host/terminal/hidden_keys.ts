const CTRL_C = 3;
const CTRL_D = 4;
const BACKSPACE = 8;
const LINE_FEED = 10;
const RETURN = 13;
const CTRL_U = 21;
const DELETE = 127;

/**
 * Lets the keys at a hidden question do what they do elsewhere. Seen of
 * @std/cli's promptSecret with Deno 2.9.6 in a pty: Ctrl-C is heard after the
 * next Enter only (denoland/deno#27465) and leaves a terminal without echo
 * where nobody listens, Ctrl-D and Ctrl-U become a part of the secret, and
 * Backspace takes one byte of "é" (no upstream issue known).
 */
export class HiddenKeys {
  readonly #line: number[] = [];
  #isAnswered = false;

  /** Whether Enter ended the line: nothing else does that gives an answer. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** The bytes for promptSecret in place of one that was typed. */
  press(byte: number): number[] {
    switch (byte) {
      case RETURN:
      case LINE_FEED:
        this.#isAnswered = true;
        return [LINE_FEED];
      case CTRL_C:
        return [LINE_FEED];
      case CTRL_D:
        return this.#line.length === 0 ? [LINE_FEED] : [];
      case BACKSPACE:
      case DELETE:
        return this.#drop(this.#line.findLastIndex(isFirst));
      case CTRL_U:
        return this.#drop(0);
      default:
        this.#line.push(byte);
        return [byte];
    }
  }

  /** Takes away all from a byte on. */
  #drop(from: number): number[] {
    return this.#line.splice(from).map(() => DELETE);
  }
}

/** Whether a byte begins a character of UTF-8. */
function isFirst(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}
