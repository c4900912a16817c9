const encoder = new TextEncoder();

/** Writes text to standard output. A reader that went away (`| head`) is no error. */
export function writeOutput(text: string): void {
  writeAll(Deno.stdout, text);
}

/** Writes text to standard error. */
export function writeError(text: string): void {
  writeAll(Deno.stderr, text);
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
