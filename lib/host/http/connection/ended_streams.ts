const HEAD = 9;
const DATA = 0;
const HEADERS = 1;
const END_STREAM = 1;

/**
 * Reads which streams the server of an HTTP/2 connection has ended, from the
 * heads of its frames: node:http2 ends a stream in the same way when it is reset
 * with NO_ERROR, and when the connection breaks (no upstream issue known).
 */
export class EndedStreams {
  readonly #ended = new Set<number>();
  readonly #head = new Uint8Array(HEAD);
  /** Bytes of the head that came. */
  #filled = 0;
  /** Bytes of the frame's payload that are still to come. */
  #left = 0;

  /** Takes what the server wrote, in whatever pieces. */
  read(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, chunk.length - at);
        this.#left -= skipped;
        at += skipped;
        continue;
      }
      this.#head[this.#filled++] = chunk[at++];
      if (this.#filled === HEAD) this.#take();
    }
  }

  /** Whether END_STREAM came. */
  has(stream: number): boolean {
    return this.#ended.has(stream);
  }

  /** Nobody asks for the stream any more. */
  forget(stream: number): void {
    this.#ended.delete(stream);
  }

  #take(): void {
    const [high, middle, low, type, flags, a, b, c, d] = this.#head;
    this.#filled = 0;
    this.#left = high << 16 | middle << 8 | low;
    if ((type === DATA || type === HEADERS) && flags & END_STREAM) {
      this.#ended.add((a & 0x7f) << 24 | b << 16 | c << 8 | d);
    }
  }
}
