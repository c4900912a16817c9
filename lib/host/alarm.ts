import { MAX_TIMER } from "./max_timer.ts";

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
