import {
  type CollectOptions,
  eventCollector,
} from "../../../lib/tools/report/collect/collect_event.ts";
import { collectRun } from "../../../lib/tools/report/collect.ts";
import type { ReportedRun } from "../../../lib/tools/report/reported_run.ts";
import type { RunEvent } from "../../../lib/core/run/types.ts";
import { createMasker } from "../../../lib/core/secrets/masker.ts";

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
