import type { Transform } from "node:stream";
import zlib from "node:zlib";
import { ExchangeError } from "../exchange_error.ts";
import type { Sink, SinkState } from "./sink.ts";

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
interface FramePiece {
  readonly bytes: Uint8Array;
  /** Whether the frame ends with it. */
  readonly ends: boolean;
}

/**
 * Follows the frames of zstd content (RFC 8878, 3.1) without decoding them:
 * Deno's decoder stops after the first one, and takes one that is cut short for
 * complete, as Node's does (nodejs/node#64741, nodejs/node#64592).
 */
class ZstdFrames {
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

/** Content may grow this much … */
const MAX_RATIO = 200;
/** … once it is longer than this, in bytes. Small bodies compress far better. */
const RATIO_FROM = 10 * 1024 * 1024;
/** What comes after the end of brotli content is not taken; any byte does. */
const PROBE = Uint8Array.of(0xff);
/** The highest number of codings on top of each other; nobody means more. */
const MAX_CODINGS = 5;

/**
 * Puts decoders in front of a sink, for the codings of a Content-Encoding
 * header: gzip, deflate, br, zstd. A coding that is not known leaves the content as
 * it is from there on.
 */
export function decodeInto(sink: Sink, contentEncoding: string): Sink {
  const codings = contentEncoding.toLowerCase().split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > MAX_CODINGS) {
    throw new ExchangeError("undecodable", { coding: contentEncoding });
  }
  // The last coding was applied last and comes off first.
  const first = codings.findLastIndex((coding) => !isKnown(coding)) + 1;
  return codings.slice(first).reduce<Sink>(
    (target, coding) => new DecodeSink(target, coding),
    sink,
  );
}

function isKnown(coding: string): boolean {
  return ["gzip", "x-gzip", "deflate", "br", "zstd"].includes(coding);
}

type Decoder = Transform & { readonly bytesWritten: number };

class DecodeSink implements Sink {
  readonly keepsChunks = false;
  readonly #frames: ZstdFrames | undefined;
  #decoder: Decoder | undefined;
  #received = 0;
  #decoded = 0;
  #full = false;
  /** What the decoder failed with, perhaps between two steps. */
  #error: unknown;
  /** Ends the step that is waited for. */
  #settle: (() => void) | undefined;

  constructor(readonly target: Sink, readonly coding: string) {
    if (coding === "zstd") this.#frames = new ZstdFrames();
  }

  get bytes(): Uint8Array {
    return this.target.bytes;
  }

  get path(): string | undefined {
    return this.target.path;
  }

  get partial(): boolean | undefined {
    return this.target.partial;
  }

  get stream(): Sink["stream"] {
    return this.target.stream;
  }

  get truncated(): boolean {
    return this.target.truncated;
  }

  async write(chunk: Uint8Array): Promise<SinkState> {
    this.#received += chunk.length;
    if (this.#frames === undefined) await this.#decode(chunk);
    else {
      for (const { bytes, ends } of this.#frames.split(chunk)) {
        await this.#decode(bytes);
        if (ends) await this.#finish();
        if (this.#full) break;
      }
    }
    return this.#full ? "full" : "more";
  }

  async end(): Promise<void> {
    await this.#finish();
    if (!this.#full && this.#frames?.complete === false) {
      throw this.#undecodable();
    }
    await this.target.end();
  }

  cut(): void {
    this.#stop();
    this.target.cut();
  }

  discard(): void {
    this.#stop();
    this.target.discard();
  }

  async #decode(chunk: Uint8Array): Promise<void> {
    const decoder = this.#decoder ??= this.#attach(open(this.coding, chunk));
    await this.#step((done) => decoder.write(chunk, () => done()));
  }

  /** Waits for the rest of what was decoded. */
  async #finish(): Promise<void> {
    const decoder = this.#decoder;
    if (decoder === undefined || this.#full) return;
    if (this.coding === "br") await this.#probe(decoder);
    await this.#step((done) => {
      decoder.once("close", done);
      decoder.end();
    });
    this.#decoder = undefined;
  }

  /** Deno's decoder takes brotli content that is cut short for complete (no upstream issue known). */
  async #probe(decoder: Decoder): Promise<void> {
    await this.#step((done) => decoder.write(PROBE, () => done()));
    if (decoder.bytesWritten !== this.#received) throw this.#undecodable();
  }

  #attach(decoder: Decoder): Decoder {
    decoder.on("error", (cause) => this.#fail(this.#undecodable(cause)));
    decoder.on("data", (chunk: Uint8Array) => {
      this.#decoded += chunk.length;
      if (
        this.#decoded > RATIO_FROM &&
        this.#decoded > this.#received * MAX_RATIO
      ) {
        this.#fail(new ExchangeError("bomb", { coding: this.coding }));
        decoder.destroy();
        return;
      }
      const written = this.target.write(chunk);
      if (written === "full") this.#stop();
      else if (written !== undefined) {
        decoder.pause();
        written.then((state) => {
          if (state === "full") this.#stop();
          else decoder.resume();
        }).catch((error) => this.#fail(error));
      }
    });
    return decoder;
  }

  #undecodable(cause?: unknown): ExchangeError {
    return new ExchangeError("undecodable", { cause, coding: this.coding });
  }

  #fail(error: unknown): void {
    this.#error ??= error;
    this.#settle?.();
  }

  #stop(): void {
    this.#full = true;
    this.#decoder?.destroy();
    this.#settle?.();
  }

  async #step(start: (done: () => void) => void): Promise<void> {
    if (this.#error === undefined) {
      await new Promise<void>((resolve) => {
        this.#settle = resolve;
        start(resolve);
      });
    }
    if (this.#error !== undefined) throw this.#error;
  }
}

function open(coding: string, first: Uint8Array): Decoder {
  switch (coding) {
    case "br":
      return zlib.createBrotliDecompress();
    case "zstd":
      return zlib.createZstdDecompress();
    case "deflate":
      // It should be zlib's format; some servers send the bare one.
      return (first[0] & 0x0f) === 8
        ? zlib.createInflate()
        : zlib.createInflateRaw();
    default:
      return zlib.createGunzip();
  }
}
