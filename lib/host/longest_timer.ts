/** Timers take no more milliseconds (25 days). */
export const LONGEST_TIMER = 2 ** 31 - 1;
