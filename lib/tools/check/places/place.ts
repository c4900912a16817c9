import type { Folder, Request } from "../../../core/collection/types.ts";

/** A request in the order of a run. */
export interface RequestPlace {
  readonly request: Request;
  readonly folders: readonly Folder[];
  /** Counted from 0. */
  readonly index: number;
}
