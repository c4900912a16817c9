import fc from "fast-check";

/** Most tries of a property by default: all of them together must not take long at a desk. */
const BUDGET = Deno.env.has("CI") ? 200 : 50;

/** `BRACE_PROPERTY_RUNS=5000 deno task test` tries each property so often. */
const GIVEN = Deno.env.get("BRACE_PROPERTY_RUNS");

/**
 * How often a property is tried: as often as its test wants, within the budget.
 */
export function runs(wanted: number): number {
  return GIVEN === undefined ? Math.min(wanted, BUDGET) : Number(GIVEN);
}

/** Holds a property against generated values; the same ones at every run. */
export function check<T>(property: fc.IProperty<T>, wanted = 200): void {
  fc.assert(property, { seed: 22, numRuns: runs(wanted) });
}
