import type {
  Counts,
  RequestStatus,
  RunSummary,
} from "../../core/run/types.ts";
import type { CollectedRequest } from "./collect/types.ts";
import { isUnsent } from "./fail_on.ts";
import { planOrder } from "./collect.ts";
import {
  reportedRequests,
  type ReportedRun,
  withRequests,
} from "./reported_run.ts";

/**
 * Makes one run of several that are parts of it, such as the shards of a CI
 * matrix: requests in the plan's order, setup and teardown once. Where they
 * passed in one part and failed in another, the failure counts. The time is
 * that of all parts together.
 */
export function mergeRuns(runs: readonly ReportedRun[]): ReportedRun {
  const [first] = runs;
  if (runs.length === 1) return first;
  const iterations = Math.max(...runs.map((it) => it.iterations));
  const all = onceAround(runs.flatMap((run) => [...reportedRequests(run)]));
  const requests = planOrder(all, iterations).map((at) => all[at]);
  // A shard without requests warns about it, but the merged run has requests.
  const warnings = new Map(
    runs.flatMap((run) => run.warnings)
      .filter(({ code }) => code !== "EMPTY_SELECTION")
      .map((it) => [JSON.stringify(it), it]),
  );
  return withRequests({
    collection: first.collection,
    ...first.environment !== undefined && { environment: first.environment },
    startedAt: runs.map((it) => it.startedAt).toSorted()[0],
    iterations,
    ...first.data && { data: first.data },
    summary: summaryOf(requests, runs.map((it) => it.summary)),
    warnings: [...warnings.values()],
  }, requests);
}

/** Every part has setup and teardown; of each of their requests one stays. */
function onceAround(requests: readonly CollectedRequest[]): CollectedRequest[] {
  const around = new Map<string, CollectedRequest>();
  for (const request of requests) {
    const key = keyOf(request);
    if (key === undefined) continue;
    const known = around.get(key);
    if (known === undefined || known.status === "passed") {
      around.set(key, request);
    }
  }
  return requests.filter((request) => {
    const key = keyOf(request);
    return key === undefined || around.get(key) === request;
  });
}

function keyOf({ stage, path }: CollectedRequest): string | undefined {
  return stage === undefined ? undefined : `${stage} ${path}`;
}

function summaryOf(
  requests: readonly CollectedRequest[],
  summaries: readonly RunSummary[],
): RunSummary {
  const flaky = requests.filter((it) => it.flaky !== undefined).length;
  const slow = requests.filter((it) => it.slow).length;
  const unsent = requests.filter(isUnsent).length;
  const failsOn = (what: "flaky" | "skipped") =>
    summaries.some(({ failOn }) => failOn?.[what] !== undefined);
  const failOn = {
    ...flaky > 0 && failsOn("flaky") && { flaky },
    ...unsent > 0 && failsOn("skipped") && { skipped: unsent },
  };
  const stopped = summaries.find((it) => it.stopped !== undefined)?.stopped;
  return {
    requests: countsOf(requests),
    tests: countsOf(requests.flatMap(({ tests }) => tests)),
    assertions: countsOf(requests.flatMap(({ assertions }) => assertions)),
    ...flaky > 0 && { flaky },
    ...slow > 0 && { slow },
    ...Object.keys(failOn).length > 0 && { failOn },
    duration: summaries.reduce((sum, { duration }) => sum + duration, 0),
    interrupted: summaries.some(({ interrupted }) => interrupted),
    ...stopped !== undefined && { stopped },
  };
}

function countsOf(all: readonly { readonly status: RequestStatus }[]): Counts {
  const counts = { total: 0, passed: 0, failed: 0, skipped: 0, errored: 0 };
  for (const { status } of all) {
    counts.total++;
    counts[status]++;
  }
  return counts;
}
