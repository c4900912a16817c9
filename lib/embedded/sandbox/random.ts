import type { Bridge } from "../../core/script/border/bridge.ts";

/**
 * Makes `Math.random` follow the run's random source: the first call of a
 * script takes one number of it to seed a generator (xorshift32), since asking
 * for each would cross the border. Gives the function that begins anew.
 */
export function followRandom(bridge: Bridge): () => void {
  let state = 0;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  Math.random = () => {
    if (state === 0) {
      const seed = bridge.call("random");
      state = Math.floor(seed * 0xffffffff) | 0 || 0x9e3779b9;
    }
    return (next() * 0x200000 + (next() >>> 11)) / 2 ** 53;
  };
  return () => {
    state = 0;
  };
}
