import type { Collection, Environment, Variable } from "../collection/types.ts";

/** Files with variables that are selected for a run. */
export interface SelectedFiles {
  /** The selected environment by collection, then what it extends; a collection without one is absent. */
  readonly environments?: ReadonlyMap<Collection, readonly Environment[]>;
  /** A workspace's variables: the global scope. */
  readonly globals?: readonly Variable[];
}
