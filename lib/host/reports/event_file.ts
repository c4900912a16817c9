import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { writeOutput } from "../terminal/write_output.ts";

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
