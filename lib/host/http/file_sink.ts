import { describeFileError } from "../files/describe_file_error.ts";
import { NetworkError, PermissionError } from "../../source/errors.ts";
import type { Sink, SinkState } from "./sink.ts";

const NOTHING = new Uint8Array();

/**
 * Writes content to a file as it arrives. The file takes its name only when the
 * content is complete; until then, and after a failure, the old one stays.
 */
export class FileSink implements Sink {
  readonly keepsChunks = false;
  readonly bytes = NOTHING;
  truncated = false;
  readonly path: string;
  readonly #draft: string;
  readonly #file: Deno.FsFile;
  #closed = false;

  private constructor(path: string, draft: string, file: Deno.FsFile) {
    this.path = path;
    this.#draft = draft;
    this.#file = file;
  }

  /**
   * Opens a file to write to.
   *
   * @throws {NetworkError} It cannot be written; code WRITE.
   * @throws {PermissionError} Deno does not permit it.
   */
  static async open(path: string): Promise<FileSink> {
    const draft = `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
    try {
      const file = await Deno.open(draft, { write: true, createNew: true });
      return new FileSink(path, draft, file);
    } catch (error) {
      throw writeError(path, error);
    }
  }

  async write(chunk: Uint8Array): Promise<SinkState> {
    try {
      for (let at = 0; at < chunk.length;) {
        at += await this.#file.write(chunk.subarray(at));
      }
      return "more";
    } catch (error) {
      throw writeError(this.path, error);
    }
  }

  async end(): Promise<void> {
    this.#close();
    try {
      await Deno.rename(this.#draft, this.path);
    } catch (error) {
      this.#remove();
      throw writeError(this.path, error);
    }
  }

  cut(): void {
    this.truncated = true;
  }

  discard(): void {
    if (this.#closed) return;
    this.#close();
    this.#remove();
  }

  #close(): void {
    this.#closed = true;
    this.#file.close();
  }

  #remove(): void {
    try {
      Deno.removeSync(this.#draft);
    } catch {
      // There is nothing more that could be done about it.
    }
  }
}

function writeError(path: string, error: unknown): Error {
  const diagnostic = describeFileError("write", path, error);
  return diagnostic.code === "PERMISSION"
    ? new PermissionError([diagnostic], { sent: true })
    : new NetworkError([diagnostic]);
}
