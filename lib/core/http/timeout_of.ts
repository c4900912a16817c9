/** Milliseconds for a request about which nobody says anything. */
export const DEFAULT_TIMEOUT = 30_000;

/**
 * Milliseconds for a request, 0 for no limit: what it says itself, but not more
 * than the ceiling of whoever runs it. Its own 0 says nothing (Bruno writes it
 * into every request); a ceiling of 0 is no limit, and no default either.
 */
export function timeoutOf(
  own: number | undefined,
  ceiling: number | undefined,
): number {
  if (!own) return ceiling ?? DEFAULT_TIMEOUT;
  return ceiling ? Math.min(own, ceiling) : own;
}
