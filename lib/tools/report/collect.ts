import type { RunSummary } from "../../core/run/types.ts";
import type { CollectedEvent } from "./collect/collect_event.ts";
import type { CollectedDiagnostic, CollectedRequest } from "./collect/types.ts";
import { type Placed, planOrder } from "./plan_order.ts";
import type { ReportedRun, RunHead } from "./reported_run.ts";

/** Keeps lines of text, in memory or elsewhere. */
export interface LineStore {
  append(line: string): void;
  /** The line that was added as this one, from 0. */
  read(at: number): string;
}

/** Gathers a run for the reports that are written at its end. */
export interface RunCollector {
  /** Takes the run's events, in order. */
  add(event: CollectedEvent): void;
  /**
   * What was gathered.
   *
   * @throws {TypeError} When the run has not ended.
   */
  run(): ReportedRun;
}

/** Makes a collector, which keeps the requests in a store: of itself it only knows where they are. */
export function collectRun(store: LineStore = memoryStore()): RunCollector {
  let head: RunHead | undefined;
  let summary: RunSummary | undefined;
  const warnings: CollectedDiagnostic[] = [];
  const placed: Placed[] = [];

  function add(event: CollectedEvent): void {
    switch (event.type) {
      case "run-start": {
        const { type: _, planned: __, ...about } = event;
        head = about;
        break;
      }
      case "warning":
        warnings.push(event.warning);
        break;
      case "request-start":
        break;
      case "request-end": {
        const { index, iteration, path, stage, rerun } = event.request;
        placed.push({
          index,
          iteration,
          path,
          ...stage && { stage },
          ...rerun !== undefined && { rerun },
        });
        store.append(JSON.stringify(event.request));
        break;
      }
      case "run-end":
        summary = event.summary;
        break;
      default:
        event satisfies never;
    }
  }

  function run(): ReportedRun {
    if (head === undefined || summary === undefined) {
      throw new TypeError("Cannot report a run: it has not ended");
    }
    const order = planOrder(placed, head.iterations);
    return {
      ...head,
      summary,
      warnings,
      paths: order.map((at) => placed[at].path),
      read: (at) => JSON.parse(store.read(order[at])) as CollectedRequest,
    };
  }

  return { add, run };
}

/** Keeps everything in memory. */
function memoryStore(): LineStore {
  const lines: string[] = [];
  return {
    append: (line) => void lines.push(line),
    read: (at) => lines[at],
  };
}
