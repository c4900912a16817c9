import type { KeptReadings } from "./read/tree/folder_reading.ts";

/** The text of a collection's files. */
export interface CollectionFiles {
  /** The folder that the collection lives in; "" for one from memory. */
  readonly root: string;
  /** Text by path relative to the root, with `/` between the parts: YAML or `.bru` files, `bruno.json`, `.env` files. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of folders: those without files here have a place in the order of a run, too. */
  readonly folders?: readonly string[];
  /** The collection's own file. Default: `opencollection.yml` or `bruno.json`, or else the only file. */
  readonly main?: string;
  /** Goes before a path where it is shown, such as `api/`. Default "". */
  readonly filePrefix?: string;
  /**
   * What an earlier reading kept: give the same map again, and what stands in
   * files that did not change is not read again, but the same objects.
   */
  readonly kept?: KeptReadings;
}
