import { MAX_TIMER } from "./max_timer.ts";

/** Waits for so many milliseconds; ends early, without an error, when the signal aborts. */
export async function sleep(
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  if (milliseconds <= 0 || signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.min(milliseconds, MAX_TIMER));
  signal?.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
