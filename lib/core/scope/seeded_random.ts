/**
 * Makes a repeatable source of numbers from 0 up to, but not including, 1: the
 * same seed gives the same numbers in the same order. Not for secrets.
 *
 * @example
 * ```ts
 * import { seededRandom } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(seededRandom("a")(), seededRandom("a")());
 * ```
 */
export function seededRandom(seed: string): () => number {
  // FNV-1a spreads the seed, mulberry32 makes the numbers.
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) {
    state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  // 53 bits, as many as a number holds.
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}
