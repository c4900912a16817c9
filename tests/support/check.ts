import fc from "fast-check";

/** Most tries of a property by default: what all of them may take has a bound. */
const BUDGET = 200;

/** `BRACE_PROPERTY_RUNS=5000 deno task test` tries each property so often. */
const GIVEN = Deno.env.get("BRACE_PROPERTY_RUNS");

/**
 * How often a property is tried with values that differ at each run: as often
 * as its test wants, within the budget.
 */
export function runs(wanted: number): number {
  return GIVEN === undefined ? Math.min(wanted, BUDGET) : Number(GIVEN);
}

/** Holds a property against generated values; the same ones at every run. */
export function check<T>(property: fc.IProperty<T>, wanted = 200): void {
  const numRuns = GIVEN === undefined ? wanted : Number(GIVEN);
  fc.assert(property, { seed: 22, numRuns });
}
