import { pushAll } from "../../../source/push_all.ts";
import type { Diagnostic } from "../../../source/diagnostic.ts";
import type { FolderReading } from "./folder_reading.ts";
import { YamlNode } from "../../yaml/node.ts";

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
