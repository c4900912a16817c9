/** Timers take no more milliseconds (25 days). */
export const MAX_TIMER = 2 ** 31 - 1;
