/** Timers take no more milliseconds (25 days). */
export const MAX_TIMER = 2 ** 31 - 1;

/** Why a number is none that an option counts with: whole, `least` or more, as far as timers count. */
export function countProblem(value: number, least = 0): string | undefined {
  if (!Number.isSafeInteger(value)) return "not a whole number";
  if (value < least) return `less than ${least}`;
  return value > MAX_TIMER ? `greater than ${MAX_TIMER}` : undefined;
}
