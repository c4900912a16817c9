import { DESCRIPTOR_SET } from "../../core/collection/stream_types.ts";
import { readByPattern } from "../check/script/read_by_pattern.ts";
import {
  candidatePaths,
  folderOf,
  isFilePath,
} from "../../core/collection/required/module_path.ts";
import { elements, jsonTextOf, members, type RawJson } from "./json.ts";
import { insidePath, wayToOutside } from "./named_files.ts";
import type { FileRequest, FileScript } from "./open_collection.ts";
import type { Imported, ImportedItem, ImportNote } from "./types.ts";

/** The files beside a source, which requests and scripts name. */
export interface FilesBeside {
  /** Whether there is a file of a path relative to the folder. */
  has(path: string): boolean;
  /** Its text; undefined where it cannot be read. */
  text(path: string): Promise<string | undefined>;
}

/** What goes along with a collection. */
export interface NeededFiles {
  /** Paths relative to the folder, the same where they go to. */
  readonly copies: readonly string[];
  /** The code of the modules among them, by the path. */
  readonly modules: ReadonlyMap<string, string>;
  /** The texts of the JSON files among them that scripts require. */
  readonly data: ReadonlyMap<string, string>;
  /** Those whose bytes matter, as a request sends them. */
  readonly sent: ReadonlySet<string>;
  /** Names of packages that scripts require. */
  readonly packages: ReadonlySet<string>;
  readonly notes: readonly ImportNote[];
}

/** What names a file. */
interface Use {
  readonly item?: ImportedItem;
  /** Such as `a request sends`. */
  readonly why: string;
  /** Whether it is switched off: the file goes along, and nobody misses it. */
  readonly isOff?: boolean;
}

interface Collecting {
  readonly beside: FilesBeside;
  readonly copies: Set<string>;
  readonly packages: Set<string>;
  /** By the path, so that each is named once. */
  readonly notes: Map<string, ImportNote>;
  /** Modules to look into, and what has been seen. */
  readonly modules: { path: string; use: Use }[];
  /** Files whose bytes matter: of bodies, keys and certificates. */
  readonly sent: Set<string>;
}

const SENT = "a request sends it";
const REQUIRED = "a script requires it";
const DESCRIBED = "it describes what a request calls";
/** An import of a `.proto` file. */
const IMPORT = /^[ \t]*import[ \t]+(?:public[ \t]+|weak[ \t]+)?"([^"\n]+)"/gm;

/**
 * The files that a collection needs besides its own: modules that scripts
 * require, and those that these do, files of bodies and messages, keys,
 * certificates, `.proto` files with what they import.
 * What is outside of the folder, missing or named by a placeholder is noted.
 */
