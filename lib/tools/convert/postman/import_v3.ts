import {
  aboutFolder,
  GLOBALS_NAME,
  V3_FOLDER,
  V3_FORMAT,
  withoutExtension,
} from "../../../core/collection/format.ts";
import {
  buildTree,
  type FolderTree,
} from "../../../core/collection/read/tree/folder_tree.ts";
import { DESCRIPTOR_SET } from "../../../core/collection/stream_types.ts";
import {
  vaultNames,
  withoutPadding,
} from "../../../core/collection/v3/vault.ts";
import { isV3Path, parseV3 } from "../../../core/collection/v3/parse_v3.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { formatYamlPath } from "../../../core/source/origin.ts";
import {
  cannotImport,
  elements,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import { flowNotes } from "../flow_notes.ts";
import { fileNotes, namedIn, pathBelow } from "../named_files.ts";
import type {
  FileAuth,
  FileDefaults,
  FileRequest,
  FileVariable,
} from "../open_collection.ts";
import { SecretValues } from "../secrets/secret_values.ts";
import { sourceName } from "../source_name.ts";
import type {
  ImportedEnvironment,
  ImportedItem,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { composed, type PostmanCollection } from "./compose.ts";
import { countV3, exampleOwner, isExample } from "./count_postman.ts";
import { v3Examples } from "./v3_examples.ts";

interface Reading {
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: Diagnostic[];
  readonly notes: ImportNote[];
  readonly secrets: SecretValues;
  /** Of a collection: its paths start at its own folder, wherever the source begins. */
  readonly hasFile: ImportSource["hasFile"];
}

/** Whether a folder has trees that Postman 12 writes. */
export function isTree(files: ReadonlyMap<string, string>): boolean {
  return [...files.keys()].some((path) =>
    V3_FORMAT.extensions.some((end) => path.endsWith(end)) ||
    aboutFolder(path, V3_FORMAT) !== undefined
  );
}

/** Imports the trees that Postman 12 writes: a collection, or a repository with several. */
export function importV3(source: ImportSource): ImportResult {
  const { name, files, hasFile } = source;
  const reading: Reading = {
    files,
    diagnostics: [],
    notes: [],
    secrets: new SecretValues(),
    hasFile,
  };
  const collections = rootsIn(files).map((root) =>
    collectionOf(root, source, {
      ...reading,
      hasFile: hasFile && ((path) => hasFile(pathBelow(root, path))),
    })
  );
  const environments = [...files.keys()].filter(isEnvironment).toSorted()
    .flatMap((path) => environmentOf(path, reading));
  const { diagnostics, notes, secrets } = reading;
  if (diagnostics.length > 0) return { diagnostics };
  if (collections.length + environments.length === 0) {
    return { diagnostics: [cannotImport(name, "it contains no collection")] };
  }
  const value = composed({
    collections,
    environments,
    secrets,
    notes,
    counts: countV3(files),
    vault: vaultNames(files).keys(),
  });
  return { value, diagnostics };
}

/** The folders of the collections: those of a workspace, or all of the source. */
function rootsIn(files: ReadonlyMap<string, string>): string[] {
  const roots = [...files.keys()].flatMap((path) => {
    const [, root] = /^((?:.*\/)?(?:postman\/)?collections\/[^/]+\/)/
      .exec(path) ?? [];
    return root !== undefined && isPart(path) ? root : [];
  });
  return roots.length > 0 ? [...new Set(roots)].toSorted() : [""];
}

function isPart(path: string): boolean {
  return isV3Path(path) && !isEnvironment(path);
}

function isEnvironment(path: string): boolean {
  return /\.(?:environment|globals)\.ya?ml$/.test(path);
}

function collectionOf(
  root: string,
  source: ImportSource,
  reading: Reading,
): PostmanCollection {
  const inside = [...reading.files.keys()].filter((path) =>
    path.startsWith(root) && isPart(path) && !path.startsWith("../")
  );
  const tree = buildTree(inside.map((it) => it.slice(root.length)), V3_FORMAT);
  const level = levelOf(tree, root, reading);
  const folder = root.split("/").at(-2) ?? sourceName(source);
  for (const path of reading.files.keys()) {
    if (path.startsWith(root) && isExample(path)) {
      noteLost(path, reading);
    }
  }
  return {
    name: level.name ?? (folder || "Postman collection"),
    ...(level.docs !== undefined && { docs: level.docs }),
    ...(level.defaults && { defaults: level.defaults }),
    items: itemsOf(tree, root, reading),
  };
}

/** An example whose request is gone is named. */
function noteLost(path: string, { files, notes }: Reading): void {
  const owner = exampleOwner(path);
  const isThere = V3_FORMAT.extensions.some((end) => files.has(owner + end));
  if (isThere) return;
  notes.push({
    kind: "person",
    message: `Left out an example: its request "${owner}" does not exist`,
    source: { file: path },
    lost: { examples: 1 },
  });
}

interface Level {
  readonly name?: string;
  readonly docs?: string;
  readonly defaults?: FileDefaults;
  readonly order: number;
}

function levelOf(tree: FolderTree, root: string, reading: Reading): Level {
  if (tree.folderFile === undefined) return { order: Infinity };
  const path = root + tree.folderFile;
  const form = read(path, reading);
  const info = members(form.info);
  const request = members(form.request);
  const variables = variablesOf(request.variables, reading);
  const defaults = {
    ...request,
    ...(request.variables !== undefined && { variables }),
  } as FileDefaults;
  noteFlow(defaults.auth, path, reading);
  return {
    ...nameOf(info),
    ...docsOf(form.docs),
    ...(Object.keys(defaults).length > 0 && { defaults }),
    order: orderOf(info),
  };
}

function nameOf(info: Record<string, RawJson>): { name?: string } {
  const name = jsonTextOf(info.name);
  return name ? { name } : {};
}

function orderOf({ seq }: Record<string, RawJson>): number {
  const order = Number(jsonTextOf(seq) ?? NaN);
  return Number.isFinite(order) ? order : Infinity;
}

/** What a folder holds, in Postman's order. */
function itemsOf(
  tree: FolderTree,
  root: string,
  reading: Reading,
): ImportedItem[] {
  const items: { order: number; name: string; item: ImportedItem }[] = [];
  for (const folder of tree.folders) {
    const level = levelOf(folder, root, reading);
    const own = folder.path.slice(folder.path.lastIndexOf("/") + 1);
    const { name = own, order, docs, defaults } = level;
    items.push({
      order,
      name,
      item: {
        kind: "folder",
        name,
        ...(docs !== undefined && { docs }),
        ...(defaults && { defaults }),
        items: itemsOf(folder, root, reading),
      },
    });
  }
  for (const path of tree.requests) {
    const { order, request, item } = requestOf(root + path, reading);
    items.push({ order, name: request.info.name, item });
  }
  const key = ({ name }: { name: string }) => name.toLowerCase();
  return items.toSorted((a, b) =>
    a.order === b.order
      ? key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0
      : a.order - b.order
  ).map(({ item }) => item);
}

function requestOf(path: string, reading: Reading) {
  const form = read(path, reading);
  const { seq: _, ...info } = members(form.info);
  const own = withoutExtension(path.slice(path.lastIndexOf("/") + 1));
  const examples = v3Examples(path, reading.files);
  const request = {
    ...form,
    info: { ...info, ...{ name: own }, ...nameOf(info) },
    ...(examples.length > 0 && { examples }),
    ...docsOf(form.docs),
  } as unknown as FileRequest;
  const item: ImportedItem = { kind: "request", request };
  const { http, graphql, websocket, grpc } = request;
  const proto = jsonTextOf(grpc?.protoFilePath) ?? "";
  const named = [
    ...namedIn(http?.body),
    ...proto.startsWith(DESCRIPTOR_SET) ? [] : [proto],
  ];
  for (const said of fileNotes(named, reading.hasFile)) {
    reading.notes.push({ ...said, source: { file: path }, item });
  }
  noteFlow((http ?? graphql ?? websocket ?? grpc)?.auth, path, reading, item);
  return { order: orderOf(members(form.info)), request, item };
}

/** Names an OAuth 2 flow that Brace does not speak as Postman does. */
function noteFlow(
  auth: FileAuth | undefined,
  file: string,
  { notes }: Reading,
  item?: ImportedItem,
): void {
  for (const message of flowNotes(auth)) {
    notes.push({
      kind: "person",
      message,
      source: { file },
      ...(item && { item }),
    });
  }
}

function docsOf(value: RawJson): { docs?: string } {
  const text = jsonTextOf(value) ?? jsonTextOf(members(value).content);
  return text?.trim() ? { docs: text } : {};
}

function environmentOf(path: string, reading: Reading): ImportedEnvironment[] {
  const form = read(path, reading);
  const isGlobal = /\.globals\.ya?ml$/.test(path);
  const own = path.slice(path.lastIndexOf("/") + 1)
    .replace(/\.(?:environment|globals)\.ya?ml$/, "");
  const name = jsonTextOf(form.name) || (isGlobal ? GLOBALS_NAME : own);
  return [{
    name,
    ...(isGlobal && { isGlobal }),
    variables: variablesOf(form.variables, reading, name),
  }];
}

/** Variables; the values of secrets go to `.env`, which also waits for those that the source lacks. */
function variablesOf(
  value: RawJson,
  { secrets }: Reading,
  environment?: string,
): FileVariable[] {
  return (elements(value) as readonly FileVariable[]).map((row) => ({
    ...row,
    ...(row.secret && typeof (row.value ?? "") === "string" &&
      secrets.variable(row.name, `${row.value ?? ""}`, environment)),
  }));
}

/** The OpenCollection form of a file. */
function read(path: string, reading: Reading): Record<string, RawJson> {
  const text = reading.files.get(path) ?? "";
  const inside = isV3Path(path) && path.endsWith(`${V3_FOLDER}/definition.yaml`)
    ? `folder/${path}`
    : path;
  const parsed = parseV3({ path: inside, shown: path }, text);
  for (const diagnostic of parsed.diagnostics) {
    const { location, severity, message } = diagnostic;
    if (severity === "error") reading.diagnostics.push(diagnostic);
    else {
      const keys = formatYamlPath([...location?.keys ?? []]);
      reading.notes.push({
        kind: "person",
        message,
        source: { file: path, ...(keys && { path: keys }) },
        ...lostBy(message),
      });
    }
  }
  return withoutPadding(parsed.document?.root ?? {}) as Record<string, RawJson>;
}

/** Reads from a warning what was lost, so that the account of the import adds up. */
function lostBy(message: string): Pick<ImportNote, "lost"> {
  const [, list] = /^Ignored "(scripts|variables|values)[.[]/.exec(message) ??
    [];
  if (list === undefined) return {};
  return { lost: list === "scripts" ? { scripts: 1 } : { variables: 1 } };
}
