import type { Step } from "../../core/plan/types.ts";
import type { CollectedRequest } from "./collect/types.ts";
import { callLabel } from "./stream_label.ts";

/** The path of a step's request, with the iteration where there are several: `users/create.yml [2/5]`. */
export function stepLabel(
  { item: { path }, iteration, stage }: Step,
  iterations: number,
): string {
  return requestLabel(
    { path, iteration, ...stage && { stage } },
    iterations,
  );
}

/** The method of a step's request as written, or what it is instead; `""` for what is not a request. */
export function stepMethod({ item }: Step): string {
  if (item.kind !== "request") return "";
  const { type, method } = item;
  return type === "websocket" || type === "grpc"
    ? callLabel(method.text, type)
    : method.text;
}

/** The path of a request, with the iteration where there are several: `users/create.yml [2/5]`; setup and teardown are in none. */
export function requestLabel(
  { path, iteration, stage }: Pick<
    CollectedRequest,
    "path" | "iteration" | "stage"
  >,
  iterations: number,
): string {
  return iterations > 1 && stage === undefined
    ? `${path} [${iteration + 1}/${iterations}]`
    : path;
}