export async function neededFiles(
  { config, defaults, items }: Pick<Imported, "config" | "defaults" | "items">,
  beside: FilesBeside,
): Promise<NeededFiles> {
  const collecting: Collecting = {
    beside,
    copies: new Set(),
    packages: new Set(),
    notes: new Map(),
    modules: [],
    sent: new Set(),
  };
  const codes = new Map<string, string>();
  const data = new Map<string, string>();
  addCertificates(config, collecting);
  const { protoFiles, importPaths } = members(members(config).protobuf);
  for (const { path } of elements(protoFiles).map(members)) {
    addFile(jsonTextOf(path), { why: DESCRIBED }, collecting);
  }
  addScripts(defaults?.scripts, {}, collecting);
  addKey(defaults?.auth, {}, collecting);
  const stack = [...items];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") addRequest(item.request, item, collecting);
    else {
      addScripts(item.defaults?.scripts, { item }, collecting);
      addKey(item.defaults?.auth, { item }, collecting);
      for (const inner of item.items) stack.push(inner);
    }
  }
  // The list grows while it is gone through: modules require modules.
  for (const { path, use } of collecting.modules) {
    const code = await beside.text(path);
    if (code === undefined) continue;
    if (path.endsWith(".json")) {
      data.set(path, code);
      continue;
    }
    codes.set(path, code);
    for (const { name } of readByPattern({ code }).requires) {
      addModule(name, folderOf(path), use, collecting);
    }
  }
  const folders = elements(importPaths).map(members)
    .filter(({ disabled }) => disabled !== true)
    .map(({ path }) => jsonTextOf(path) ?? "");
  // The list grows here, too.
  for (const path of collecting.copies) {
    if (!path.endsWith(".proto")) continue;
    for (const [, name] of (await beside.text(path) ?? "").matchAll(IMPORT)) {
      const found = [...folders, folderOf(path), ""].map((folder) =>
        insidePath(`${folder}/${name}`.replace(/^\//, ""))
      ).find((one) => one !== undefined && beside.has(one));
      if (found !== undefined) collecting.copies.add(found);
    }
  }
  return {
    copies: [...collecting.copies].toSorted(),
    modules: codes,
    data,
    sent: collecting.sent,
    packages: collecting.packages,
    notes: [...collecting.notes.values()],
  };
}

function addRequest(
  { http, graphql, websocket, grpc, runtime }: FileRequest,
  item: ImportedItem,
  collecting: Collecting,
): void {
  addScripts(runtime?.scripts, { item }, collecting);
  addKey(
    (http ?? graphql ?? websocket ?? grpc)?.auth,
    { item },
    collecting,
  );
  const proto = jsonTextOf(grpc?.protoFilePath);
  if (!proto?.startsWith(DESCRIPTOR_SET)) {
    addFile(proto, { item, why: DESCRIBED }, collecting);
  }
  const message: RawJson = websocket?.message;
  const contents = Array.isArray(message)
    ? message.map((one) => members(members(one).message))
    : [members(message)];
  for (const { type, data } of contents) {
    const file = type === "binary"
      ? /^\s*@file\((.*)\)\s*$/.exec(jsonTextOf(data) ?? "")?.[1]
      : undefined;
    addFile(file?.trim(), { item, why: SENT }, collecting);
  }
  // A request can have several variants of a body, and sends one.
  const variants = Array.isArray(http?.body)
    ? elements(http.body).map(members)
    : [{ body: http?.body }];
  const sent = variants.find(({ selected }) => selected === true) ??
    variants[0];
  for (const variant of variants) {
    const { type, data } = members(variant.body);
    const rows = elements(data).map(members);
    const isSaid = rows.some(({ selected }) => selected !== undefined);
    for (const [index, row] of rows.entries()) {
      const isOff = variant !== sent ||
        (type === "file"
          ? isSaid ? row.selected !== true : index > 0
          : row.disabled === true);
      const values = type === "file"
        ? [row.filePath]
        : type === "multipart-form" && row.type === "file"
        ? Array.isArray(row.value) ? row.value : [row.value]
        : [];
      for (const value of values) {
        addFile(jsonTextOf(value), { item, why: SENT, isOff }, collecting);
      }
    }
  }
}

/** The key that a signature of OAuth 1 is made with. */
function addKey(
  auth: RawJson,
  { item }: Pick<Use, "item">,
  collecting: Collecting,
): void {
  const { type, value } = members(members(auth).privateKey);
  if (type !== "file") return;
  const why = "it signs requests";
  addFile(jsonTextOf(value), { ...(item && { item }), why }, collecting);
}

function addCertificates(config: RawJson, collecting: Collecting): void {
  for (
    const one of elements(members(config).clientCertificates).map(members)
  ) {
    const { certificateFilePath, privateKeyFilePath, pkcs12FilePath } = one;
    const why = "it is a client certificate or its key";
    for (
      const path of [certificateFilePath, privateKeyFilePath, pkcs12FilePath]
    ) {
      addFile(jsonTextOf(path), { why }, collecting);
    }
  }
}

function addScripts(
  scripts: readonly FileScript[] | undefined,
  { item }: Pick<Use, "item">,
  collecting: Collecting,
): void {
  const use = { ...(item && { item }), why: REQUIRED };
  for (const { code } of scripts ?? []) {
    for (const { name } of readByPattern({ code: code ?? "" }).requires) {
      addModule(name, "", use, collecting);
    }
  }
}

function addModule(
  name: string,
  folder: string,
  use: Use,
  collecting: Collecting,
): void {
  const { beside, copies, modules, packages } = collecting;
  if (!isFilePath(name)) {
    const [, own] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? [];
    if (own !== undefined) packages.add(own);
    return;
  }
  const paths = name.startsWith(".") ? insideOf(name, folder) : undefined;
  if (paths === undefined) {
    // No flag lets a script require it.
    const wayOut = "copy it into the collection and write its new path";
    note(`${folder}/${name}`, outside(name, use, wayOut), use, collecting);
    return;
  }
  const path = paths.find((one) => beside.has(one));
  if (path === undefined) {
    note(paths[0], missing(name, use), use, collecting);
  } else if (!copies.has(path)) {
    copies.add(path);
    modules.push({ path, use });
  }
}

/** The paths that a module may have; undefined outside of the collection. */
function insideOf(name: string, folder: string): string[] | undefined {
  try {
    return candidatePaths({ root: () => "", folder }, name);
  } catch {
    return undefined;
  }
}

function addFile(
  written: string | undefined,
  use: Use,
  collecting: Collecting,
): void {
  if (written === undefined || written === "") return;
  if (written.includes("{{")) {
    const state = `not copied, as its path has placeholders and ${use.why}`;
    const wayOut = "put it into the folder";
    note(
      written,
      `The file "${written}" is ${state}: ${wayOut}`,
      use,
      collecting,
    );
    return;
  }
  const path = insidePath(written);
  if (path === undefined) {
    const wayOut = wayToOutside(written);
    note(written, outside(written, use, wayOut), use, collecting);
  } else if (collecting.beside.has(path)) {
    collecting.copies.add(path);
    collecting.sent.add(path);
  } else note(path, missing(written, use), use, collecting);
}

function outside(name: string, { why }: Use, wayOut: string): string {
  return `The file "${name}" is not copied, as it is outside the source's folder, and ${why}: ${wayOut}`;
}

function missing(name: string, { why }: Use): string {
  return `The file "${name}" is not copied, as the source does not have it, and ${why}: put it into the collection's folder`;
}

function note(
  key: string,
  message: string,
  { item, isOff }: Use,
  { notes }: Collecting,
): void {
  if (isOff || notes.has(key)) return;
  notes.set(key, { kind: "person", message, ...(item && { item }) });
}
