import type { Diagnostic } from "../source/diagnostic.ts";
import type { AssertionResult } from "../assertion/types.ts";
import type { ConsoleLine, TestResult } from "../script/types.ts";
import type { RenderedRequest } from "../request/types.ts";
import type { Response } from "../request/response.ts";
import type { Plan, Step } from "../plan/types.ts";

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
  readonly step: Step;
  readonly status: RequestStatus;
  /** Every class of failure that occurred. */
  readonly failures: readonly FailureClass[];
  /** What was sent, or tried where the connection failed; absent when it did not come to that. */
  readonly sent?: RenderedRequest;
  readonly response?: Response;
  readonly assertions: readonly AssertionResult[];
  readonly tests: readonly TestResult[];
  readonly console: readonly ConsoleLine[];
  /** Errors and warnings outside tests and assertions. */
  readonly diagnostics: readonly Diagnostic[];
  /** Why it was skipped. */
  readonly skipReason?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly duration: number;
  /** How often it was sent. */
  readonly attempts: number;
}

export interface RunSummary {
  readonly requests: Counts;
  readonly tests: Counts;
  readonly assertions: Counts;
  /** Milliseconds. */
  readonly duration: number;
  readonly interrupted: boolean;
  /** Set when `--bail` or `stopExecution` ended the run early. */
  readonly stopped?: string;
}

export interface Counts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly errored: number;
}

/** What a run tells its reporters, in order. */
export type RunEvent =
  | {
    readonly type: "run-start";
    readonly collection: string;
    readonly environment?: string;
    readonly plan: Plan;
    readonly startedAt: number;
  }
  | { readonly type: "warning"; readonly diagnostic: Diagnostic }
  | { readonly type: "request-start"; readonly step: Step }
  | { readonly type: "request-end"; readonly result: RequestResult }
  | { readonly type: "run-end"; readonly summary: RunSummary };
