import type { BodySource } from "../types.ts";

/** A body that is in memory already. */
export function inMemory(
  bytes: Uint8Array,
  contentType?: string,
): BodySource {
  const source: BodySource = {
    length: bytes.length,
    bytes,
    async *stream() {
      yield bytes;
    },
  };
  return contentType === undefined ? source : { ...source, contentType };
}
