/** How long work goes on without looking for questions, in milliseconds. */
const SLICE = 10;

/**
 * Does what is done piece by piece, so that whoever asks meanwhile is answered.
 * Gives whether it came to the end.
 *
 * @param pause Is called before whoever asks is answered; false ends the work.
 */
export async function inSlices(
  pieces: Iterable<void>,
  pause: () => boolean | void = () => {},
): Promise<boolean> {
  let since = performance.now();
  for (const _ of pieces) {
    if (performance.now() - since < SLICE) continue;
    if (pause() === false) return false;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return pause() !== false;
}
