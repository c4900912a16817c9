/** Bytes of the one buffer. */
const LENGTH = 64 * 1_024;

const encoder = new TextEncoder();

/**
 * The UTF-8 of texts, in pieces of one buffer: each is to be used before the
 * next one is asked for. A new array for each of thousands of pieces would be
 * memory that waits for the next collection.
 */
export function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  const buffer = new Uint8Array(LENGTH);
  let used = 0;
  for (const text of texts) {
    for (let at = 0; at < text.length;) {
      const { read, written } = encoder.encodeInto(
        at === 0 ? text : text.slice(at),
        used === 0 ? buffer : buffer.subarray(used),
      );
      at += read;
      used += written;
      if (at === text.length) break;
      yield buffer.subarray(0, used);
      used = 0;
    }
  }
  if (used > 0) yield buffer.subarray(0, used);
}
