import type { GlobalsFile } from "../host/files/env_files_of.ts";
import type { RunCollectionOptions } from "../host/run/collection_options.ts";
import type { HistoryKind } from "./history/history.ts";

/** How a collection is opened for the page. */
export interface WorkbenchOptions {
  /** Refuse every write. */
  readonly readOnly: boolean;
  /** Environments that are selected at first; later ones win. */
  readonly environments: readonly string[];
  readonly history: HistoryKind;
  /** Options of every run, such as hosts that are allowed, and where a file gives them. */
  readonly run?: RunCollectionOptions & GlobalsFile;
}
