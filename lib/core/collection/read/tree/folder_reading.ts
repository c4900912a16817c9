import type { Diagnostic } from "../../../source/diagnostic.ts";
import type { CollectionFormat } from "../../format.ts";
import type { YamlDocument } from "../../yaml/parse_yaml.ts";

/**
 * Reads the text of one of a collection's files into the form that
 * OpenCollection YAML has; without a document when it is malformed.
 */
export type FileParser = (
  file: { readonly path: string; readonly shown: string },
  text: string,
) => { document?: YamlDocument; diagnostics: Diagnostic[] };

/** What reading the files of a folder needs. */
export interface FolderReading {
  readonly files: ReadonlyMap<string, string>;
  /** Turns a path inside the collection into the one that is shown. */
  shown(path: string): string;
  readonly diagnostics: Diagnostic[];
  readonly unknownKeys: Set<string>;
  readonly format: CollectionFormat;
  readonly parse: FileParser;
  /** What was read before; absent: nothing is kept. */
  readonly kept?: KeptReadings;
}

/** What was read from files before, by what it is. */
export type KeptReadings = Map<string, KeptReading>;

/** One thing that was read. */
export interface KeptReading {
  /** The source of the reading: as long as it does not change, the reading is valid. */
  readonly from: readonly unknown[];
  /** What was read; the same object each time. */
  readonly value: unknown;
  /** The problems of the folder. */
  readonly diagnostics: readonly Diagnostic[];
}
