import type { Diagnostic } from "../../../source/diagnostic.ts";
import type { CollectionFormat } from "../../format.ts";
import type { YamlDocument } from "../../yaml/parse_yaml.ts";
import { pushAll } from "../../../source/push_all.ts";
import { YamlNode } from "../../yaml/node.ts";

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

/** A value that was read before, with the texts that it depends on. */
export interface KeptReading {
  /** The source of the reading: as long as it does not change, the reading is valid. */
  readonly from: readonly unknown[];
  /** What was read; the same object each time. */
  readonly value: unknown;
  /** The problems of the folder. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads something, or gives what was read from the same before: the very same
 * object. Where readings are kept, each file tells its own unknown keys, as the
 * others may change without it.
 */
export function keepReading<T>(
  name: string,
  from: readonly unknown[],
  reading: FolderReading,
  read: (reading: FolderReading) => T,
): T {
  const { kept } = reading;
  if (kept === undefined) return read(reading);
  const known = kept.get(name);
  if (known !== undefined && isSame(known.from, from)) {
    pushAll(reading.diagnostics, known.diagnostics);
    return known.value as T;
  }
  const diagnostics: Diagnostic[] = [];
  const value = read({ ...reading, diagnostics, unknownKeys: new Set() });
  kept.set(name, { from, value, diagnostics });
  pushAll(reading.diagnostics, diagnostics);
  return value;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((it, index) => it === b[index]);
}

/** Reads one file of the collection, by its name; nothing where it is malformed. */
export function readFile(
  path: string,
  reading: Pick<
    FolderReading,
    "files" | "shown" | "diagnostics" | "unknownKeys" | "parse"
  >,
): YamlNode | undefined {
  const text = reading.files.get(path) ?? "";
  const { document, diagnostics } = reading.parse(
    { path, shown: reading.shown(path) },
    text,
  );
  reading.diagnostics.push(...diagnostics);
  return document &&
    YamlNode.root(document, reading.diagnostics, reading.unknownKeys);
}
