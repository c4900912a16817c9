import type { Diagnostic } from "../source/diagnostic.ts";
import type { AssertionResult } from "../assertion/types.ts";
import type { ConsoleLine, TestResult } from "../script/border/types.ts";
import type { RenderedRequest } from "../http/rendered_request.ts";
import type { Response, Timings } from "../http/response.ts";
import type { Plan, Step } from "../plan/types.ts";

/** `failed`: a test or an assertion does not hold; `errored`: anything else went wrong. */
export type RequestStatus = "passed" | "failed" | "skipped" | "errored";

/** Why a request did not pass, by what decides the exit code. */
export type FailureClass =
  | "check"
  | "render"
  | "network"
  | "script"
  | "permission";

/** What happened to one request. */
export interface RequestResult {
  /** The request and where it stands in the run. */
  readonly step: Step;
  /** How it ended. */
  readonly status: RequestStatus;
  /** Every class of failure that occurred. */
  readonly failures: readonly FailureClass[];
  /** What was sent, or tried where the connection failed; absent when it did not come to that. */
  readonly sent?: RenderedRequest;
  /** Absent where none came; with `cut` as much as came of one. */
  readonly response?: Response;
  /** In the order of the file. */
  readonly assertions: readonly AssertionResult[];
  /** In the order of the scripts. */
  readonly tests: readonly TestResult[];
  /** The lines that its scripts logged. */
  readonly console: readonly ConsoleLine[];
  /** Errors and warnings outside tests and assertions. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why it was skipped. */
  readonly skipReason?: string;
  /** Whether it was skipped because a script went on with another request. */
  readonly jumped?: true;
  /** When it was sent first, or turned out not to be; milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds of its exchanges, from sending to the end of the response; 0 where it was not sent. */
  readonly duration: number;
  /** What that time was spent on, all exchanges together, as far as it is known; absent where the response says it. */
  readonly timings?: Timings;
  /** How often it was sent. */
  readonly attempts: number;
  /** Whether it took longer than the limit for slow ones. */
  readonly slow?: true;
  /** Which repetition of its group it is of, from 1; absent: the first run. Results of earlier ones do not count then. */
  readonly rerun?: number;
  /** What was wrong before it passed in a repetition; absent where it did not fail. */
  readonly flaky?: readonly Diagnostic[];
}

/** A run in numbers. */
export interface RunSummary {
  /** Requests by how they ended. */
  readonly requests: Counts;
  /** Tests of scripts. */
  readonly tests: Counts;
  /** Assertions of requests. */
  readonly assertions: Counts;
  /** Requests that passed only when their group ran again; absent: none. */
  readonly flaky?: number;
  /** Requests that took longer than the limit for slow ones; absent: none. */
  readonly slow?: number;
  /** Requests that fail the run though none of their checks fails, because an option says so; absent: none. */
  readonly failOn?: {
    /** Those that passed only when their group ran again; absent: none, or they may. */
    readonly flaky?: number;
    /** Those that Brace cannot send; absent: none, or there may be such. */
    readonly skipped?: number;
  };
  /** Milliseconds. */
  readonly duration: number;
  /** Whether a signal ended it. */
  readonly interrupted: boolean;
  /** Set when `--bail` or `stopExecution` ended the run early. */
  readonly stopped?: string;
}

/** How many ended how. */
export interface Counts {
  /** All of them. */
  readonly total: number;
  /** All of their checks hold. */
  readonly passed: number;
  /** Something they check does not hold. */
  readonly failed: number;
  /** Not run. */
  readonly skipped: number;
  /** Not checked, since an error came first. */
  readonly errored: number;
}

/** What a run tells its reporters, in order. */
export type RunEvent =
  | {
    readonly type: "run-start";
    readonly collection: string;
    readonly environment?: string;
    readonly plan: Plan;
    /** How often what failed runs again at most; absent: never. */
    readonly reruns?: number;
    readonly startedAt: number;
  }
  | { readonly type: "warning"; readonly diagnostic: Diagnostic }
  | {
    readonly type: "request-start";
    readonly step: Step;
    /** Which repetition of its group it is of, from 1; absent: the first run. */
    readonly rerun?: number;
  }
  | {
    readonly type: "request-end";
    readonly result: RequestResult;
    /** Set for the last one of a group that runs side by side with others. */
    readonly endsGroup?: true;
  }
  | { readonly type: "run-end"; readonly summary: RunSummary };
