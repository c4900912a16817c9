import { lastRuns } from "../../core/plan/last_runs.ts";

/** What places a request among those of a run. */
export interface Placed {
  /** Position in the plan, from 0. */
  readonly index: number;
  readonly iteration: number;
  readonly path: string;
  readonly stage?: "setup" | "teardown";
  readonly rerun?: number;
}

/**
 * The positions of requests in the plan's order: setup first and teardown last;
 * what may run side by side, an iteration or a top-level folder, goes by its
 * first request's position in the plan; within it stays the order in which they
 * ran, which scripts may change. Of what ran again the last run counts.
 */
export function planOrder(
  requests: readonly Placed[],
  iterations: number,
): number[] {
  const groupOf = ({ iteration, path, stage }: Placed) =>
    stage ??
      (iterations > 1 ? iteration : path.split("/", 2).slice(0, -1).join());
  const firsts = new Map<number | string, number>();
  for (const request of requests) {
    const group = groupOf(request);
    const first = firsts.get(group) ?? Infinity;
    firsts.set(group, Math.min(first, request.index));
  }
  const ranks = requests.map((it) => {
    const first = firsts.get(groupOf(it))!;
    switch (it.stage) {
      case "setup":
        return -1;
      case "teardown":
        return Infinity;
      case undefined:
        return first;
      default:
        return it.stage satisfies never;
    }
  });
  const last = lastRuns([...requests.keys()], (at) => {
    const { rerun } = requests[at];
    return {
      group: groupOf(requests[at]),
      ...rerun !== undefined && { rerun },
    };
  });
  return last.toSorted((a, b) =>
    // Sorting is stable; two infinities have no difference.
    ranks[a] === ranks[b] ? 0 : ranks[a] - ranks[b]
  );
}
