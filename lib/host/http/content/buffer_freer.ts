/** Smaller buffers may belong to Node's pool, which others share. */
const MIN_SIZE = 16 * 1024;
/** How much is received between two hints to the garbage collector, in bytes. */
const HINT_EVERY = 16 * 1024 * 1024;
/** What a hint pretends to need; nothing of it is ever touched. */
const HINT_SIZE = 128 * 1024 * 1024;

/**
 * Keeps memory low while a stream goes to a file. Left to the garbage
 * collector, a long download has hundreds of MiB of read buffers waiting.
 *
 * The buffers of chunks are freed as soon as they are used up: chunks come in
 * order, so that one is used up when a chunk of another one comes. Those of the
 * socket below are out of reach; for them V8 is made to believe, now and then,
 * that memory is short. (No upstream issue known.)
 */
export class BufferFreer {
  #last: ArrayBufferLike | undefined;
  #received = 0;

  /** Takes note of a chunk; the ones before must be done with. */
  next({ buffer, length }: Uint8Array): void {
    const last = this.#last;
    this.#last = buffer;
    if (
      last !== buffer && last instanceof ArrayBuffer &&
      last.byteLength >= MIN_SIZE
    ) {
      last.transfer(0);
    }
    this.#received += length;
    if (this.#received < HINT_EVERY) return;
    this.#received = 0;
    try {
      new ArrayBuffer(HINT_SIZE).transfer(0);
    } catch {
      // There is really too little memory: V8 knows by now.
    }
  }
}
