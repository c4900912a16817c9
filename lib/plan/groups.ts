import { stepsOf } from "./stages.ts";
import type { Plan, Step } from "./types.ts";

/**
 * What a step shares variables, cookies and order with, where groups run apart:
 * its iteration in a data-driven run, otherwise its top-level folder, "" being
 * all requests at the top level. Setup and teardown are in none.
 */
export function groupOf(
  { iteration, folders, stage }: Pick<Step, "iteration" | "folders" | "stage">,
  { iterations }: Pick<Plan, "iterations">,
): string | undefined {
  if (stage !== undefined) return undefined;
  return iterations > 1 ? String(iteration) : folders[0]?.path ?? "";
}

/** The groups of a plan by their keys, in the order of their first steps. */
export function groupsOf(plan: Plan): ReadonlyMap<string, readonly Step[]> {
  return Map.groupBy(
    stepsOf(plan, undefined),
    (step) => groupOf(step, plan)!,
  );
}
