/** How long a rendered text may be, in UTF-16 code units; encoded, too. */
export const MAX_LENGTH = 64 * 1024 * 1024;

/** A text that would be longer than {@linkcode MAX_LENGTH}. */
export class TooLongError extends RangeError {
  override name = "TooLongError";

  constructor() {
    super("it is longer than 64 MiB when it is encoded");
  }
}

/**
 * Refuses a text of more than {@linkcode MAX_LENGTH}.
 *
 * @throws {TooLongError}
 */
export function requireLength(length: number): void {
  if (length > MAX_LENGTH) throw new TooLongError();
}
