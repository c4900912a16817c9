import {
  BRU_FORMAT,
  formatOf,
  V3_FORMAT,
} from "../../../core/collection/format.ts";
import type { FileParser } from "../../../core/collection/read/tree/folder_reading.ts";
import { parseYamlFile } from "../../../core/collection/yaml/parse_yaml_file.ts";
import { splitMain } from "../find_root.ts";
import { findSelected, rootOf } from "./find_target.ts";
import { findWorkspace } from "./find_workspace.ts";
import {
  type LoadedCollection,
  loadFound,
  type LoadOptions,
} from "./load_found.ts";

/** Loads a collection as {@linkcode loadCollection} does; what reads the files of other programs is imported for them alone. */
export async function loadLazily(
  paths: readonly string[],
  options: LoadOptions = {},
): Promise<LoadedCollection> {
  const { cwd = Deno.cwd(), environments } = options;
  const found = findSelected(paths, cwd, environments);
  return "main" in found
    ? loadFound(found, await parserOf(found.main), options)
    : { paths: [], diagnostics: found.diagnostics };
}

/**
 * The collection that the current folder belongs to, for what is not a request of
 * it: errors in its requests are warnings. Undefined where there is none.
 *
 * @param options.part Its requests are not read before somebody asks for them.
 */
export async function loadSurrounding(
  others: readonly string[],
  { part = false }: { readonly part?: boolean } = {},
): Promise<LoadedCollection | undefined> {
  const main = rootOf(Deno.cwd(), ".") ?? soleCollection(Deno.cwd());
  if (typeof main === "object") return { paths: [], diagnostics: [main] };
  if (main === undefined) return undefined;
  // No file of a collection has this path.
  const found = { main, bundled: false, paths: ["/"] };
  const loaded = loadFound(found, await parserOf(main), { others, part });
  return { ...loaded, paths: [] };
}

/** The one collection of a repository that Postman 12 writes. */
function soleCollection(folder: string): string | undefined {
  const found = findWorkspace(folder, ".");
  return typeof found === "string" ? found : undefined;
}

async function parserOf(main: string): Promise<FileParser> {
  const format = formatOf(splitMain(main).main);
  if (format === V3_FORMAT) {
    const { parseV3 } = await import(
      "../../../core/collection/v3/parse_v3.ts"
    );
    return parseV3;
  }
  if (format !== BRU_FORMAT) return parseYamlFile;
  const { parseBruno } = await import(
    "../../../core/collection/bru/parse_bruno.ts"
  );
  return parseBruno;
}
