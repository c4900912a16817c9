import { bruKind, parseBru } from "../../collection/bru/parse_bru.ts";
import { readBrunoJson } from "../../collection/bru/read_bruno_json.ts";
import {
  BRU_FORMAT,
  type CollectionFormat,
  formatOf,
  hasExtension,
  withoutExtension,
} from "../../collection/format.ts";
import {
  buildTree,
  type FolderTree,
} from "../../collection/read/tree/folder_tree.ts";
import { readCollection } from "../../collection/read_collection.ts";
import type { Item } from "../../collection/types.ts";
import {
  parseYaml,
  type YamlDocument,
} from "../../collection/yaml/parse_yaml.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import {
  collectionLosses,
  countCollection,
  isHttp,
} from "./count_collection.ts";
import { elements, isMapping, type Json, members, textOf } from "../json.ts";
import type {
  FileDefaults,
  FileRequest,
  FileVariable,
} from "../open_collection.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportedItem,
  ImportResult,
} from "../types.ts";

interface Reading {
  readonly files: ReadonlyMap<string, string>;
  readonly format: CollectionFormat;
  readonly diagnostics: Diagnostic[];
  /** Places in a run, by path. */
  readonly order: ReadonlyMap<string, number>;
}

/**
 * Reads a collection as its files say it, for writing it in another format: a
 * folder of YAML or `.bru` files, or one file with everything in it.
 */
export function readForExport(
  files: ReadonlyMap<string, string>,
  main: string,
): ImportResult {
  const format = formatOf(main);
  const order = orderOf(readCollection({ root: "", files, main }).value?.items);
  const reading: Reading = { files, format, diagnostics: [], order };
  const root = members(read(main, reading));
  const defaults = format.defaults !== undefined && files.has(format.defaults)
    ? members(read(format.defaults, reading))
    : root;
  const paths = [...files.keys()].filter((path) =>
    hasExtension(path, format) && path !== main && path !== format.defaults &&
    !isEnvironment(path)
  );
  const items = Array.isArray(root.items)
    ? inlineItems(root.items)
    : treeItems(buildTree(paths, format), reading);
  const environments = [
    ...elements(members(root.config).environments).map((one) =>
      environment(members(one), "environment")
    ),
    ...[...files.keys()].filter((path) =>
      isEnvironment(path) && hasExtension(path, format)
    ).toSorted().map((path) =>
      environment(
        members(read(path, reading)),
        withoutExtension(path.slice("environments/".length)),
      )
    ),
  ];
  const { diagnostics } = reading;
  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { diagnostics };
  }
  const value: Imported = {
    name: textOf(members(root.info).name) || "collection",
    ...docs(defaults.docs),
    defaults: members(defaults.request) as FileDefaults,
    items,
    environments,
    secrets: [],
    notes: collectionLosses(files, main),
    counts: countCollection(files, main),
  };
  return { value, diagnostics };
}

function read(path: string, reading: Reading): Json {
  const text = reading.files.get(path) ?? "";
  const { document, diagnostics } = path.endsWith(".bru")
    ? parseBru(path, text, { kind: bruKind(path) })
    : BRU_FORMAT.mains.includes(path)
    ? readBrunoJson(path, text)
    : parseYaml(path, text);
  reading.diagnostics.push(
    ...diagnostics.filter(({ severity }) => severity === "error"),
  );
  return document && asWritten(document, document.root, []);
}

/** Numbers as the file has them: `1.10` and a long id are no others. */
function asWritten(
  document: YamlDocument,
  value: Json,
  path: (string | number)[],
): Json {
  if (typeof value === "number") return document.written(path) ?? value;
  if (Array.isArray(value)) {
    return value.map((one, index) =>
      asWritten(document, one, [...path, index])
    );
  }
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      [key, asWritten(document, one, [...path, key])] as const
    ),
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
    const item = folderItem(root, {
      name: folder.path.slice(folder.path.lastIndexOf("/") + 1),
      items: treeItems(folder, reading),
    });
    return { path: folder.path, item };
  });
  const requests = tree.requests.flatMap((path): Placed[] => {
    const name = withoutExtension(path.slice(path.lastIndexOf("/") + 1));
    return requestItem(members(read(path, reading)), name)
      .map((item) => ({ path, item }));
  });
  const placeOf = ({ path }: Placed) => reading.order.get(path) ?? Infinity;
  return [...folders, ...requests].toSorted((a, b) => {
    const [first, second] = [placeOf(a), placeOf(b)];
    return first === second ? 0 : first - second;
  }).map(({ item }) => item);
}

function inlineItems(list: readonly Json[]): ImportedItem[] {
  return list.map(members).flatMap((item, index) =>
    Array.isArray(item.items)
      ? [folderItem(item, {
        name: `folder ${index + 1}`,
        items: inlineItems(item.items),
      })]
      : requestItem(item, `request ${index + 1}`)
  );
}

function folderItem(
  root: Record<string, Json>,
  { name, items }: { name: string; items: ImportedItem[] },
): ImportedItem {
  const info = members(root.info);
  const seq = Number(textOf(info.seq));
  return {
    kind: "folder",
    fileName: name,
    name: textOf(info.name) || name,
    ...docs(root.docs),
    ...(isMapping(root.request) && { defaults: root.request as FileDefaults }),
    ...(seq > 0 && { seq }),
    items,
  };
}

/** What is not a request of HTTP (a data file, another protocol) is left out. */
function requestItem(
  root: Record<string, Json>,
  name: string,
): ImportedItem[] {
  if (!isHttp(root)) return [];
  const info = members(root.info);
  const seq = Number(textOf(info.seq));
  return [{
    kind: "request",
    fileName: name,
    request: {
      ...root,
      ...(root.docs !== undefined && { docs: docText(root.docs) }),
      info: {
        ...info,
        name: textOf(info.name) || name,
        type: textOf(info.type) ||
          (isMapping(root.graphql) ? "graphql" : "http"),
        ...(seq > 0 && { seq }),
      },
    } as FileRequest,
  }];
}

function environment(
  root: Record<string, Json>,
  name: string,
): ImportedEnvironment {
  return {
    name: textOf(root.name) || name,
    variables: elements(root.variables).map(
      members,
    ) as unknown as FileVariable[],
  };
}

function isEnvironment(path: string): boolean {
  return /^environments\/[^/]+$/.test(path);
}

function docs(value: Json): { docs?: string } {
  const text = docText(value);
  return text === undefined ? {} : { docs: text };
}

function docText(value: Json): string | undefined {
  return textOf(value) ?? textOf(members(value).content);
}
