import type { RunEvent, RunSummary } from "../run/types.ts";
import { collectDiagnostic } from "./collect/collect_diagnostic.ts";
import { collectResult } from "./collect/collect_result.ts";
import type {
  CollectedBody,
  CollectedDiagnostic,
  CollectedRequest,
  CollectedRun,
} from "./collect/types.ts";
import type { Masker } from "./mask.ts";

export type { CollectedRun } from "./collect/types.ts";

/** How a run is collected. */
export interface CollectOptions {
  readonly masker: Masker;
  /** Bytes of each body that are kept; 0 for none. Default 65,536. */
  readonly bodyLimit?: number;
  /** Bytes of all bodies together that are kept. Default 64 MiB. */
  readonly bodiesLimit?: number;
}

/** Gathers a run for the reports that are written at its end. */
export interface RunCollector {
  /** Takes the run's events, in order. */
  add(event: RunEvent): void;
  /**
   * What was gathered.
   *
   * @throws {TypeError} When the run has not ended.
   */
  run(): CollectedRun;
}

/**
 * Makes a collector. Each result is masked and its bodies are cut as it
 * arrives, so that long runs with large answers need little memory; secrets
 * must be known to the masker before the result that holds them.
 */
export function collectRun(options: CollectOptions): RunCollector {
  const { masker, bodyLimit = 65_536, bodiesLimit = 64 * 1_024 ** 2 } = options;
  let start: Extract<RunEvent, { type: "run-start" }> | undefined;
  let summary: RunSummary | undefined;
  let left = bodiesLimit;
  const warnings: CollectedDiagnostic[] = [];
  const requests: CollectedRequest[] = [];

  function add(event: RunEvent): void {
    switch (event.type) {
      case "run-start":
        start = event;
        break;
      case "warning":
        warnings.push(collectDiagnostic(event.diagnostic, masker));
        break;
      case "request-start":
        break;
      case "request-end": {
        const { result } = event;
        if (result.sent !== undefined) masker.addRequest(result.sent);
        const limit = Math.max(0, Math.min(bodyLimit, left));
        const request = collectResult(result, { masker, limit });
        left -= lengthOf(request.request?.body) +
          lengthOf(request.response?.body);
        requests.push(request);
        break;
      }
      case "run-end":
        summary = event.summary;
        break;
      default:
        event satisfies never;
    }
  }

  function run(): CollectedRun {
    if (start === undefined || summary === undefined) {
      throw new TypeError("Cannot report a run: it has not ended");
    }
    const { collection, environment, plan } = start;
    return {
      collection,
      ...environment === undefined ? {} : { environment },
      startedAt: new Date(start.startedAt).toISOString(),
      iterations: plan.iterations,
      summary,
      warnings,
      requests,
    };
  }

  return { add, run };
}

function lengthOf(body: CollectedBody | undefined): number {
  switch (body?.kind) {
    case "text":
      return body.text.length;
    case "binary":
      return body.base64.length;
    case "file":
    case "multipart":
    case undefined:
      return 0;
    default:
      return body satisfies never;
  }
}
