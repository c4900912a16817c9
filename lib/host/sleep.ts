/** Timers take no more milliseconds (25 days). */
const LONGEST = 2 ** 31 - 1;

/** Waits for so many milliseconds; ends early, without an error, when the signal aborts. */
export async function sleep(
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  if (milliseconds <= 0 || signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST));
  signal?.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
