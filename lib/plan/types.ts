import type {
  Collection,
  Folder,
  Request,
  UnsupportedItem,
} from "../collection/types.ts";
import type { Value } from "../scope/value.ts";

/** One row of a data-driven run. */
export type DataRow = { readonly [name: string]: Value };

/** One request to run, with the folders it lies in, outer first. */
export interface Step {
  /** Position in the plan, from 0. */
  readonly index: number;
  readonly collection: Collection;
  readonly folders: readonly Folder[];
  readonly item: Request | UnsupportedItem;
  /** Iteration of a data-driven run, from 0. */
  readonly iteration: number;
}

/** What is going to run, in order. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly iterations: number;
  /** Data rows by iteration; empty without data. */
  readonly rows: readonly DataRow[];
}
