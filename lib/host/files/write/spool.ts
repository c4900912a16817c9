import {
  CollectionError,
  PermissionError,
} from "../../../core/source/errors.ts";
import { writeBytes } from "../../terminal/write_output.ts";
import { describeFileError } from "../describe_file_error.ts";
import { MAX_PIPED, openPiped, tooLong } from "../file_bytes.ts";

/** Of what was spooled, the bytes that show what it is. */
const START = 1_024;

/** A file of its own for content that is written once and read later. */
export class Spool implements Disposable {
  /** Where the content is to be written. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Makes a file that only its owner can read.
   *
   * @param what What cannot be done without: "keep the response until the run
   * is over"; and the way out besides the permission.
   * @throws {CollectionError} It cannot be made.
   * @throws {PermissionError} Deno does not permit it.
   */
  static async open(what: string, wayOut: string): Promise<Spool> {
    try {
      return new Spool(await Deno.makeTempFile({ prefix: "brace-" }));
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) {
        throw notPermitted(what, wayOut);
      }
      throw new CollectionError([
        describeFileError("write", "a temporary file", error),
      ]);
    }
  }

  /**
   * Takes what is piped, to its end; gives the text that it begins with.
   *
   * @throws {CollectionError} It cannot be read, or not kept, or it is longer than {@linkcode MAX_PIPED}.
   */
  async fill(piped: string): Promise<string> {
    try {
      using source = openPiped(piped);
      await Deno.writeFile(this.path, source.readable.pipeThrough(limited()));
    } catch (error) {
      throw new CollectionError([describeFileError("read", piped, error)]);
    }
    using file = await Deno.open(this.path);
    const start = new Uint8Array(START);
    const length = await file.read(start) ?? 0;
    return new TextDecoder().decode(start.subarray(0, length));
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

/** A pipe may go on for ever, and fill the disk. */
function limited(): TransformStream<Uint8Array, Uint8Array> {
  let length = 0;
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length;
      if (length > MAX_PIPED) throw tooLong();
      controller.enqueue(chunk);
    },
  });
}

function notPermitted(what: string, wayOut: string): PermissionError {
  return new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message:
      `Cannot ${what}: Deno's permissions do not include the folder for temporary files (run with --allow-write, or ${wayOut})`,
  }]);
}
