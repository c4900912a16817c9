import { bruKind, parseBru } from "../../../core/collection/bru/parse_bru.ts";
import { readBrunoJson } from "../../../core/collection/bru/read_bruno_json.ts";
import {
  BRU_FORMAT,
  type CollectionFormat,
  environmentName,
  formatOf,
  GLOBALS_NAME,
  V3_FORMAT,
  withoutExtension,
} from "../../../core/collection/format.ts";
import {
  buildTree,
  type FolderTree,
} from "../../../core/collection/read/tree/folder_tree.ts";
import { requestFilePaths } from "../../../core/collection/read/read_environments.ts";
import { readCollection } from "../../../core/collection/read_collection.ts";
import type { Item } from "../../../core/collection/types.ts";
import { isV3Path, parseV3 } from "../../../core/collection/v3/parse_v3.ts";
import {
  vaultNames,
  withoutPadding,
} from "../../../core/collection/v3/vault.ts";
import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import {
  collectionLosses,
  countCollection,
  type CountedType,
  isOfType,
} from "./count_collection.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import type {
  FileDefaults,
  FileRequest,
  FileVariable,
} from "../open_collection.ts";
import { withExamples } from "../postman/v3_examples.ts";
import { withVault } from "../postman/with_vault.ts";
import { withLists } from "./with_lists.ts";
import { type ReadEnvironment, withParents } from "./with_parents.ts";
import { asWritten } from "./written_numbers.ts";
import type {
  Imported,
  ImportedItem,
  ImportNote,
  ImportResult,
} from "../types.ts";

/** A collection to be written in another format. */
export interface ExportReading extends ImportResult {
  /** Variables of environments that stand in another one's file. */
  readonly added: number;
}

interface Reading {
  readonly files: ReadonlyMap<string, string>;
  readonly format: CollectionFormat;
  readonly diagnostics: Diagnostic[];
  readonly notes: ImportNote[];
  /** Places in a run, by path. */
  readonly order: ReadonlyMap<string, number>;
  /** The types of requests that are written. */
  readonly types: readonly CountedType[];
  /** The names that a tree of Postman's asks its vault for. */
  readonly vault: ReadonlyMap<string, string>;
  /** Whether the format has a vault, too. */
  readonly keepsVault: boolean;
}

/** The types of requests that each format can have. */
const TYPES = {
  bru: ["http", "graphql", "websocket", "grpc"],
  postman: ["http", "graphql"],
} as const;

/**
 * Reads a collection as its files say it, for writing it in another format: a
 * folder of YAML or `.bru` files, or one file with everything in it.
 *
 * @param options.globals The file of an environment that all requests see.
 */
export function readForExport(
  files: ReadonlyMap<string, string>,
  main: string,
  kind: keyof typeof TYPES,
  { globals }: { globals?: string } = {},
): ExportReading {
  const types = TYPES[kind];
  const format = formatOf(main);
  const order = orderOf(readCollection({ root: "", files, main }).value?.items);
  const reading: Reading = {
    files,
    format,
    types,
    diagnostics: [],
    notes: [],
    order,
    vault: format === V3_FORMAT ? vaultNames(files) : new Map(),
    keepsVault: kind === "postman",
  };
  const root = members(read(main, reading));
  // A file that is not there is an empty one.
  const defaults = format.defaults === undefined
    ? root
    : members(read(format.defaults, reading));
  const items = Array.isArray(root.items)
    ? inlineItems(root.items, "", reading)
    : treeItems(buildTree(ownPaths(root, main, reading), format), reading);
  const beside = format.globals?.find((path) => files.has(path));
  const environments = [
    ...elements(members(root.config).environments).map((one) =>
      environment(members(one), "environment")
    ),
    ...[...files.keys()].toSorted().flatMap((path) => {
      const isBeside = path === beside;
      const name = isBeside ? GLOBALS_NAME : environmentName(path, format);
      return name === undefined ? [] : {
        ...environment(members(read(path, reading)), name),
        ...((isBeside || path === globals) && { isGlobal: true }),
      };
    }),
  ];
  const { diagnostics, notes } = reading;
  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { diagnostics, added: 0 };
  }
  const name = jsonTextOf(members(root.info).name) || "collection";
  const value: Imported = {
    name,
    ...docs(defaults.docs),
    // No other format has a vault.
    defaults: withVault(
      defaultsOf(defaults, name, reading),
      reading.keepsVault ? [] : reading.vault.keys(),
    ),
    config: members(root.config),
    extensions: members(root.extensions),
    items,
    environments: environments.map((one) =>
      withParents(one, environments, notes)
    ),
    secrets: [],
    notes: [...notes, ...collectionLosses(files, main, types)],
    counts: countCollection(files, main),
  };
  return {
    value,
    diagnostics,
    added: amount(value) - amount({ environments }) +
      elements(value.defaults?.variables).length -
      elements(members(defaults.request).variables).length,
  };
}

function amount({ environments }: Pick<Imported, "environments">): number {
  return environments.reduce((sum, one) => sum + one.variables.length, 0);
}

/** The files that a run takes for requests: not those of another collection inside. */
function ownPaths(
  root: Record<string, RawJson>,
  main: string,
  { files, format, notes }: Reading,
): string[] {
  const ignored = elements(members(members(root.extensions).bruno).ignore);
  const told: Diagnostic[] = [];
  const paths = requestFilePaths(
    { files, format, shown: (path) => path, diagnostics: told },
    { main, ignored: ignored.flatMap((path) => jsonTextOf(path) ?? []) },
  );
  for (const { message, location } of told) {
    notes.push({
      kind: "person",
      message: message.replace("run it by", "export it by"),
      ...(location?.file !== undefined &&
        { source: { file: location.file } }),
    });
  }
  return paths;
}

