import { hasExtension, YAML_FORMAT } from "../../core/collection/format.ts";
import { readIfThere } from "../../host/import/merged_files.ts";
import { join } from "../../host/path.ts";
import { readTree } from "../../host/files/read_tree.ts";
import { isOwnText } from "../../host/scaffold/present_collection.ts";
import type { JoinedNames } from "../../tools/convert/secrets/taken_names.ts";
import { exampleNames, valuesIn } from "./written_folder.ts";

/** The main file that an import of environments writes: a name and an order, and nothing else. */
const MAIN_LINE =
  /^(?:#.*|opencollection: .*|info:| {2}name: .*|extensions:| {2}brace:| {4}flow: \w+|)$/;

/** A variable's name; one too many takes nothing away. */
const NAME = /\bname["']?: *["']?([^"'\n,}]+)/g;

/** The names in a folder that has nothing but imported environments, which their collection must not take; undefined for any other folder. */
export function onlyEnvironmentsIn(folder: string): JoinedNames | undefined {
  const [main] = YAML_FORMAT.mains;
  const own = readIfThere(join(folder, main));
  if (!own?.split(/\r?\n/).every((line) => MAIN_LINE.test(line))) {
    return undefined;
  }
  const { files } = readTree(folder, {
    shown: (path) => path,
    format: YAML_FORMAT,
  });
  const hiding = new Set<string>();
  for (const [path, text] of files) {
    if (path === main || !hasExtension(path, YAML_FORMAT)) continue;
    if (YAML_FORMAT.environments.test(path)) {
      for (const [, name] of text.matchAll(NAME)) hiding.add(name.trim());
    } else if (isOwnText(text)) return undefined;
  }
  const entries = new Set([
    ...exampleNames(folder),
    ...valuesIn(folder)?.keys() ?? [],
  ]);
  return { variables: new Set(), hiding, entries, known: new Map() };
}
