import type { ResponseStream } from "../../../core/http/stream.ts";

/** `"full"`: the sink takes no more, the connection can be dropped. */
export type SinkState = "more" | "full";

/** Where the content of a response goes; synchronous as far as it can be. */
export interface Sink {
  /** Takes a chunk; undefined means "more", a promise holds the connection back. */
  write(chunk: Uint8Array): "full" | undefined | Promise<SinkState>;
  /** The content is complete, or as complete as it is going to be. */
  end(): undefined | Promise<void>;
  /** What has come so far is all; `end` follows. */
  cut(): void;
  /** The exchange failed: lets go of everything. */
  discard(): void;
  /** Whether chunks are still used after they are written. */
  readonly keepsChunks: boolean;
  /** What is in memory. */
  readonly bytes: Uint8Array;
  /** Whether content was cut. */
  readonly truncated: boolean;
  /** The file that the content went to. */
  readonly path?: string;
  /** Whether the file has more than what is in memory. */
  readonly partial?: boolean;
  /** What a conversation over the content gave, once it has ended. */
  readonly stream?: ResponseStream | undefined;
}

const EMPTY = new Uint8Array();
/** Shorter chunks are copied, however small the buffers that they come in. */
const SHORT = 1024;
/** The size of the first block that they are copied into; each is as long as all before. */
const MIN_BLOCK = 16 * 1024;
/** In longer content every chunk is copied: the read buffers would take as much again. */
const LONG = 1024 * 1024;

/** A part of content: some bytes of a chunk or block. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly from: number;
  to: number;
}

/**
 * Keeps content in memory, up to a limit in bytes. It takes little more than the
 * content has, in whatever chunks that comes: each may be one byte, and a view
 * of a large read buffer.
 */
export class MemorySink implements Sink {
  /** Not where all of them are copied. */
  keepsChunks: boolean;
  truncated = false;
  #pieces: Piece[] = [];
  #length = 0;
  /** What short chunks are copied into. */
  #block = EMPTY;
  #used = 0;

  /** Makes an empty sink; with `expected`, what comes goes straight to its place. */
  constructor(readonly limit: number, readonly expected = 0) {
    this.keepsChunks = !(expected > LONG);
  }

  write(chunk: Uint8Array): "full" | undefined {
    const room = this.limit - this.#length;
    if (chunk.length <= room) {
      this.#add(chunk);
      return undefined;
    }
    this.#add(chunk.subarray(0, room));
    this.truncated = true;
    return "full";
  }

  end(): undefined {}

  cut(): void {
    this.truncated = true;
  }

  discard(): void {
    this.#keep(EMPTY);
  }

  get bytes(): Uint8Array {
    if (this.#length === 0) return EMPTY;
    const [{ bytes: first, to }] = this.#pieces;
    if (to === this.#length && isTight(first)) {
      // A Buffer would behave differently from what the type says.
      return new Uint8Array(first.buffer, first.byteOffset, to);
    }
    const joined = new Uint8Array(this.#length);
    this.#moveInto(joined);
    this.#keep(joined);
    return joined;
  }

  #keep(bytes: Uint8Array): void {
    this.#pieces = [{ bytes, from: 0, to: bytes.length }];
    this.#length = bytes.length;
    this.#block = EMPTY;
    this.#used = 0;
  }

  #add(chunk: Uint8Array): void {
    // Most content is one chunk, which is copied when somebody asks for it.
    const isFirst = this.#length === 0;
    if (isFirst && !this.keepsChunks) {
      this.#block = new Uint8Array(Math.min(this.expected, this.limit));
    }
    this.#length += chunk.length;
    if (this.#length > LONG && this.keepsChunks) this.#keepNone();
    const fits = chunk.length <= this.#block.length - this.#used;
    const keep = this.keepsChunks && !fits &&
      (isFirst || chunk.length >= SHORT && isTight(chunk));
    if (keep) {
      this.#pieces.push({ bytes: chunk, from: 0, to: chunk.length });
    } else this.#copy(chunk, fits);
  }

  #copy(chunk: Uint8Array, fits: boolean): void {
    if (!fits) this.#block = this.#nextBlock(chunk.length);
    const from = fits ? this.#used : 0;
    this.#block.set(chunk, from);
    this.#used = from + chunk.length;
    const last = this.#pieces.at(-1);
    if (last?.bytes === this.#block && last.to === from) last.to = this.#used;
    else this.#pieces.push({ bytes: this.#block, from, to: this.#used });
  }

  #nextBlock(needed: number): Uint8Array<ArrayBuffer> {
    const most = this.limit - this.#length + needed;
    const size = Math.min(Math.max(this.#length, MIN_BLOCK), most);
    return new Uint8Array(Math.max(size, needed));
  }

  /** Moves the chunks that were kept into a block: what they are views of is not theirs any more. */
  #keepNone(): void {
    this.keepsChunks = false;
    const block = this.#nextBlock(this.#length);
    const to = this.#moveInto(block);
    this.#pieces = [{ bytes: block, from: 0, to }];
    this.#block = block;
    this.#used = to;
  }

  /** Copies all that is there; gives back the memory of long blocks as it goes. */
  #moveInto(target: Uint8Array): number {
    let at = 0;
    for (const { bytes, from, to } of this.#pieces) {
      target.set(bytes.subarray(from, to), at);
      at += to - from;
      if (bytes.length > LONG && bytes.buffer instanceof ArrayBuffer) {
        bytes.buffer.transfer(0);
      }
    }
    return at;
  }
}

/** A small view of a large read buffer would keep the whole buffer alive. */
function isTight(chunk: Uint8Array): boolean {
  return chunk.buffer.byteLength <= 2 * chunk.length + 1024;
}
