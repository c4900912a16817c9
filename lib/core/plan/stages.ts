import type { Plan, Step } from "./types.ts";

/** The steps of setup, of teardown or, for undefined, of what is between them. */
export function stepsOf(
  { steps }: Pick<Plan, "steps">,
  stage: Step["stage"],
): readonly Step[] {
  return steps.some((step) => step.stage !== stage)
    ? steps.filter((step) => step.stage === stage)
    : steps;
}
