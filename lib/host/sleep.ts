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

/** Timers take no more milliseconds (25 days). */
export const MAX_TIMER = 2 ** 31 - 1;

/** Why an option cannot have this count: it has to be whole, at least `least` and within the range of timers. */
export function countProblem(value: number, least = 0): string | undefined {
  if (!Number.isSafeInteger(value)) return "not a whole number";
  if (value < least) return `less than ${least}`;
  return value > MAX_TIMER ? `greater than ${MAX_TIMER}` : undefined;
}

/** Something that rings once, unless it is stopped. */
export interface Alarm {
  stop(): void;
}

/**
 * Rings after so many milliseconds, as far as the process is alive: an alarm
 * does not keep it so. It is no timer: the first of those takes 4 ms to load.
 */
export function alarm(milliseconds: number, ring: () => void): Alarm {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  // At 0 it would not wait at all.
  const time = Math.min(Math.max(milliseconds, 1), MAX_TIMER);
  const { value } = Atomics.waitAsync(cell, 0, 0, time);
  let isStopped = false;
  (value as Promise<"ok" | "timed-out">).then(() => {
    if (!isStopped) ring();
  });
  return {
    stop() {
      isStopped = true;
      Atomics.notify(cell, 0);
    },
  };
}

let known: typeof setImmediate | undefined;

/** Calls back in the next turn of the event loop. */
export function nextTurn(done: () => void): void {
  rememberNextTurn();
  known!(done);
}

/** Is called before a script can replace it: until somebody needs it, Deno loads nothing for it. */
export function rememberNextTurn(): void {
  known ??= globalThis.setImmediate;
}
