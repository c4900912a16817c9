import { YamlNode } from "../../yaml/node.ts";
import type { FolderReading } from "./folder_reading.ts";

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
