import type { Script } from "../collection/types.ts";
import type { DataRow, Step } from "../plan/types.ts";
import type { IterationScopes } from "./iteration_scopes.ts";
import type { RunSettings } from "./options.ts";
import type { Restraint } from "./restraint.ts";

/** What the requests of one iteration share, or of one group that runs apart from others. */
export interface Iteration {
  readonly settings: RunSettings;
  readonly steps: readonly Step[];
  /** The steps of the whole run, if `steps` is a part of it. */
  readonly all?: readonly Step[];
  /** How many iterations the run has. */
  readonly total: number;
  /** The row of data; empty without. */
  readonly row: DataRow;
  /** The index of the run's last request, in whatever iteration; its response is what `output` is for. */
  readonly last?: number;
  readonly scopes: IterationScopes;
  /** Scripts and actions that ran. */
  readonly ran: Set<object>;
  /** What scripts decided about the way on. */
  readonly flow: Flow;
  /** What keeps secrets from the request whose iteration this is; absent: nothing. */
  readonly restraint?: Restraint;
  /** Whether something elsewhere ended the run. */
  readonly isOver?: () => boolean;
}

/** The way on after a request. */
export interface Flow {
  /** A request's name or path; null ends the iteration; undefined: the next one. */
  next: string | null | undefined;
  /** The script that decided it. */
  by?: Script;
  /** Set by `stopExecution`: the run ends after the request. */
  stopped: boolean;
}
