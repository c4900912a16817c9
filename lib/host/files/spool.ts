import { CollectionError, PermissionError } from "../../source/errors.ts";
import { writeBytes } from "../terminal/write_output.ts";
import { describeFileError } from "./describe_file_error.ts";

/** A file for content that standard output gets later. */
export class Spool implements Disposable {
  /** Where the content is to be written. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Makes a file that only its owner can read.
   *
   * @throws {CollectionError} It cannot be made.
   * @throws {PermissionError} Deno does not permit it.
   */
  static async open(): Promise<Spool> {
    try {
      return new Spool(await Deno.makeTempFile({ prefix: "brace-" }));
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) throw notPermitted();
      throw new CollectionError([
        describeFileError("write", "a temporary file", error),
      ]);
    }
  }

  /**
   * Writes the content to standard output, as it is.
   *
   * @throws {CollectionError} It cannot be written; code WRITE.
   */
  async print(): Promise<void> {
    using file = await Deno.open(this.path);
    const chunk = new Uint8Array(64 * 1024);
    for (let length; (length = await file.read(chunk)) !== null;) {
      writeBytes(chunk.subarray(0, length));
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path);
  }
}

function notPermitted(): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message:
      "Cannot keep the response until the run is over: Deno's permissions do not include the folder for temporary files (run with --allow-write, or give --output a file)",
  }]);
}
