const CTRL_C = 3;
const CTRL_D = 4;
const BACKSPACE = 8;
const LINE_FEED = 10;
const RETURN = 13;
const CTRL_U = 21;
const DELETE = 127;

/**
 * Reads a line from a terminal in raw mode and shows none of it; null after
 * Ctrl-C or Ctrl-D. Seen of @std/cli's promptSecret with Deno 2.9.6 in a pty:
 * Ctrl-C is heard after the next Enter only (denoland/deno#27465) and leaves a
 * terminal without echo where nobody listens, Ctrl-D and Ctrl-U become a part
 * of the secret, and Backspace takes one byte of "é" (no upstream issue known).
 */
export function readHidden(
  input: { readSync(bytes: Uint8Array): number | null },
): string | null {
  const line: number[] = [];
  const one = new Uint8Array(1);
  while (input.readSync(one)) {
    const [byte] = one;
    switch (byte) {
      case RETURN:
      case LINE_FEED:
        return new TextDecoder().decode(Uint8Array.from(line));
      case CTRL_C:
        return null;
      case CTRL_D:
        if (line.length === 0) return null;
        break;
      case BACKSPACE:
      case DELETE:
        dropCharacter(line);
        break;
      case CTRL_U:
        line.length = 0;
        break;
      default:
        line.push(byte);
    }
  }
  return null;
}

/** Takes away a character of UTF-8: its first byte and those that go on with it. */
function dropCharacter(line: number[]): void {
  while (line.length > 0 && (line.pop()! & 0xc0) === 0x80);
}
