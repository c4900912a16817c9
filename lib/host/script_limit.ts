/** A script that stands still without using the processor has so many times its limit … */
const STANDSTILL = 10;
/** … and one does that uses less than this part of the time; one that waits for the processor has more. */
const IDLE = 0.01;

/** Whether a script is far over its limit by the clock, and hardly uses the processor. All in milliseconds. */
export function standsStill(
  { passed, used }: { readonly passed: number; readonly used: number },
  limit: number,
): boolean {
  return passed > STANDSTILL * limit && used < IDLE * passed;
}

/** The limit that a script exceeded, in words. */
export function exceededLimit(limit: number, isStandstill: boolean): string {
  return isStandstill
    ? `${STANDSTILL * limit} ms`
    : `${limit} ms of processor time`;
}
