import type { AssertionOperator } from "../collection/types.ts";

const OF_STARTS: ReadonlySet<string> = new Set<AssertionOperator>([
  "eq",
  "contains",
  "startsWith",
]);

/** Whether the values of a failure are to be alike from their starts on, so that their first difference tells why. */
export function comparesStarts(operator: string): boolean {
  return OF_STARTS.has(operator);
}
