import { charsetOf } from "./content_kind.ts";

/** Bytes that are decoded at once. */
const PIECE = 64 * 1024;
const BEYOND_LATIN1 = /[^\0-\xff]/;

/**
 * The text of long content, read anew for each question about it: one character
 * beyond Latin-1 is enough for V8 to take two bytes for each of a text's
 * characters (by design: there is no issue), beside the content itself, and as
 * much again while it is decoded.
 */
export class LongText {
  #length: number | undefined;

  /** @param bytes The content, which is kept as it is. */
  constructor(readonly bytes: Uint8Array, readonly contentType: string) {}

  /** The text, part by part. */
  *pieces(): Generator<string> {
    const decoder = decoderFor(this.bytes, this.contentType);
    for (let at = 0; at < this.bytes.length; at += PIECE) {
      const bytes = this.bytes.subarray(at, at + PIECE);
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  }

  /** Characters, counted as a string's. */
  get length(): number {
    return this.#length ??= this.pieces()
      .reduce((length, piece) => length + piece.length, 0);
  }

  includes(part: string): boolean {
    // Where a part begins before a piece ends.
    let before = "";
    for (const piece of this.pieces()) {
      const text = before + piece;
      if (text.includes(part)) return true;
      before = part.length < 2 ? "" : text.slice(1 - part.length);
    }
    return false;
  }

  startsWith(start: string): boolean {
    let at = 0;
    for (const piece of this.pieces()) {
      if (!piece.startsWith(start.slice(at, at + piece.length))) return false;
      at += piece.length;
      if (at >= start.length) break;
    }
    return at >= start.length;
  }

  endsWith(end: string): boolean {
    const at = this.length - end.length;
    let from = 0;
    for (const piece of this.pieces()) {
      const to = from + piece.length;
      if (to > at) {
        const same = piece.slice(Math.max(at - from, 0));
        if (!end.startsWith(same, Math.max(from - at, 0))) return false;
      }
      from = to;
    }
    return at >= 0;
  }

  /** Whether it is this text. */
  equals(text: unknown): boolean {
    return typeof text === "string" && this.length === text.length &&
      this.startsWith(text);
  }

  /** Less than 0 where it comes before a text, more where after it. */
  compare(text: string): number {
    let at = 0;
    for (const piece of this.pieces()) {
      const other = text.slice(at, at + piece.length);
      if (piece !== other) return piece < other ? -1 : 1;
      at += piece.length;
    }
    return at < text.length ? -1 : 0;
  }

  /** So many of its first characters. */
  start(length: number): string {
    let start = "";
    for (const piece of this.pieces()) {
      start += piece;
      if (start.length >= length) break;
    }
    return start.slice(0, length);
  }

  /** Whether V8 takes two bytes for each character. */
  get isWide(): boolean {
    return this.pieces().some((piece) => BEYOND_LATIN1.test(piece));
  }

  /** The first character that is no blank. */
  get first(): string | undefined {
    for (const piece of this.pieces()) {
      const first = /\S/.exec(piece);
      if (first) return first[0];
    }
    return undefined;
  }

  /** The text as a whole. */
  toString(): string {
    // Decoded at once a wide text is there three times.
    return this.bytes.length > PIECE && this.isWide
      ? [...this.pieces()].join("")
      : decoderFor(this.bytes, this.contentType).decode(this.bytes);
  }
}

/** For the charset of byte order mark or content type, UTF-8 by default. */
function decoderFor(
  bytes: Uint8Array,
  contentType: string,
): TextDecoder {
  try {
    return new TextDecoder(charsetOf(bytes, contentType));
  } catch {
    // An unknown charset: UTF-8 is the best guess.
    return new TextDecoder();
  }
}
