import type {
  CollectedDiagnostic,
  CollectedRequest,
} from "../collect/types.ts";
import type { RequestStatus, RunSummary } from "../../../core/run/types.ts";

/** What the page knows of a run when it opens; a request's details are read when it is looked at. */
export interface PageData {
  readonly collection: string;
  readonly environment?: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly iterations: number;
  readonly clientVersion: string;
  readonly exitCode: number;
  readonly seed?: string;
  readonly summary: RunSummary;
  readonly warnings: readonly CollectedDiagnostic[];
  /** In the order of {@linkcode PageData.rows} the page has the details. */
  readonly rows: readonly Row[];
}

/** A request in the list. */
export interface Row {
  /** For links: its path, and how often it came before; the same in every run. */
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The folder that it is in; empty at the top. */
  readonly folder: string;
  readonly status: RowStatus;
  /** Or `WS`, `GRPC`, `SUB`. */
  readonly method?: string;
  readonly url?: string;
  /** Status of the response. */
  readonly code?: number;
  /** Name of a gRPC call's status; absent for HTTP. */
  readonly grpc?: string;
  /** Milliseconds since the run's start. */
  readonly start: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly phases: readonly Phase[];
  /** Bytes of the response's body. */
  readonly size?: number;
  readonly tags: readonly string[];
  /** From 0; absent in a run with one only. */
  readonly iteration?: number;
  /** Tests and assertions. */
  readonly checks: number;
  readonly passed: number;
  /** What went wrong first. */
  readonly problem?: string;
  /** The first warning about it. */
  readonly warning?: string;
  readonly marks: readonly Mark[];
}

/** How a request ended, or that it passed for lack of any check. */
export type RowStatus = RequestStatus | "unchecked";

/** What may be remarkable about a request besides its status. */
export type Mark =
  | "setup"
  | "teardown"
  | "retried"
  | "warned"
  | "flaky"
  | "slow";

/** A part of the time that a request took. */
export interface Phase {
  readonly name: PhaseName;
  /** Milliseconds. */
  readonly time: number;
}

/** In the order in which they happen. */
export const PHASES = [
  "dns",
  "connect",
  "tls",
  "wait",
  "download",
  "rest",
] as const;

export type PhaseName = typeof PHASES[number];

/** The details of a request, as in the JSON report. */
export type Details = CollectedRequest;
