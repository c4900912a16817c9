import { CollectionError } from "../../source/errors.ts";
import { describeFileError } from "../files/describe_file_error.ts";

const encoder = new TextEncoder();

/**
 * Writes text to standard output. A reader that went away (`| head`) is not an error.
 *
 * @throws {CollectionError} It cannot be written, such as to a full disk; code WRITE.
 */
export function writeOutput(text: string): void {
  writeBytes(encoder.encode(text));
}

/** {@linkcode writeOutput} of bytes as they are. */
export function writeBytes(bytes: Uint8Array): void {
  try {
    writeAll(Deno.stdout, bytes);
  } catch (error) {
    throw new CollectionError([
      describeFileError("write", "standard output", error),
    ]);
  }
}

/** Writes text to standard error; there is nobody to tell when it fails. */
export function writeError(text: string): void {
  try {
    writeAll(Deno.stderr, encoder.encode(text));
  } catch {
    // The exit code still says what happened.
  }
}

function writeAll(
  stream: { writeSync(bytes: Uint8Array): number },
  bytes: Uint8Array,
): void {
  try {
    for (let rest = bytes; rest.length > 0;) {
      rest = rest.subarray(stream.writeSync(rest));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
