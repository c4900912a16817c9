import type {
  Collection,
  Folder,
  Request,
  UnsupportedItem,
} from "../collection/types.ts";
import type { ScopeName } from "../scope/names.ts";
import type { Value } from "../scope/value/value.ts";

/** One row of a data-driven run. */
export type DataRow = { readonly [name: string]: Value };

/** The rows of a data-driven run. They may be read from a file each time they are gone through. */
export interface DataRows extends Iterable<DataRow> {
  /** How many there are. */
  readonly length: number;
}

/** Which rows of a file a run takes. */
export interface DataUse {
  /** The file as it is called; "-": standard input. */
  readonly file: string;
  /** The first and the last row, counted from 1. */
  readonly rows: readonly [first: number, last: number];
  /** How many rows the file has. */
  readonly total: number;
}

/** One request to run, with the folders it lies in, outer first. */
export interface Step {
  /** Position in the plan, from 0. */
  readonly index: number;
  /** The collection that the request is of. */
  readonly collection: Collection;
  /** The folders that the request lies in, outer first. */
  readonly folders: readonly Folder[];
  /** What is to run; an unsupported item is reported as skipped. */
  readonly item: Request | UnsupportedItem;
  /** Iteration of a data-driven run, from 0. */
  readonly iteration: number;
  /** Set for what runs before or after all else, once, in every shard. */
  readonly stage?: "setup" | "teardown";
}

/** A request of the collection, not yet a step. */
export type Leaf = Pick<Step, "folders" | "item">;

/** The steps of a run, in order. */
export interface Plan {
  /**
   * The requests of setup, of the first iteration and of teardown, in order.
   * The steps of further iterations differ only in `index` and `iteration`.
   */
  readonly steps: readonly Step[];
  /** Set in a shard of a data-driven run: iterations take turns. */
  readonly turn?: Shard;
  /** How often the selection runs: once for each data row, at least once. */
  readonly iterations: number;
  /** Data rows by iteration; empty without data. */
  readonly rows: DataRows;
  /** Where the rows are from; absent: from nowhere. */
  readonly data?: DataUse;
  /** What runs in each iteration, where they differ; those that it lacks do not run. */
  readonly only?: ReadonlyMap<number, ReadonlySet<Step["item"]>>;
  /** What the selected requests need, which nobody named; absent: nothing. */
  readonly added?: ReadonlySet<Step["item"]>;
  /** Whether nothing but teardown is selected, which then does not wait for what it cleans up after. */
  readonly onlyTeardown?: true;
  /** Set where groups of requests run apart from each other, side by side or in shards: what they set. */
  readonly apart?: NamesApart;
}

/** A part of a run: one of `count`. */
export interface Shard {
  /** Which one, from 1. */
  readonly index: number;
  /** How many there are. */
  readonly count: number;
}

/** A variable that a group sets by a literal name. */
export interface SetApart {
  /** The variable's name. */
  readonly name: string;
  /** Where it is set. */
  readonly scope: ScopeName;
  /** As a reader finds it: `tests script of auth/login.yml`. */
  readonly label: string;
  /** The request or folder that sets it, as `extensions.brace.setup` names it. */
  readonly path: string;
}

/**
 * The variables that a group would see from other groups if groups shared
 * variables: they explain an undefined name.
 */
export interface NamesApart {
  /** What other groups set; of no group: what any of them sets. */
  besides(group: string | undefined): Iterable<SetApart>;
}
