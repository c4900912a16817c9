import type { RunSummary } from "../../core/run/types.ts";
import type { CollectedEvent } from "./collect/collect_event.ts";
import type {
  CollectedDiagnostic,
  CollectedStreamMessage,
} from "./collect/types.ts";
import type { ReportedRun, RunHead } from "./reported_run.ts";
import { lastRuns } from "../../core/plan/last_runs.ts";

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
  /** Takes messages of the next request that ends, before those that it has. */
  addEarlier(messages: readonly CollectedStreamMessage[]): void;
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
  const placed: Kept[] = [];
  /** How many lines the store has, and the first one of the next request. */
  let lines = 0;
  let first = 0;

  function addEarlier(messages: readonly CollectedStreamMessage[]): void {
    store.append(JSON.stringify(messages));
    lines++;
  }

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
        for (const messages of event.earlier ?? []) addEarlier(messages);
        placed.push({
          first,
          line: lines,
          index,
          iteration,
          path,
          ...stage && { stage },
          ...rerun !== undefined && { rerun },
        });
        store.append(JSON.stringify(event.request));
        first = ++lines;
        break;
      }
      case "run-end":
        summary = event.summary;
        break;
      default:
        event satisfies never;
    }
  }

  function* earlierOf(first: number, end: number): Generator<
    readonly CollectedStreamMessage[]
  > {
    for (let at = first; at < end; at++) yield JSON.parse(store.read(at));
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
      read: (at) => JSON.parse(store.read(placed[order[at]].line)),
      earlier(at) {
        const { first, line } = placed[order[at]];
        if (first === line) return undefined;
        return { [Symbol.iterator]: () => earlierOf(first, line) };
      },
    };
  }

  return { add, addEarlier, run };
}

/** Keeps everything in memory. */
function memoryStore(): LineStore {
  const lines: string[] = [];
  return {
    append: (line) => void lines.push(line),
    read: (at) => lines[at],
  };
}

/** What places a request among those of a run. */
interface Placed {
  /** Position in the plan, from 0. */
  readonly index: number;
  readonly iteration: number;
  readonly path: string;
  readonly stage?: "setup" | "teardown";
  readonly rerun?: number;
}

/** Where the store has a request. */
interface Kept extends Placed {
  /** The first line with its messages; they end before its own line. */
  readonly first: number;
  readonly line: number;
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
  const last = lastRuns([...requests.keys()], (at) => {
    const { rerun } = requests[at];
    return {
      group: groupOf(requests[at]),
      ...rerun !== undefined && { rerun },
    };
  });
  // Groups may take turns in the plan, where folders stand between requests.
  const before = new Map<number | string, number>();
  const isPlanned = iterations <= 1 && last.every((at) => {
    const group = groupOf(requests[at]);
    const isNext = (before.get(group) ?? -1) < requests[at].index;
    before.set(group, requests[at].index);
    return isNext;
  });
  const ranks = requests.map((it) => {
    const first = isPlanned ? it.index : firsts.get(groupOf(it))!;
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
  return last.toSorted((a, b) =>
    // Sorting is stable; two infinities have no difference.
    ranks[a] === ranks[b] ? 0 : ranks[a] - ranks[b]
  );
}
