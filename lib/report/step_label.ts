import type { Step } from "../plan/types.ts";

/** The path of a step's request, with the iteration where there are several: `users/create.yml [2/5]`. */
export function stepLabel(step: Step, iterations: number): string {
  const { path } = step.item;
  return iterations > 1
    ? `${path} [${step.iteration + 1}/${iterations}]`
    : path;
}

/** The method of a step's request as written; `""` for what is no request. */
export function stepMethod(step: Step): string {
  return step.item.kind === "request" ? step.item.method.text : "";
}
