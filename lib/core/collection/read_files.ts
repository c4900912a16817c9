import type { Diagnostic } from "../source/diagnostic.ts";
import type { CollectionFiles } from "./collection_files.ts";
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
import { readOrder } from "./read/tree/read_order.ts";
import { readFile } from "./read/tree/read_file.ts";
import type { FileParser, FolderReading } from "./read/tree/folder_reading.ts";
import { requestPaths } from "./read/tree/request_paths.ts";
import { buildTree } from "./read/tree/folder_tree.ts";
import { readFolderItems } from "./read/tree/read_folder_items.ts";
import { readInlineItems } from "./read/tree/read_inline_items.ts";
import { DEFAULT_SETTINGS, readForwarding } from "./read/read_settings.ts";
import { readStages } from "./read/read_stages.ts";
import type { Collection } from "./types.ts";
import { keysOf } from "./shape/keys_of.ts";
import { COLLECTION, COLLECTION_INFO } from "./shape/level.ts";
import type { YamlNode } from "./yaml/node.ts";

const COLLECTION_KEYS = keysOf(COLLECTION);
const INFO_KEYS = keysOf(COLLECTION_INFO);

/** `$randomEmail` and its kin, but not the generators that need no library. */
const FAKE_DATA = /\$random(?!(?:Int|Float|String|Hex|UUID)\b)[A-Z]/;

/** Reads a collection with what reads its files: {@linkcode readCollection}, where only some formats are there. */
export function readFiles(
  options: CollectionFiles & {
    /** How a path is shown, in place of `filePrefix`. */
    readonly shown?: (path: string) => string;
  },
  parse: FileParser,
): { value?: Collection; diagnostics: Diagnostic[] } {
  const { root, files, filePrefix = "" } = options;
  const { shown = (path: string) => filePrefix + path } = options;
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
    shown,
    diagnostics,
    unknownKeys: new Set(),
    format,
    parse,
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
  const folders = options.folders ?? [];
  const tree = keepReading(
    "tree",
    [main, ...ignored, "", ...folders, "", ...files.keys()],
    reading,
    (own) => buildTree(requestPaths(own, { main, ignored }), format, folders),
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
  const forwarding = readForwarding(node.get("extensions").get("brace"));
  const settings = { ...DEFAULT_SETTINGS, ...forwarding };
  const own = format.defaults !== undefined && files.has(format.defaults)
    ? format.defaults
    : main;
  const from = [files.get(own), JSON.stringify(forwarding)];
  return keepReading("defaults", from, reading, (reading) => {
    const file = own === main && !reading.kept
      ? node
      : readFile(own, reading) ?? node;
    // What is wrong with the file as a whole was told when it was read.
    if (own === main && reading.kept) reading.diagnostics.length = 0;
    return readDefaults(file.get("request"), {
      http: settings,
      graphql: settings,
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
