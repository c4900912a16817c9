import type { Diagnostic } from "../../../source/diagnostic.ts";
import type { CollectionFormat } from "../../format.ts";
import type { KeptReadings } from "./kept_readings.ts";

/** What reading the files of a folder needs. */
export interface FolderReading {
  readonly files: ReadonlyMap<string, string>;
  /** Turns a path inside the collection into the one that is shown. */
  shown(path: string): string;
  readonly diagnostics: Diagnostic[];
  readonly unknownKeys: Set<string>;
  readonly format: CollectionFormat;
  /** What was read before; absent: nothing is kept. */
  readonly kept?: KeptReadings;
}
