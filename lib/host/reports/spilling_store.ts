import type { LineStore } from "../../tools/report/collect.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { writeOutput } from "../terminal/write_output.ts";
import { SpillFile } from "./spill_file.ts";

/** Bytes that are kept in memory before the first goes to disk. */
const IN_MEMORY = 1_024 ** 2;
/** Bytes for the first lines. */
const FIRST = 4 * 1_024;
/** The most bytes that are gathered for one write. */
const BUFFER = 256 * 1_024;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Lines that are kept in memory as long as they are few, then in a file that
 * only its owner can read. Where no file can be had they stay in memory. They
 * are bytes at once: as strings they would wait for the next full collection.
 */
export class SpillingStore implements LineStore, Disposable {
  readonly #limit: number;
  readonly #folder: string | undefined;
  /** Where each line ends, in bytes. */
  readonly #ends: number[] = [];
  /** The records that are still in memory. */
  #buffer = new Uint8Array(0);
  #used = 0;
  #spill: SpillFile | undefined;
  /** Where no file can be had, nothing is tried again. */
  #stays = false;

  /**
   * @param options.folder Where the file is made; default: the system's folder for temporary files.
   * @param options.limit Bytes that are kept in memory.
   */
  constructor(
    { folder, limit = IN_MEMORY }: {
      readonly folder?: string;
      readonly limit?: number;
    } = {},
  ) {
    this.#folder = folder;
    this.#limit = limit;
  }

  /** Whether lines are on disk. */
  get spilled(): boolean {
    return this.#spill !== undefined;
  }

  append(line: string): void {
    for (let at = 0; at < line.length;) {
      const { read, written } = encoder.encodeInto(
        at === 0 ? line : line.slice(at),
        this.#buffer.subarray(this.#used),
      );
      at += read;
      this.#used += written;
      if (at < line.length) this.#makeRoom();
    }
    this.#ends.push(this.#onDisk + this.#used);
  }

  read(at: number): string {
    const from = at === 0 ? 0 : this.#ends[at - 1];
    const to = this.#ends[at];
    const start = this.#onDisk;
    if (from >= start) return this.#text(from, to);
    const saved = this.#spill!.read(from, Math.min(to, start));
    if (to <= start) return decoder.decode(saved);
    const whole = new Uint8Array(to - from);
    whole.set(saved);
    whole.set(this.#buffer.subarray(0, to - start), saved.length);
    return decoder.decode(whole);
  }

  [Symbol.dispose](): void {
    this.#spill?.[Symbol.dispose]();
  }

  /** Bytes. */
  get #onDisk(): number {
    return this.#spill?.length ?? 0;
  }

  #text(from: number, to: number): string {
    const start = this.#onDisk;
    return decoder.decode(this.#buffer.subarray(from - start, to - start));
  }

  #makeRoom(): void {
    const { length } = this.#buffer;
    const most = this.#spill === undefined ? this.#limit : BUFFER;
    if (length >= most && this.#flush()) return;
    const doubled = Math.max(length * 2, FIRST);
    const grown = new Uint8Array(
      this.#stays ? doubled : Math.min(doubled, most),
    );
    grown.set(this.#buffer.subarray(0, this.#used));
    this.#buffer = grown;
  }

  /** False where it stays in memory. */
  #flush(): boolean {
    if (this.#stays) return false;
    try {
      this.#spill ??= SpillFile.open(this.#folder);
      this.#spill?.append(this.#buffer.subarray(0, this.#used));
      this.#stays = this.#spill === undefined;
    } catch {
      // No such folder, no permission, a full disk: memory is what is left.
      this.#stays = true;
    }
    if (this.#stays) return false;
    if (this.#buffer.length > BUFFER) this.#buffer = new Uint8Array(BUFFER);
    this.#used = 0;
    return true;
  }
}

/** A report that grows line by line while a run goes on. */
export class EventFile implements Disposable {
  readonly #path: string;
  readonly #file: Deno.FsFile | undefined;
  #problem: Diagnostic | undefined;

  private constructor(path: string, file: Deno.FsFile | undefined) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * Opens it; what was in it is gone.
   *
   * @throws {CollectionError} It cannot be written.
   */
  static open(path: string): EventFile {
    return EventFile.#open(path, { write: true, create: true, truncate: true });
  }

  /**
   * Opens one that has lines already.
   *
   * @throws {CollectionError} It cannot be written.
   */
  static resume(path: string): EventFile {
    return EventFile.#open(path, { append: true });
  }

  static #open(path: string, options: Deno.OpenOptions): EventFile {
    if (path === "-") return new EventFile(path, undefined);
    try {
      return new EventFile(path, Deno.openSync(path, options));
    } catch (error) {
      throw new CollectionError([describeFileError("write", path, error)]);
    }
  }

  /** Adds a line; after one that could not be written there are no more. */
  append(line: string): void {
    if (this.#problem !== undefined) return;
    try {
      if (this.#file === undefined) return writeOutput(line, "json");
      const bytes = new TextEncoder().encode(line);
      for (let at = 0; at < bytes.length;) {
        at += this.#file.writeSync(bytes.subarray(at));
      }
    } catch (error) {
      this.#problem = error instanceof CollectionError
        ? error.diagnostics[0]
        : describeFileError("write", this.#path, error);
    }
  }

  /**
   * Ends it.
   *
   * @throws {CollectionError} A line could not be written.
   */
  end(line: string): void {
    this.append(line);
    if (this.#problem !== undefined) throw new CollectionError([this.#problem]);
  }

  [Symbol.dispose](): void {
    this.#file?.close();
  }
}
