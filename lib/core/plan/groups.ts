import { iterationsOf } from "./iterations.ts";
import { stepsOf } from "./iterations.ts";
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

/** The groups of a plan with their keys, in the order of their first steps; of many iterations each when it is asked for. */
export function* groupsOf(
  plan: Plan,
): Generator<readonly [group: string, steps: readonly Step[]]> {
  if (plan.iterations === 1) {
    yield* Map.groupBy(
      stepsOf(plan, undefined),
      (step) => groupOf(step, plan)!,
    );
    return;
  }
  for (const steps of iterationsOf(plan)) {
    if (steps.length > 0) yield [groupOf(steps[0], plan)!, steps];
  }
}
