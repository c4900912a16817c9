import type { Sources } from "../core/scope/execution.ts";

/** The system's clock, and numbers from its cryptographic random source. */
export const systemSources: Sources = {
  now: () => Date.now(),
  random() {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    // 53 bits, as many as a number holds.
    return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
  },
};
