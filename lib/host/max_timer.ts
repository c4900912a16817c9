/** Timers take no more milliseconds (25 days). */
export const MAX_TIMER = 2 ** 31 - 1;

/** Why an option cannot have this count: it has to be whole, at least `least` and within the range of timers. */
export function countProblem(value: number, least = 0): string | undefined {
  if (!Number.isSafeInteger(value)) return "not a whole number";
  if (value < least) return `less than ${least}`;
  return value > MAX_TIMER ? `greater than ${MAX_TIMER}` : undefined;
}
