import {
  type CollectOptions,
  eventCollector,
} from "../../lib/report/collect/collect_event.ts";
import { collectRun } from "../../lib/report/collect.ts";
import type { ReportedRun } from "../../lib/report/reported_run.ts";
import type { RunEvent } from "../../lib/run/types.ts";
import { createMasker } from "../../lib/secrets/masker.ts";

/** A run as its reports see it. */
export function reported(
  events: readonly RunEvent[],
  options: Partial<CollectOptions> = {},
): ReportedRun {
  const collect = eventCollector({
    masker: createMasker(["k-9f8e7d6c"]),
    ...options,
  });
  const collector = collectRun();
  for (const event of events) collector.add(collect(event));
  return collector.run();
}
