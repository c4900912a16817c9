import type { DataUse } from "../../core/plan/types.ts";
import type { RunSummary } from "../../core/run/types.ts";
import type { CollectedDiagnostic, CollectedRequest } from "./collect/types.ts";
import type { EarlierMessages } from "./request_pieces.ts";

/** What is known of a run from its start. */
export interface RunHead {
  /** The collection's name. */
  readonly collection: string;
  readonly environment?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly iterations: number;
  /** The rows of data that it took; absent without data. */
  readonly data?: DataUse;
}

/**
 * A run as reports show it: masked, long bodies cut, ready for JSON. Its
 * requests are read one at a time, as often as a report needs them: there may
 * be more than memory has room for.
 */
export interface ReportedRun extends RunHead {
  readonly summary: RunSummary;
  readonly warnings: readonly CollectedDiagnostic[];
  /** The path of each request, in the plan's order. */
  readonly paths: readonly string[];
  /** The request at a position of {@linkcode ReportedRun.paths}. */
  read(at: number): CollectedRequest;
  /** Messages of its stream before those that the request has, some at a time; undefined where there are none. */
  earlier?(at: number): EarlierMessages | undefined;
}

/** What a report tells besides the run itself. */
export interface ReportMeta {
  /** The client's version. */
  readonly clientVersion: string;
  readonly exitCode: number;
  /** What makes generators and random numbers of the run repeatable. */
  readonly seed?: string;
  /** The path of a file as seen from the repository's root; undefined where it is not in there. Default: as seen from the current folder. */
  readonly inRepository?: (file: string) => string | undefined;
}

/** Writes a report, piece by piece. */
export type ReportWriter = (
  run: ReportedRun,
  meta: ReportMeta,
) => Iterable<string>;

/** The requests of a run, one after the other. */
export function* reportedRequests(
  run: ReportedRun,
): Generator<CollectedRequest> {
  for (const at of run.paths.keys()) yield run.read(at);
}

/** A run with these requests, which are in memory. */
export function withRequests(
  run: Omit<ReportedRun, "paths" | "read" | "earlier">,
  requests: readonly CollectedRequest[],
): ReportedRun {
  return {
    ...run,
    paths: requests.map(({ path }) => path),
    read: (at) => requests[at],
    earlier: () => undefined,
  };
}
