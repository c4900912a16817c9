import { stepCount } from "../../../core/plan/iterations.ts";
import type { RunEvent, RunSummary } from "../../../core/run/types.ts";
import type { Insertion } from "../../../core/http/insertion.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import { type Location, locationOf } from "../../../core/source/diagnostic.ts";
import type { RunHead } from "../reported_run.ts";
import { collectDiagnostic } from "./collect_diagnostic.ts";
import { collectResult } from "./collect_result.ts";
import { defined } from "./defined.ts";
import type {
  CollectedBody,
  CollectedDiagnostic,
  CollectedRequest,
} from "./types.ts";

/** An event of a run as reports show it. */
export type CollectedEvent =
  | RunHead & {
    readonly type: "run-start";
    /** How many requests are planned. */
    readonly planned: number;
  }
  | { readonly type: "warning"; readonly warning: CollectedDiagnostic }
  | {
    readonly type: "request-start";
    readonly index: number;
    readonly iteration: number;
    readonly name: string;
    readonly path: string;
  }
  | { readonly type: "request-end"; readonly request: CollectedRequest }
  | { readonly type: "run-end"; readonly summary: RunSummary };

/** How a run is collected. */
export interface CollectOptions {
  readonly masker: Masker;
  /** Bytes of each body that are kept; 0 for none. Default 65,536. */
  readonly bodyLimit?: number;
  /** Bytes of all bodies together that are kept. Default 64 MiB. */
  readonly bodiesLimit?: number;
  /** Where in its file the value of an insertion stands; default: its file alone is known. */
  readonly locate?: (insertion: Insertion) => Location | undefined;
}

/**
 * Makes what takes a run's events, in order, and gives them masked and with
 * their bodies cut; secrets must be known to the masker before the result that
 * holds them.
 */
export function eventCollector(
  {
    masker,
    bodyLimit = 65_536,
    bodiesLimit = 64 * 1_024 ** 2,
    locate = fileOf,
  }: CollectOptions,
): (event: RunEvent) => CollectedEvent {
  let left = bodiesLimit;
  return (event) => {
    switch (event.type) {
      case "run-start": {
        const { collection, environment, plan, startedAt } = event;
        return defined({
          type: event.type,
          collection,
          environment,
          startedAt: new Date(startedAt).toISOString(),
          iterations: plan.iterations,
          planned: stepCount(plan),
        });
      }
      case "warning":
        return {
          type: event.type,
          warning: collectDiagnostic(event.diagnostic, masker),
        };
      case "request-start": {
        const { index, iteration, item: { name, path } } = event.step;
        return { type: event.type, index, iteration, name, path };
      }
      case "request-end": {
        const { result } = event;
        if (result.sent !== undefined) masker.secrets.learnRequest(result.sent);
        const limit = Math.max(0, Math.min(bodyLimit, left));
        const request = collectResult(result, { masker, limit, locate });
        left -= lengthOf(request.request?.body) +
          lengthOf(request.response?.body);
        return { type: event.type, request };
      }
      case "run-end":
        return { type: event.type, summary: event.summary };
      default:
        return event satisfies never;
    }
  };
}

function fileOf({ origin }: Insertion): Location | undefined {
  return origin.kind === "file" ? locationOf(origin.at) : undefined;
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
