/** Code units of a chunk, if there are as many. */
const LENGTH = 64 * 1_024;

/** Pieces of a text, gathered: writing is slow for each piece, not for its length. */
export function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
