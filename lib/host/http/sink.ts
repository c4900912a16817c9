/** `"full"`: the sink takes no more, the connection can be dropped. */
export type SinkState = "more" | "full";

/** Where the content of an answer goes; synchronous as far as it can be. */
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
  /** What is in memory; empty when the content went elsewhere. */
  readonly bytes: Uint8Array;
  /** Whether content was cut. */
  readonly truncated: boolean;
  /** The file that the content went to. */
  readonly path?: string;
}

const EMPTY = new Uint8Array();

/** Keeps content in memory, up to a limit in bytes. */
export class MemorySink implements Sink {
  readonly keepsChunks = true;
  truncated = false;
  #chunks: Uint8Array[] = [];
  #length = 0;

  /** Makes an empty sink. */
  constructor(readonly limit: number) {}

  write(chunk: Uint8Array): "full" | undefined {
    const room = this.limit - this.#length;
    if (chunk.length <= room) {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      return undefined;
    }
    this.#chunks.push(chunk.subarray(0, room));
    this.#length = this.limit;
    this.truncated = true;
    return "full";
  }

  end(): undefined {}

  cut(): void {
    this.truncated = true;
  }

  discard(): void {
    this.#chunks = [];
    this.#length = 0;
  }

  get bytes(): Uint8Array {
    if (this.#length === 0) return EMPTY;
    if (this.#chunks.length === 1 && isTight(this.#chunks[0])) {
      const chunk = this.#chunks[0];
      // A Buffer would behave differently from what the type says.
      return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    }
    const joined = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [joined];
    return joined;
  }
}

/** A small view of a large read buffer would keep the whole buffer alive. */
function isTight(chunk: Uint8Array): boolean {
  return chunk.buffer.byteLength <= 2 * chunk.length + 1024;
}
