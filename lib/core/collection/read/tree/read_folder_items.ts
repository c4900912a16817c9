import type { Diagnostic } from "../../../source/diagnostic.ts";
import { beginsConflict } from "../../../source/merge_conflict.ts";
import { nearest } from "../../../source/nearest.ts";
import type { Text } from "../../../source/origin.ts";
import { pushAll } from "../../../source/push_all.ts";
import type { Folder, Item, Request, UnsupportedItem } from "../../types.ts";
import { REQUEST_TYPES } from "../../request_types.ts";
import type { YamlNode } from "../../yaml/node.ts";
import { CONFIG_FILE, V3_FORMAT, withoutExtension } from "../../format.ts";
import { type FolderReading, keepReading, readFile } from "./folder_reading.ts";
import { inRunOrder } from "./in_run_order.ts";
import { readFolder, type ReadLevel } from "../read_defaults.ts";
import type { FolderTree } from "./folder_tree.ts";
import { ITEM_INFO } from "../../shape/item.ts";
import { type ReadContext, readRequest } from "../read_request.ts";

/** Reads the request files of a folder collection, with its folders. */
export function readFolderItems(
  tree: FolderTree,
  inherited: Inherited,
  reading: FolderReading,
): Item[] {
  return readTree(tree, inherited, reading);
}

/** What the folder's own file gives to what is in it. */
interface Inherited {
  readonly settings: ReadLevel["settings"];
  readonly order: readonly Text[];
}

function readTree(
  tree: FolderTree,
  { settings, order }: Inherited,
  reading: FolderReading,
): Item[] {
  const items: Item[] = [];
  const empty = new Set<Item>();
  const before = reading.diagnostics.length;
  for (const folder of tree.folders) {
    const read = readTreeFolder(folder, settings, reading);
    items.push(read);
    if (read.items.length === 0 && folder.folderFile === undefined) {
      empty.add(read);
    }
  }
  for (const path of tree.requests) {
    const read = readRequestFile(path, settings, reading);
    if (read) items.push(read);
  }
  // A name that nothing has may be that of a file with an error.
  const isBroken = order.length > 0 &&
    hasErrors(filesIn(tree), reading, reading.diagnostics.slice(before));
  const ordered = inRunOrder(items, {
    named: true,
    order,
    mixed: reading.format.mixed ?? false,
    report: (diagnostic) => {
      if (!isBroken) reading.diagnostics.push(diagnostic);
    },
  });
  // They have a place, and are no part of the collection.
  return empty.size === 0 ? ordered : ordered.filter((it) => !empty.has(it));
}

/** The files that may name what a folder has in it. */
function filesIn({ requests, folders }: FolderTree): string[] {
  return [
    ...requests,
    ...folders.flatMap(({ folderFile }) => folderFile ?? []),
  ];
}

function hasErrors(
  paths: readonly string[],
  { shown }: FolderReading,
  found: readonly Diagnostic[],
): boolean {
  const files = new Set(paths.map(shown));
  return found.some(({ severity, location }) =>
    severity === "error" && files.has(location?.file ?? "")
  );
}

/** What no file of a folder changed in is the same folder as before. */
function readTreeFolder(
  tree: FolderTree,
  settings: ReadLevel["settings"],
  reading: FolderReading,
): Folder {
  if (reading.kept === undefined) return readNewFolder(tree, settings, reading);
  return keepReading(
    `${tree.path}/`,
    [settings, tree, ...textsIn(tree, reading)],
    reading,
    (own) => readNewFolder(tree, settings, own),
  );
}

/** The texts of a folder's files, and of those in the folders inside. */
function textsIn(
  tree: FolderTree,
  reading: Pick<FolderReading, "files">,
): (string | undefined)[] {
  const { files } = reading;
  const texts = tree.requests.map((path) => files.get(path));
  if (tree.folderFile !== undefined) texts.push(files.get(tree.folderFile));
  for (const folder of tree.folders) {
    pushAll(texts, textsIn(folder, reading));
  }
  return texts;
}

function readNewFolder(
  tree: FolderTree,
  settings: ReadLevel["settings"],
  reading: FolderReading,
): Folder {
  const unsaid = {
    name: tree.path.slice(tree.path.lastIndexOf("/") + 1),
    tags: [],
  };
  const { info, level, order } = tree.folderFile === undefined
    ? readFolder(undefined, settings)
    : keepReading(
      tree.folderFile,
      [reading.files.get(tree.folderFile), settings],
      reading,
      (own) => readFolder(readFile(tree.folderFile!, own), settings),
    );
  const items = readTree(tree, { settings: level.settings, order }, reading);
  return {
    kind: "folder",
    ...unsaid,
    ...info,
    path: tree.path,
    defaults: level.defaults,
    items,
  };
}

function readRequestFile(
  path: string,
  settings: ReadLevel["settings"],
  reading: FolderReading,
): Item | undefined {
  const from = [reading.files.get(path), settings];
  return keepReading(
    path,
    from,
    reading,
    (own) => readItemFile(path, settings, own),
  );
}

function readItemFile(
  path: string,
  settings: ReadLevel["settings"],
  reading: FolderReading,
): Item | undefined {
  const node = readPossibleRequest(path, reading);
  if (!node) return undefined;
  if (!node.isMapping()) {
    warnAboutOtherKind(node);
    return undefined;
  }
  const type = itemType(node);
  if (type === undefined) {
    if (isConfig(path, node)) warnAboutConfig(node);
    else warnAboutLikelyRequest(node);
    return undefined;
  }
  const name = withoutExtension(path.slice(path.lastIndexOf("/") + 1));
  return readItem(node, type, { path, name, settings });
}

