import type { Diagnostic } from "../source/diagnostic.ts";
import type { CollectionFiles } from "./collection_files.ts";
import {
  COLLECTION_FILES,
  formatOf,
  hasExtension,
  V3_FORMAT,
  withoutExtension,
  YAML_FORMAT,
} from "./format.ts";
import { readConfig, readIgnored, readMain } from "./read/read_config.ts";
import {
  readDefaults,
  readFolder,
  type ReadLevel,
} from "./read/read_defaults.ts";
import {
  dotenvReader,
  readEnvironments,
  readGlobalsBeside,
  requestFilePaths,
} from "./read/read_environments.ts";
import {
  type FileParser,
  type FolderReading,
  keepReading,
  readFile,
} from "./read/tree/folder_reading.ts";
import { buildTree } from "./read/tree/folder_tree.ts";
import {
  itemType,
  readFolderItems,
  readItem,
} from "./read/tree/read_folder_items.ts";
import { DEFAULT_SETTINGS } from "./shape/settings.ts";
import type {
  Collection,
  CollectionConfig,
  Defaults,
  Item,
  Settings,
  Variable,
} from "./types.ts";
import { vaultNames } from "./v3/vault.ts";
import type { YamlNode } from "./yaml/node.ts";
import type { Text } from "../source/origin.ts";
import { inRunOrder } from "./read/tree/in_run_order.ts";
import { didYouMean, nearest } from "../source/nearest.ts";

type Reading = Pick<FolderReading, "files" | "shown" | "diagnostics">;

/** Reads `setup` and `teardown` of a collection's own file, whose items are read already. */
function readStages(
  node: YamlNode,
  items: readonly Item[],
  reading: Reading,
): Pick<CollectionConfig, "setup" | "teardown"> {
  const brace = node.get("extensions").get("brace");
  const setup = readStage(brace.get("setup"), items, reading);
  const teardown = readStage(brace.get("teardown"), items, reading);
  return {
    ...setup.length > 0 && { setup },
    ...teardown.length > 0 && { teardown },
  };
}

/**
 * Reads the paths of `setup` or `teardown`, as the items have them: with or
 * without the extension, of requests or of folders. One that leads to nothing
 * is reported.
 */
function readStage(
  node: YamlNode,
  items: readonly Item[],
  reading: Reading,
): string[] {
  const rows = node.list("write [folder/request.yml]");
  if (rows.length === 0) return [];
  const paths = [...pathsOf(items), ...brokenFiles(reading)];
  // A path without extension can mean two files, such as a.yml and a.bru: the first one counts.
  const known = new Map([
    ...paths.toReversed().map((path) =>
      [withoutExtension(path), path] as const
    ),
    ...paths.map((path) => [path, path] as const),
  ]);
  return rows.flatMap((row) => {
    const written = row.scalar("write a path, such as folder/request.yml");
    if (written === undefined) return [];
    const wanted = written.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
    const path = known.get(wanted);
    if (path !== undefined) return path;
    reportMissing(row, written, known.keys());
    return [];
  });
}

/** The paths of files with errors, which are already reported. */
function brokenFiles(
  { files, shown, diagnostics }: Reading,
): string[] {
  const broken = new Set(
    diagnostics.filter(({ severity }) => severity === "error")
      .map(({ location }) => location?.file),
  );
  return [...files.keys()].filter((path) => broken.has(shown(path)));
}

function reportMissing(
  row: YamlNode,
  written: string,
  known: Iterable<string>,
): void {
  const near = nearestPath(written, [...known]);
  const wayOut = didYouMean(near);
  row.report({
    code: "MISSING_PATH",
    message:
      `Cannot read "${row.name}": the collection has no request or folder "${written}"${wayOut}`,
    ...(near !== undefined && { suggestion: near }),
  });
}

/** The path that is most likely meant, also by its last part alone: somebody may leave out the folders. */
function nearestPath(
  written: string,
  known: readonly string[],
): string | undefined {
  const near = nearest(written, known);
  if (near !== undefined) return near;
  const lastOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  const last = known.some((path) => lastOf(path) === written)
    ? written
    : nearest(written, known.map(lastOf));
  return known.find((path) => lastOf(path) === last);
}

function* pathsOf(items: readonly Item[]): Generator<string> {
  for (const item of items) {
    yield item.path;
    if (item.kind === "folder") yield* pathsOf(item.items);
  }
}

