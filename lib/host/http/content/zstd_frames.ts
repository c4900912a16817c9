const FRAME = 0xfd2fb528;
/** The last four bits of a skippable frame's number are free. */
const SKIPPABLE = 0x184d2a50;
const DICTIONARY_ID = [0, 1, 2, 4];
const CONTENT_SIZE = [0, 2, 4, 8];

/** How many bytes come next, and whether they are a number or passed over. */
interface Field {
  readonly length: number;
  readonly skip: boolean;
}

/** A piece of zstd content that lies in one frame. */
export interface FramePiece {
  readonly bytes: Uint8Array;
  /** Whether the frame ends with it. */
  readonly ends: boolean;
}

/**
 * Follows the frames of zstd content (RFC 8878, 3.1) without decoding them:
 * Deno's decoder stops after the first one, and takes one that is cut short for
 * complete, as Node's does (nodejs/node#64741, nodejs/node#64592).
 */
export class ZstdFrames {
  /** Whether what came so far ends with a frame; true of nothing. */
  complete = true;
  readonly #fields = this.#frames();
  /** Undefined for what is not zstd, which is for the decoder to report. */
  #field = this.#fields.next().value as Field | undefined;
  #read = 0;
  #number = 0;

  /** Takes the next chunk apart by frames. */
  *split(chunk: Uint8Array): Generator<FramePiece> {
    let start = 0;
    let at = 0;
    while (this.#field !== undefined && at < chunk.length) {
      this.complete = false;
      const { length, skip } = this.#field;
      const end = Math.min(chunk.length, at + length - this.#read);
      for (let i = at; i < end && !skip; i++) {
        this.#number += chunk[i] * 256 ** (this.#read + i - at);
      }
      this.#read += end - at;
      at = end;
      while (this.#read === this.#field?.length) this.#next();
      if (this.complete) {
        yield { bytes: chunk.subarray(start, at), ends: true };
        start = at;
      }
    }
    if (start < chunk.length) {
      yield { bytes: chunk.subarray(start), ends: false };
    }
  }

  #next(): void {
    const { value } = this.#fields.next(this.#number);
    this.#field = value as Field | undefined;
    this.#read = this.#number = 0;
  }

  *#frames(): Generator<Field, void, number> {
    while (true) {
      const magic: number = yield number(4);
      if (magic - magic % 16 === SKIPPABLE) {
        yield skip(yield number(4));
      } else if (magic === FRAME) {
        const descriptor = yield number(1);
        const single = (descriptor & 0x20) !== 0;
        const size = CONTENT_SIZE[descriptor >> 6] || (single ? 1 : 0);
        yield skip((single ? 0 : 1) + DICTIONARY_ID[descriptor & 3] + size);
        let block: number;
        do {
          block = yield number(3);
          // A block of type 1 is one byte, to be repeated.
          yield skip((block >> 1 & 3) === 1 ? 1 : block >> 3);
        } while ((block & 1) === 0);
        yield skip((descriptor & 4) === 0 ? 0 : 4);
      } else return;
      this.complete = true;
    }
  }
}

function number(length: number): Field {
  return { length, skip: false };
}

function skip(length: number): Field {
  return { length, skip: true };
}
