import type { Readable } from "node:stream";
import { BufferFreer } from "./buffer_freer.ts";
import type { Sink } from "./sink.ts";

/** Where content comes from and who waits for it. */
export interface Reception {
  readonly stream: Readable;
  /** Whether the protocol says that all of the content came. */
  complete(): boolean;
  /** The content is in the sink; `drop` when the server is not done. */
  done(drop: boolean): void;
  fail(error: unknown): void;
}

/** Moves a response's content into a sink, as fast as the sink takes it. */
export class Receiver {
  /** Octets of the content as received. */
  received = 0;
  #stopped = false;
  #ended = false;
  /** A chunk that the sink still works on. */
  #writing: Promise<void> | undefined;

  #freer: BufferFreer | undefined;

  /** Makes a receiver; nothing flows before `start`. */
  constructor(readonly sink: Sink, readonly from: Reception) {}

  /** Lets the content flow. */
  start(): void {
    const { stream } = this.from;
    stream.on("data", (chunk: Uint8Array) => this.#take(chunk));
    // Without content a stream may be over before anybody looks at it.
    if (stream.readableEnded) return this.#over();
    stream.on("end", () => this.#over());
    stream.resume();
  }

  /** What has come so far is all, though the server is not done. */
  cut(): void {
    this.sink.cut();
    this.#end(true);
  }

  /** The exchange failed: takes nothing more. */
  stop(): void {
    this.#stopped = true;
    this.sink.discard();
  }

  /** What came of content that ends too early, and lets go of the rest. */
  async salvage(): Promise<Uint8Array> {
    this.#stopped = true;
    try {
      await this.#writing;
    } catch {
      // What was decoded before is there.
    }
    this.sink.cut();
    const { bytes } = this.sink;
    this.sink.discard();
    return bytes;
  }

  #take(chunk: Uint8Array): void {
    if (this.#stopped || this.#ended) return;
    this.received += chunk.length;
    if (!this.sink.keepsChunks) (this.#freer ??= new BufferFreer()).next(chunk);
    const written = this.sink.write(chunk);
    if (written === "full") this.#end(true);
    else if (written !== undefined) {
      const { stream, fail } = this.from;
      stream.pause();
      this.#writing = written.then((state) => {
        this.#writing = undefined;
        if (state === "full") this.#end(true);
        else stream.resume();
      });
      this.#writing.catch(fail);
    }
  }

  #over(): void {
    if (this.#stopped || !this.from.complete()) return;
    // A paused stream still ends once its last chunk was taken.
    if (this.#writing) {
      this.#writing.then(() => this.#end(false), this.from.fail);
    } else this.#end(false);
  }

  #end(drop: boolean): void {
    if (this.#ended || this.#stopped) return;
    this.#ended = true;
    const ended = this.sink.end();
    if (ended === undefined) this.from.done(drop);
    else ended.then(() => this.from.done(drop), this.from.fail);
  }
}
