/**
 * Makes `Math.random` follow the run's random source: one number of it seeds
 * a generator (xorshift32), since asking for each would cross the border.
 */
export function seedRandom(seed: number): void {
  let state = Math.floor(seed * 0xffffffff) | 0 || 0x9e3779b9;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  Math.random = () => (next() * 0x200000 + (next() >>> 11)) / 2 ** 53;
}
