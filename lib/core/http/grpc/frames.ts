/** Bytes before a message: whether it is compressed, and its length. */
const PREFIX = 5;

/** A message as it came, still compressed where the server did so. */
export interface GrpcFrame {
  readonly compressed: boolean;
  readonly bytes: Uint8Array;
}

/** What is wrong with the frames of a server: their form, or their length. */
export class FrameError extends Error {
  /** Makes an error with what a sentence about the server says. */
  constructor(readonly code: "PROTOCOL" | "LIMIT", message: string) {
    super(message);
  }
}

/** Puts the prefix before a message. */
export function framed(
  bytes: Uint8Array,
  compressed = false,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(PREFIX + bytes.length);
  out[0] = compressed ? 1 : 0;
  new DataView(out.buffer).setUint32(1, bytes.length);
  out.set(bytes, PREFIX);
  return out;
}

/** Cuts what a server sends into messages, in whatever pieces it comes. */
export class GrpcFrames {
  #chunks: Uint8Array[] = [];
  /** Bytes of the first chunk that were taken. */
  #used = 0;
  #length = 0;
  /** The prefix of the message that comes next. */
  #head: { compressed: boolean; length: number } | undefined;

  /** Takes messages up to a length in bytes. */
  constructor(readonly limit: number) {}

  /** Takes what came. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /**
   * The next message; undefined while it is not complete.
   *
   * @throws {FrameError} Its prefix is wrong, or it is longer than the limit.
   */
  next(): GrpcFrame | undefined {
    if (this.#head === undefined) {
      if (this.#length < PREFIX) return undefined;
      this.#head = this.#readHead();
    }
    const { compressed, length } = this.#head;
    if (this.#length < length) return undefined;
    this.#head = undefined;
    return { compressed, bytes: this.#take(length) };
  }

  /** Takes all remaining bytes, without looking for frames in them. */
  takeAll(): Uint8Array {
    this.#head = undefined;
    return this.#take(this.#length);
  }

  /** What is missing of a message that has begun; undefined where none has. */
  get cut(): string | undefined {
    if (this.#head !== undefined) {
      return `a message of ${this.#head.length} bytes ended after ${this.#length}`;
    }
    if (this.#length === 0) return undefined;
    return `${this.#length} of the ${PREFIX} bytes before a message came`;
  }

  #readHead(): { compressed: boolean; length: number } {
    const head = this.#take(PREFIX);
    const length = new DataView(head.buffer, head.byteOffset).getUint32(1);
    if (head[0] > 1) {
      throw new FrameError(
        "PROTOCOL",
        `a message begins with the byte ${head[0]}, where gRPC has 0 or 1`,
      );
    }
    if (length > this.limit) {
      throw new FrameError(
        "LIMIT",
        `a message has ${length} bytes, and ${this.limit} are allowed`,
      );
    }
    return { compressed: head[0] === 1, length };
  }

  #take(length: number): Uint8Array {
    this.#length -= length;
    const [first] = this.#chunks;
    if (length === 0) return new Uint8Array();
    if (first.length - this.#used >= length) {
      const bytes = first.subarray(this.#used, this.#used + length);
      this.#advance(length);
      return bytes;
    }
    const out = new Uint8Array(length);
    let filled = 0;
    let chunk = 0;
    while (filled < length) {
      const rest = this.#chunks[chunk].subarray(this.#used);
      const part = rest.subarray(0, length - filled);
      out.set(part, filled);
      filled += part.length;
      if (part.length === rest.length) {
        chunk++;
        this.#used = 0;
      } else this.#used += part.length;
    }
    this.#chunks.splice(0, chunk);
    return out;
  }

  #advance(length: number): void {
    this.#used += length;
    if (this.#used < this.#chunks[0].length) return;
    this.#chunks.shift();
    this.#used = 0;
  }
}
