import { MemorySink, type Sink, type SinkState } from "./sink.ts";

/**
 * Writes content to a file and keeps its beginning in memory, up to a limit in
 * bytes, for scripts, assertions and reports.
 */
export class TeeSink implements Sink {
  readonly keepsChunks = false;
  readonly #file: Sink;
  readonly #memory: MemorySink;

  /** Makes a sink in front of that of a file. */
  constructor(file: Sink, limit: number) {
    this.#file = file;
    this.#memory = new MemorySink(limit);
  }

  write(chunk: Uint8Array): "full" | undefined | Promise<SinkState> {
    // The chunk's buffer will be freed. (A Buffer's slice() would be no copy.)
    if (!this.#memory.truncated) this.#memory.write(new Uint8Array(chunk));
    return this.#file.write(chunk);
  }

  end(): undefined | Promise<void> {
    return this.#file.end();
  }

  cut(): void {
    this.#file.cut();
  }

  discard(): void {
    this.#file.discard();
  }

  get bytes(): Uint8Array {
    return this.#memory.bytes;
  }

  get truncated(): boolean {
    return this.#file.truncated;
  }

  get partial(): boolean {
    return this.#memory.truncated;
  }

  get path(): string | undefined {
    return this.#file.path;
  }
}