function read(path: string, reading: Reading): RawJson {
  const text = reading.files.get(path) ?? "";
  const { document, diagnostics } = path.endsWith(".bru")
    ? parseBru(path, text, { kind: bruKind(path) })
    : BRU_FORMAT.mains.includes(path)
    ? readBrunoJson(path, text)
    : isV3Path(path)
    ? parseV3({ path, shown: path }, text)
    : parseYaml(path, text);
  reading.diagnostics.push(
    ...diagnostics.filter(({ severity }) => severity === "error"),
  );
  const { root } = document ?? {};
  return document &&
    asWritten(
      document,
      isV3Path(path)
        ? withoutPadding(root, reading.keepsVault ? reading.vault : undefined)
        : root,
      [],
    );
}

/** The place of each request and folder in a run, by path. */
function orderOf(items: readonly Item[] | undefined): Map<string, number> {
  const order = new Map<string, number>();
  const add = (list: readonly Item[]) => {
    for (const item of list) {
      order.set(item.path, order.size);
      if (item.kind === "folder") add(item.items);
    }
  };
  add(items ?? []);
  return order;
}

/** An item and its path. */
interface Placed {
  readonly path: string;
  readonly item: ImportedItem;
}

function treeItems(tree: FolderTree, reading: Reading): ImportedItem[] {
  const folders = tree.folders.map((folder): Placed => {
    const root = folder.folderFile === undefined
      ? {}
      : members(read(folder.folderFile, reading));
    const item = folderItem(root, reading, {
      name: folder.path.slice(folder.path.lastIndexOf("/") + 1),
      items: treeItems(folder, reading),
    });
    return { path: folder.path, item };
  });
  const requests = tree.requests.flatMap((path): Placed[] => {
    const name = withoutExtension(path.slice(path.lastIndexOf("/") + 1));
    const root = withExamples(read(path, reading), path, reading.files);
    return requestItem(root, name, reading).map((item) => ({ path, item }));
  });
  const placeOf = ({ path }: Placed) => reading.order.get(path) ?? Infinity;
  return [...folders, ...requests].toSorted((a, b) => {
    const [first, second] = [placeOf(a), placeOf(b)];
    return first === second ? 0 : first - second;
  }).map(({ path, item }) => ({ ...item, path }));
}

function inlineItems(
  list: readonly RawJson[],
  prefix: string,
  reading: Reading,
): ImportedItem[] {
  return list.map(members).flatMap((item, index) => {
    // Their files are called as they are.
    const own = jsonTextOf(members(item.info).name);
    const path = prefix + (own || `item ${index + 1}`);
    const items = Array.isArray(item.items)
      ? [folderItem(item, reading, {
        name: own || `folder ${index + 1}`,
        items: inlineItems(item.items, `${path}/`, reading),
      })]
      : requestItem(item, own || `request ${index + 1}`, reading);
    return items.map((one) => ({ ...one, path }));
  });
}

/** What a level hands down. */
function defaultsOf(
  { request }: Record<string, RawJson>,
  name: string,
  reading: Reading,
): FileDefaults {
  return withLists(members(request), leftOut(name, reading)) as FileDefaults;
}

/** Names what has another kind than the format gives it. */
function leftOut(name: string, { notes }: Reading): (key: string) => void {
  return (key) =>
    notes.push({
      kind: "person",
      message:
        `In "${name}": "${key}" is left out: it has the wrong type ("brace check" says where)`,
    });
}

function folderItem(
  root: Record<string, RawJson>,
  reading: Reading,
  { name, items }: { name: string; items: ImportedItem[] },
): ImportedItem {
  const info = members(root.info);
  const seq = Number(jsonTextOf(info.seq));
  return {
    kind: "folder",
    fileName: name,
    name: jsonTextOf(info.name) || name,
    ...docs(root.docs),
    ...(isMapping(root.request) && {
      defaults: defaultsOf(root, jsonTextOf(info.name) || name, reading),
    }),
    ...(seq > 0 && { seq }),
    ...(Array.isArray(info.tags) && {
      tags: elements(info.tags).flatMap((tag) => jsonTextOf(tag) ?? []),
    }),
    items,
  };
}

/** A request of a type that the format does not have is left out; `collectionLosses` names it. */
function requestItem(
  written: Record<string, RawJson>,
  name: string,
  reading: Reading,
): ImportedItem[] {
  const info = members(written.info);
  const root = withLists(
    written,
    leftOut(jsonTextOf(info.name) || name, reading),
  );
  if (!isOfType(root, reading.types)) return [];
  const seq = Number(jsonTextOf(info.seq));
  return [{
    kind: "request",
    fileName: name,
    request: {
      ...root,
      ...(root.docs !== undefined && { docs: docText(root.docs) }),
      info: {
        ...info,
        name: jsonTextOf(info.name) || name,
        type: jsonTextOf(info.type) ||
          (reading.types.find((type) => isMapping(root[type])) ?? "http"),
        ...(seq > 0 && { seq }),
      },
    } as FileRequest,
  }];
}

function environment(
  root: Record<string, RawJson>,
  name: string,
): ReadEnvironment {
  const parent = jsonTextOf(root.extends);
  const color = jsonTextOf(root.color);
  return {
    ...(parent !== undefined && { parent }),
    name: jsonTextOf(root.name) || name,
    ...(color && /^\S.*$/.test(color) && { color }),
    variables: elements(root.variables).map(
      members,
    ) as unknown as FileVariable[],
  };
}

function docs(value: RawJson): { docs?: string } {
  const text = docText(value);
  return text === undefined ? {} : { docs: text };
}

function docText(value: RawJson): string | undefined {
  return jsonTextOf(value) ?? jsonTextOf(members(value).content);
}
