import { describeFileError } from "../../files/describe_file_error.ts";
import { FileDraft } from "../../files/write/draft.ts";
import { openDevice } from "../../files/write/write_atomically.ts";
import { writePlace } from "../../files/write/draft.ts";
import { NetworkError, PermissionError } from "../../../core/source/errors.ts";
import { MemorySink, type Sink, type SinkState } from "./sink.ts";

const NOTHING = new Uint8Array();

/** Opens a file to write content to, of which up to a limit in bytes stays in memory, too. */
export async function openFileSink(path: string, limit: number): Promise<Sink> {
  return new TeeSink(await FileSink.open(path), limit);
}

/**
 * Writes content to a file as it arrives. The file takes its name only when the
 * content is complete; until then, and after a failure, the old one stays. A
 * link stays a link, a device or pipe is written to.
 */
export class FileSink implements Sink {
  readonly keepsChunks = false;
  readonly bytes = NOTHING;
  truncated = false;
  readonly path: string;
  readonly #draft: FileDraft | Device;

  private constructor(path: string, draft: FileDraft | Device) {
    this.path = path;
    this.#draft = draft;
  }

  /**
   * Opens a file to write to.
   *
   * @throws {NetworkError} It cannot be written; code WRITE.
   * @throws {PermissionError} Deno does not permit it.
   */
  static async open(path: string): Promise<FileSink> {
    try {
      const place = await writePlace(path);
      const draft = place.kind === "device"
        ? new Device(await openDevice(path))
        : await FileDraft.open(place.path);
      return new FileSink(path, draft);
    } catch (error) {
      throw writeError(path, error);
    }
  }

  async write(chunk: Uint8Array): Promise<SinkState> {
    try {
      for (let at = 0; at < chunk.length;) {
        at += await this.#draft.file.write(chunk.subarray(at));
      }
      return "more";
    } catch (error) {
      throw writeError(this.path, error);
    }
  }

  async end(): Promise<void> {
    try {
      await this.#draft.commit();
    } catch (error) {
      throw writeError(this.path, error);
    }
  }

  cut(): void {
    this.truncated = true;
  }

  discard(): void {
    this.#draft.discard();
  }
}

/** A device or pipe has no draft: what is written to it is written. */
class Device {
  readonly file: Deno.FsFile;
  #closed = false;

  constructor(file: Deno.FsFile) {
    this.file = file;
  }

  commit(): Promise<void> {
    this.discard();
    return Promise.resolve();
  }

  discard(): void {
    if (!this.#closed) this.file.close();
    this.#closed = true;
  }
}

function writeError(path: string, error: unknown): Error {
  const diagnostic = describeFileError("write", path, error);
  return diagnostic.code === "PERMISSION"
    ? new PermissionError([diagnostic], { sent: true })
    : new NetworkError([diagnostic]);
}

/**
 * Writes content to a file and keeps its beginning in memory, up to a limit in
 * bytes, for scripts, assertions and reports.
 */
class TeeSink implements Sink {
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
