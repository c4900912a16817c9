import type { CollectedRequest } from "./collect/types.ts";

/** The path of a request, with the iteration where there are several: `users/create.yml [2/5]`. */
export function requestLabel(
  { path, iteration }: Pick<CollectedRequest, "path" | "iteration">,
  iterations: number,
): string {
  return iterations > 1 ? `${path} [${iteration + 1}/${iterations}]` : path;
}