/**
 * Other tools keep YAML in the same folders, with templates or several
 * documents in a file: one that is malformed and has no key of a request must
 * not stop the run, unless a merge left it so.
 */
function readPossibleRequest(
  path: string,
  reading: FolderReading,
): YamlNode | undefined {
  const before = reading.diagnostics.length;
  const node = readFile(path, reading);
  const text = reading.files.get(path) ?? "";
  if (!node && !isLikelyRequestText(path, text) && !beginsConflict(text)) {
    for (const diagnostic of reading.diagnostics.slice(before)) {
      diagnostic.severity = "warning";
    }
  }
  return node;
}

/** Says that a file holds nothing, text, or requests in a list; other lists are data of the user's. */
function warnAboutOtherKind(node: YamlNode): void {
  if (Array.isArray(node.value) && !node.list().some(isLikelyRequest)) return;
  if (node.present) {
    return node.report({
      code: "UNSUPPORTED",
      severity: "warning",
      message:
        `Ignored "${node.name}": a request is a mapping, this is ${node.kind}`,
    });
  }
  node.report({
    code: "UNSUPPORTED",
    severity: "warning",
    message: `Ignored "${node.name}": it has no content`,
    location: { file: node.at.file },
  });
}

function isLikelyRequest(node: YamlNode): boolean {
  const keys = node.keys();
  return ["info", ...REQUEST_TYPES].some((key) => keys.includes(key)) ||
    isUnwrapped(keys);
}

/** A request whose details are not under `http`. */
function isUnwrapped(keys: readonly string[]): boolean {
  return keys.includes("method") && keys.includes("url");
}

/** The method under which a request has its details, as a `.bru` file has them. */
function methodBlock(node: YamlNode): string | undefined {
  return node.keys().find((key) =>
    /^(?:get|post|put|patch|delete|head|options)$/i.test(key) &&
    node.get(key).isMapping() && node.get(key).has("url")
  );
}

/** Whether a file is the defaults of runs, which count at the collection's root only. */
function isConfig(path: string, node: YamlNode): boolean {
  return /\/brace\.ya?ml$/.test(path) &&
    node.keys().some((key) => key === "run" || key === "profiles");
}

function warnAboutConfig(node: YamlNode): void {
  node.report({
    code: "UNSUPPORTED",
    severity: "warning",
    message:
      `Ignored "${node.name}": ${CONFIG_FILE} has an effect only beside the collection file (move it there)`,
  });
}

/** The details of a request that stand under `info`. */
function indentedTooFar(node: YamlNode): string | undefined {
  const info = node.get("info");
  const type = REQUEST_TYPES.find((one) => info.get(one).isMapping());
  return type && `info.${type}`;
}

/** Says why a file was left out that looks like a request with a mistake in it. */
function warnAboutLikelyRequest(node: YamlNode): void {
  const keys = node.keys();
  if (
    keys.some((key) =>
      ["opencollection", "openapi", "swagger", "asyncapi"].includes(key)
    )
  ) {
    return;
  }
  const mistyped = methodBlock(node) ??
    keys.find((key) => nearest(key, REQUEST_TYPES) !== undefined) ??
    indentedTooFar(node);
  if (
    !keys.includes("info") && mistyped === undefined && !isUnwrapped(keys)
  ) return;
  node.report({
    code: "UNSUPPORTED",
    severity: "warning",
    message:
      `Ignored "${node.name}": a request needs "info.type" or the key "http"` +
      (mistyped === undefined ? "" : ` (found "${mistyped}")`),
  });
}

/** Whether a file that cannot be read was meant to be a request: it has a key of one. */
export function isLikelyRequestText(path: string, text: string): boolean {
  return path.endsWith(".bru") ||
    V3_FORMAT.extensions.some((one) => path.endsWith(one)) ||
    // The first key of `{…}`, or one at the start of a line, in quotes or not.
    /^(?:\{\s*)?(["']?)(?:info|http|graphql|grpc|websocket)\1[ \t]*:/m.test(
      text,
    );
}

/** Types that other programs have, which are no misspelt one of these. */
const OTHER_TYPES = ["mqtt", "socketio", "socket.io", "mcp", "llm"];
/** Types of items that are not requests and need no mention. */
const SILENT_TYPES = ["script", "workspace"];

/**
 * The type of an item: `info.type`, or the key that holds its details.
 * Undefined for a mapping that is not an item at all, such as an OpenAPI document.
 */
export function itemType(node: YamlNode): string | undefined {
  const written = node.get("info").get("type").value ?? node.get("type").value;
  if (typeof written === "string" && written !== "") return written;
  return REQUEST_TYPES.find((type) => node.get(type).present);
}

/** Reads an item that is not a folder. */
export function readItem(
  node: YamlNode,
  type: string,
  context: Omit<ReadContext, "type">,
): Request | UnsupportedItem | undefined {
  if (SILENT_TYPES.includes(type)) return undefined;
  const known = REQUEST_TYPES.find((one) => one === type);
  if (known) return readRequest(node, { ...context, type: known });
  if (!OTHER_TYPES.includes(type)) {
    if (nearest(type, REQUEST_TYPES) !== undefined) {
      node.get("info").get("type").wrongWord(type, REQUEST_TYPES);
      return undefined;
    }
  }
  const url = node.get(type).get("url");
  return {
    kind: "unsupported",
    name: context.name,
    ...(ITEM_INFO.read(node.get("info")) ?? { tags: [] }),
    path: context.path,
    type,
    ...(typeof url.value === "string" &&
      { url: { text: url.value, at: url.at } }),
    at: node.at,
  };
}
