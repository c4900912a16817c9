import type { Script } from "../../core/collection/types.ts";
import type { CollectedEvent } from "../../tools/report/collect/collect_event.ts";
import type {
  CollectedRequest,
  CollectedStreamMessage,
} from "../../tools/report/collect/types.ts";
import type { ReportMeta } from "../../tools/report/reported_run.ts";
import type { Counted } from "../../core/run/tally.ts";
import type { RunEvent } from "../../core/run/types.ts";
import type { ScriptContext } from "../../core/script/border/types.ts";
import type { Origin, Text } from "../../core/source/origin.ts";
import type { ReporterOption } from "../reports/reporter_option.ts";

/** Ends a run whose script never gives back control. */
export interface Watchdog {
  /** Takes the reports that are to be written if it comes to that. */
  reports(reports: WatchedReports): void;
  /** Takes an event as the reports of a group show it. */
  collected(group: number, event: CollectedEvent): void;
  /** Takes an event of the run. */
  event(event: RunEvent): void;
  /** Ends the process of a run that broke on what scripts did to it, once its reports are written; comes back where no script ran. */
  failed(error: unknown): void;
  /** Does what runs a script's code; while that has the thread, its time counts. */
  watch<T>(
    code: WatchedCode,
    context: ScriptContext,
    work: () => Promise<T>,
  ): Promise<T>;
}

/** A script, or an expression. */
export type WatchedCode =
  | Pick<Script, "phase" | "at">
  | Text & { readonly phase?: never };

/** The reports as they are before the run. */
export interface WatchedReports {
  /** Reports that see a run alike. */
  readonly groups: readonly (readonly ReporterOption[])[];
  readonly meta: Omit<ReportMeta, "exitCode">;
  /** Whether the console report stands on standard error. */
  readonly usesError: boolean;
}

/** A request while it runs. */
export type RunningRequest =
  & Pick<
    CollectedRequest,
    | "index"
    | "iteration"
    | "name"
    | "path"
    | "file"
    | "type"
    | "tags"
    | "stage"
  >
  & { /** Milliseconds since the epoch. */ readonly startedAt: number };

/** Code that runs. */
export interface RunningCode {
  readonly id: number;
  readonly code: WatchedCode;
  /** The request that it is of. */
  readonly path: string;
  readonly iteration: number;
}

/** How the console report looks, for its end. */
export interface WatchedConsole {
  readonly quiet: boolean;
  /** It stands on standard error. */
  readonly usesError: boolean;
  readonly colors: boolean;
  readonly width: number;
  /** A line that tells how far the run is stands there. */
  readonly live: boolean;
}

/** A run when it begins. */
export interface WatchedPlan {
  /** How many requests it has. */
  readonly total: number;
  /** The paths of the first iteration's, by their place in the plan. */
  readonly paths: readonly string[];
}

/** What the thread of the run tells the watchdog's. */
export type ToWatchdog =
  | { readonly type: "reports"; readonly reports: WatchedReports }
  | {
    readonly type: "collected";
    readonly group: number;
    readonly event: CollectedEvent;
  }
  | {
    readonly type: "earlier";
    readonly group: number;
    /** Messages of the next request that ends. */
    readonly messages: readonly CollectedStreamMessage[];
  }
  | { readonly type: "run-start"; readonly plan: WatchedPlan }
  | { readonly type: "request-start"; readonly request: RunningRequest }
  | {
    readonly type: "request-end";
    readonly index: number;
    readonly counted: Counted;
  }
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "begin"; readonly running: RunningCode }
  | { readonly type: "end"; readonly id: number };

/** What the watchdog's thread tells: that it listens, and that it got a signal. */
export type FromWatchdog = "ready" | "interrupt";

/** What the watchdog's thread begins with. */
export interface WatchdogData {
  /** Changes as long as the thread of the run lives; then what became of a run that failed: 0 as long as it is not known; then 1 while somebody at the terminal is asked. */
  readonly beat: Int32Array;
  /** Milliseconds of the processor's time that a script may have the thread. */
  readonly limit: number;
  /** Where a file gives options of the run; absent: none does. */
  readonly origins?: ReadonlyMap<string, Origin>;
  readonly console: WatchedConsole;
}

/** What the watchdog made of a run that failed: its reports are written, or no script can be the reason. */
export const FAILED = { reported: 1, unknown: 2 } as const;

/** Milliseconds between two signs of life. */
export const BEAT_EVERY = 200;
