import fc from "fast-check";

/** Holds a property against generated values; the same ones at every run. */
export function check<T>(property: fc.IProperty<T>, runs = 200): void {
  fc.assert(property, { seed: 22, numRuns: runs });
}