/** Reads `items` of a bundled file, folders with all that is inside. */
function readInlineItems(
  node: YamlNode,
  parent: string,
  settings: ReadLevel["settings"],
  order: readonly Text[],
): Item[] {
  const items: Item[] = [];
  for (const [index, item] of node.list().entries()) {
    if (!item.present) item.wrongType("a mapping");
    if (!item.mapping()) continue;
    const name = item.get("info").get("name").scalar() ||
      `item ${index + 1}`;
    const path = parent === "" ? name : `${parent}/${name}`;
    const read = readInlineItem(item, { path, name, settings });
    if (read) items.push(read);
  }
  return inRunOrder(items, {
    named: false,
    order,
    report: (diagnostic) => node.report(diagnostic),
  });
}

function readInlineItem(
  item: YamlNode,
  context: { path: string; name: string; settings: ReadLevel["settings"] },
): Item | undefined {
  const type = itemType(item) ??
    (item.get("items").present ? "folder" : undefined);
  if (type === undefined) {
    item.missing("info.type");
    return undefined;
  }
  if (type !== "folder") return readItem(item, type, context);
  const { info, level, order } = readFolder(item, context.settings);
  return {
    kind: "folder",
    name: context.name,
    ...info,
    path: context.path,
    defaults: level.defaults,
    items: readInlineItems(
      item.get("items"),
      context.path,
      level.settings,
      order,
    ),
  };
}

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
  const own = node && readMain(node);
  if (!node || !own) return { diagnostics };
  const { info, extensions: { brace } = {} } = own;
  const { forwardCredentialsTo, order = [] } = brace ?? {};
  const level = readLevel(
    main,
    node,
    {
      ...DEFAULT_SETTINGS,
      ...(forwardCredentialsTo && { forwardCredentialsTo }),
    },
    reading,
  );
  const ignored = readIgnored(node);
  const folders = options.folders ?? [];
  const tree = keepReading(
    "tree",
    [main, ...ignored, "", ...folders, "", ...files.keys()],
    reading,
    (own) =>
      buildTree(requestFilePaths(own, { main, ignored }), format, folders),
  );
  const globals = readGlobalsBeside(reading);
  const value: Collection = {
    name: info?.name ||
      root.split("/").findLast((part) => part !== "") ||
      "collection",
    file: reading.shown(main),
    root,
    defaults: withVault(level.defaults, reading),
    config: readConfig(node, brace, format),
    dotenv: dotenvReader(reading)(".env", diagnostics) ?? new Map(),
    usesFakeData: [...files.values()].some(namesFakeData),
    environments: readEnvironments(
      node.get("config").get("environments"),
      files.get(main),
      reading,
    ),
    ...(globals && { globals }),
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

/**
 * What all requests inherit: from the collection's own file or, in formats that
 * have one, from a file of defaults.
 */
function readLevel(
  main: string,
  node: YamlNode,
  settings: Settings,
  reading: FolderReading,
) {
  const { files, format } = reading;
  const own = format.defaults !== undefined && files.has(format.defaults)
    ? format.defaults
    : main;
  const from = [files.get(own), JSON.stringify(settings)];
  return keepReading("defaults", from, reading, (reading) => {
    const file = own === main && !reading.kept
      ? node
      : readFile(own, reading) ?? node;
    // The first reading already reported the problems of the whole file.
    if (own === main && reading.kept) reading.diagnostics.length = 0;
    return readDefaults(file.get("request"), {
      http: settings,
      graphql: settings,
    });
  });
}

/**
 * What all requests inherit, and what Postman's vault has for them: a secret
 * without a value for each name.
 */
function withVault(defaults: Defaults, reading: FolderReading): Defaults {
  const { files, format, shown } = reading;
  if (format !== V3_FORMAT) return defaults;
  const names = vaultNames(files);
  if (names.size === 0) return defaults;
  return keepReading("vault", [defaults, ...[...names].flat()], reading, () => {
    const known = new Set(defaults.variables.map(({ name }) => name));
    const secrets = [...names].filter(([name]) => !known.has(name)).map(
      ([name, path]): Variable => ({
        name,
        value: "",
        secret: true,
        unset: true,
        disabled: false,
        at: { file: shown(path), path: [] },
      }),
    );
    return { ...defaults, variables: [...defaults.variables, ...secrets] };
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
  const named = [...COLLECTION_FILES, ...V3_FORMAT.mains].find((name) =>
    files.has(name)
  );
  if (named !== undefined) return named;
  const [only, second] = [...files.keys()].filter((path) =>
    hasExtension(path, YAML_FORMAT) || path.endsWith(".json")
  );
  return second === undefined ? only : undefined;
}
