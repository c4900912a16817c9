import type { Diagnostic } from "../../../source/diagnostic.ts";
import { bruKind, parseBru } from "../../bru/parse_bru.ts";
import { readBrunoJson } from "../../bru/read_bruno_json.ts";
import { BRU_FORMAT } from "../../format.ts";
import { YamlNode } from "../../yaml/node.ts";
import { parseYaml, type YamlDocument } from "../../yaml/parse_yaml.ts";
import type { FolderReading } from "./folder_reading.ts";

/** Reads one file of the collection, by its name; nothing where it is malformed. */
export function readFile(
  path: string,
  reading: Pick<
    FolderReading,
    "files" | "shown" | "diagnostics" | "unknownKeys"
  >,
): YamlNode | undefined {
  const text = reading.files.get(path) ?? "";
  const { document, diagnostics } = parse(path, reading.shown(path), text);
  reading.diagnostics.push(...diagnostics);
  return document &&
    YamlNode.root(document, reading.diagnostics, reading.unknownKeys);
}

function parse(
  path: string,
  shown: string,
  text: string,
): { document?: YamlDocument; diagnostics: Diagnostic[] } {
  if (path.endsWith(".bru")) {
    return parseBru(shown, text, { kind: bruKind(path) });
  }
  return BRU_FORMAT.mains.includes(path)
    ? readBrunoJson(shown, text)
    : parseYaml(shown, text);
}
