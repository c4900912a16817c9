/**
 * Tries a test that needs something to happen within a limit of time, in
 * milliseconds: on a busy machine a short one can run out before, and a longer
 * one is tried then. What is wrong fails with the longest, too.
 */
export async function withLongerLimits(
  test: (limit: number) => Promise<void>,
): Promise<void> {
  for (let limit = 100;; limit *= 4) {
    try {
      return await test(limit);
    } catch (error) {
      if (limit > 5_000) throw error;
    }
  }
}
