import { CollectionError } from "../../source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";

const encoder = new TextEncoder();

/**
 * Writes text to standard output. A reader that went away (`| head`) is no error.
 *
 * @throws {CollectionError} It cannot be written, such as to a full disk; code WRITE.
 */
export function writeOutput(text: string): void {
  try {
    writeAll(Deno.stdout, text);
  } catch (error) {
    throw new CollectionError([
      describeFileError("write", "standard output", error),
    ]);
  }
}

/** Writes text to standard error; there is nobody to tell when it fails. */
export function writeError(text: string): void {
  try {
    writeAll(Deno.stderr, text);
  } catch {
    // The exit code still says what happened.
  }
}

function writeAll(
  stream: { writeSync(bytes: Uint8Array): number },
  text: string,
): void {
  let bytes = encoder.encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
