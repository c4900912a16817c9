import { readFiles } from "../../core/collection/read_files.ts";
import { parseYamlFile } from "../../core/collection/yaml/parse_yaml_file.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";

/** Loads the example collection, which is a part of the program: nothing is read or written. */
export async function loadExample(): Promise<LoadedCollection> {
  const { default: embedded } = await import("./example.json", {
    with: { type: "json" },
  });
  const files = new Map(Object.entries(embedded));
  const { value, diagnostics } = readFiles({ root: "", files }, parseYamlFile);
  return {
    ...(value && { collection: value }),
    paths: [],
    diagnostics,
    texts: files,
  };
}
