import type { Diagnostic } from "../source/diagnostic.ts";
import {
  COLLECTION_FILES,
  formatOf,
  hasExtension,
  YAML_FORMAT,
} from "./format.ts";
import { readConfig, readIgnored } from "./read/read_config.ts";
import { readDefaults } from "./read/read_defaults.ts";
import { dotenvReader, readEnvironments } from "./read/read_environments.ts";
import { keepReading } from "./read/tree/keep_reading.ts";
import type { KeptReadings } from "./read/tree/kept_readings.ts";
import { readOrder } from "./read/tree/read_order.ts";
import { readFile } from "./read/tree/read_file.ts";
import type { FolderReading } from "./read/tree/folder_reading.ts";
import { requestPaths } from "./read/tree/request_paths.ts";
import { buildTree } from "./read/tree/folder_tree.ts";
import { readFolderItems } from "./read/tree/read_folder_items.ts";
import { readInlineItems } from "./read/tree/read_inline_items.ts";
import { DEFAULT_SETTINGS } from "./read/read_settings.ts";
import { readStages } from "./read/read_stages.ts";
import type { Collection } from "./types.ts";
import { keysOf } from "./shape/keys_of.ts";
import { COLLECTION, COLLECTION_INFO } from "./shape/level.ts";
import type { YamlNode } from "./yaml/node.ts";

const COLLECTION_KEYS = keysOf(COLLECTION);
const INFO_KEYS = keysOf(COLLECTION_INFO);

/** `$randomEmail` and its kin, but not the generators that need no library. */
const FAKE_DATA = /\$random(?!(?:Int|Float|String|Hex|UUID)\b)[A-Z]/;

/** The text of a collection's files. */
export interface CollectionFiles {
  /** The folder that the collection lives in; "" for one from memory. */
  readonly root: string;
  /** Text by path relative to the root, with `/` between the parts: YAML or `.bru` files, `bruno.json`, `.env` files. */
  readonly files: ReadonlyMap<string, string>;
  /** The collection's own file. Default: `opencollection.yml` or `bruno.json`, or else the only file. */
  readonly main?: string;
  /** Goes before a path where it is shown, such as `api/`. Default "". */
  readonly filePrefix?: string;
  /**
   * What an earlier reading kept: give the same map again, and what stands in
   * files that did not change is not read again, but the same objects.
   */
  readonly kept?: KeptReadings;
}

/**
 * Reads a collection: a folder with `opencollection.yml`, `folder.yml`, request
 * files, `environments/NAME.yml` and `.env`; one file with everything in it; or
 * a folder of Bruno's with `bruno.json`, `collection.bru`, `folder.bru`, request
 * files and `environments/NAME.bru`.
 *
 * Never throws for what is written in the files. What is wrong is in the
 * diagnostics, every error at once, each with its place; what could be read is
 * in the value, which is absent only if the collection's own file cannot be
 * read. What is wrong with an environment is in its own diagnostics.
 *
 * @example
 * ```ts
 * import { readCollection } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const { value, diagnostics } = readCollection({
 *   root: "",
 *   files: new Map([
 *     ["opencollection.yml", "info: { name: Pets }"],
 *     ["list.yml", "http: { method: GET, url: http://localhost/pets }"],
 *   ]),
 * });
 * assertEquals(diagnostics, []);
 * assertEquals(value?.items.map((item) => item.path), ["list.yml"]);
 * ```
 */
export function readCollection(
  options: CollectionFiles,
): { value?: Collection; diagnostics: Diagnostic[] } {
  const { root, files, filePrefix = "" } = options;
  const diagnostics: Diagnostic[] = [];
  const main = options.main ?? findMain(files);
  if (main === undefined) {
    diagnostics.push({
      code: "NOT_A_COLLECTION",
      severity: "error",
      message: `Cannot find a collection in "${root}": no opencollection.yml`,
    });
    return { diagnostics };
  }
  const format = formatOf(main);
  const reading: FolderReading = {
    files,
    shown: (path) => filePrefix + path,
    diagnostics,
    unknownKeys: new Set(),
    format,
    ...(options.kept && { kept: options.kept }),
  };
  const node = readFile(main, reading);
  if (!node || (node.present && !node.mapping(COLLECTION_KEYS))) {
    return { diagnostics };
  }
  const info = node.get("info");
  info.mapping(INFO_KEYS);
  const level = readLevel(main, node, reading);
  const ignored = readIgnored(node);
  const tree = keepReading(
    "tree",
    [main, ...ignored, "", ...files.keys()],
    reading,
    (own) => buildTree(requestPaths(own, { main, ignored }), format),
  );
  const order = readOrder(node.get("extensions"));
  const value: Collection = {
    name: info.get("name").scalar() ||
      root.split("/").findLast((part) => part !== "") ||
      "collection",
    file: reading.shown(main),
    root,
    defaults: level.defaults,
    config: readConfig(node),
    dotenv: dotenvReader(reading)(".env", diagnostics) ?? new Map(),
    usesFakeData: [...files.values()].some(namesFakeData),
    environments: readEnvironments(
      node.get("config").get("environments"),
      files.get(main),
      reading,
    ),
    items: isBundled(node)
      ? readInlineItems(node.get("items"), "", level.settings, order)
      : readFolderItems(tree, { settings: level.settings, order }, reading),
  };
  const stages = readStages(node, value.items, reading);
  return {
    value: { ...value, config: { ...value.config, ...stages } },
    diagnostics,
  };
}

/** What all requests inherit: from the collection's own file, or from that for it. */
function readLevel(main: string, node: YamlNode, reading: FolderReading) {
  const { files, format } = reading;
  const own = format.defaults !== undefined && files.has(format.defaults)
    ? format.defaults
    : main;
  return keepReading("defaults", [files.get(own)], reading, (reading) => {
    const file = own === main && !reading.kept
      ? node
      : readFile(own, reading) ?? node;
    // What is wrong with the file as a whole was told when it was read.
    if (own === main && reading.kept) reading.diagnostics.length = 0;
    return readDefaults(file.get("request"), {
      http: DEFAULT_SETTINGS,
      graphql: DEFAULT_SETTINGS,
    });
  });
}

/** True for a text that names a generator of fake data. */
export function namesFakeData(text: string): boolean {
  return text.includes("$random") && FAKE_DATA.test(text);
}

/** True when the requests are in the collection's own file. */
export function isBundled(node: YamlNode): boolean {
  return node.get("bundled").flag() ?? node.get("items").present;
}

function findMain(files: ReadonlyMap<string, string>): string | undefined {
  const named = COLLECTION_FILES.find((name) => files.has(name));
  if (named !== undefined) return named;
  const [only, second] = [...files.keys()].filter((path) =>
    hasExtension(path, YAML_FORMAT) || path.endsWith(".json")
  );
  return second === undefined ? only : undefined;
}
