import type { Plan, Step } from "./types.ts";

/** How often the selection runs here: in a shard of a data-driven run only some iterations do. */
function iterationCount({ iterations, turn }: Plan): number {
  return turn === undefined
    ? iterations
    : Math.ceil(Math.max(0, iterations - turn.index + 1) / turn.count);
}

/** How many steps a plan has between setup and teardown. */
export function countBetween(plan: Plan): number {
  return stepsOf(plan, undefined).length * iterationCount(plan);
}

/** How many steps a plan has, all iterations included. */
export function stepCount(plan: Plan): number {
  const once = stepsOf(plan, undefined).length;
  return plan.steps.length - once + countBetween(plan);
}

/** The steps of each iteration, in order, each made when it is asked for: there may be millions. */
export function* iterationsOf(plan: Plan): Generator<readonly Step[]> {
  const { index: first, count: by } = plan.turn ?? { index: 1, count: 1 };
  for (let at = first - 1; at < plan.iterations; at += by) {
    yield iterationOf(plan, at);
  }
}

/** The steps of one iteration. */
function iterationOf(plan: Plan, iteration: number): readonly Step[] {
  const steps = stepsOf(plan, undefined);
  if (iteration === 0) return steps;
  const before = iteration * steps.length;
  return steps.map((step) => ({
    ...step,
    index: step.index + before,
    iteration,
  }));
}

/** All steps of a plan, in order. */
export function* allSteps(plan: Plan): Generator<Step> {
  yield* stepsOf(plan, "setup");
  for (const steps of iterationsOf(plan)) yield* steps;
  yield* stepsOf(plan, "teardown");
}

/** The index of the last request of a plan, of what is not a stage where there is one; -1 without. */
export function lastRequest(plan: Plan): number {
  const isRequest = ({ item }: Step) => item.kind === "request";
  const between = stepsOf(plan, undefined).findLast(isRequest);
  const runs = iterationCount(plan);
  if (between === undefined || runs === 0) {
    return plan.steps.findLast((step) =>
      step.stage !== undefined && isRequest(step)
    )?.index ?? -1;
  }
  const { index: first, count: by } = plan.turn ?? { index: 1, count: 1 };
  const iteration = first - 1 + (runs - 1) * by;
  return between.index + iteration * stepsOf(plan, undefined).length;
}

/** The steps of setup, of teardown or, for undefined, of what is between them. */
export function stepsOf(
  { steps }: Pick<Plan, "steps">,
  stage: Step["stage"],
): readonly Step[] {
  return steps.some((step) => step.stage !== stage)
    ? steps.filter((step) => step.stage === stage)
    : steps;
}

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
