import {
  bruKind,
  convertBlocks,
  parseBru,
} from "../../../core/collection/bru/parse_bru.ts";
import type { BruBlock } from "../../../core/collection/bru/shape.ts";
import { withoutExtension } from "../../../core/collection/format.ts";
import type { FolderTree } from "../../../core/collection/read/tree/folder_tree.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { jsonTextOf, members } from "../json.ts";
import type {
  FileDefaults,
  FileRequest,
  FileVariable,
} from "../open_collection.ts";
import type { SecretValues } from "../secrets/secret_values.ts";
import type {
  ImportedEnvironment,
  ImportedFolder,
  ImportedItem,
  ImportNote,
  ImportOptions,
  SourcePlace,
} from "../types.ts";
import {
  blocksOf,
  type BlockSummary,
  examplesIn,
  unsentBodies,
  vaultSecrets,
} from "./count_bru.ts";
import type { ExportedFolder } from "./exported_folder.ts";
import { examplesOf } from "./read_example.ts";

/** A folder of `.bru` files while it is imported. */
export interface Importing {
  readonly files: ReadonlyMap<string, string>;
  /** What the files are, where the app exported them as one. */
  readonly exported?: ExportedFolder & { readonly main: string };
  readonly diagnostics: Diagnostic[];
  readonly notes: ImportNote[];
  readonly secrets: SecretValues;
  /** Bodies that requests have and do not send. */
  readonly unsent: { readonly block: string; readonly path: string }[];
  readonly isThere: ImportOptions["isThere"];
}

/** The folders and requests of a tree, in Bruno's order of folders first. */
export function readItems(
  tree: FolderTree,
  importing: Importing,
): ImportedItem[] {
  const folders = tree.folders.map((folder) => folderOf(folder, importing));
  const requests = tree.requests.flatMap((path): ImportedItem[] => {
    const root = read(path, importing);
    if (!root) return [];
    const blocks = summaryOf(path, importing);
    const { http, graphql } = root as Partial<FileRequest>;
    const mode = graphql ? "graphql" : jsonTextOf(members(http?.body).type);
    for (const block of unsentBodies(blocks, mode ?? "none")) {
      importing.unsent.push(
        importing.exported
          ? { block: block.slice("body:".length), path: withoutExtension(path) }
          : { block, path },
      );
    }
    const saved = examplesIn(blocks) > 0
      ? examplesOf(path, importing.files.get(path) ?? "")
      : [];
    const examples = examplesIn(blocks) - saved.length;
    const fileName = withoutExtension(path.slice(path.lastIndexOf("/") + 1));
    const info = root.info as Partial<FileRequest["info"]>;
    const request = {
      ...root,
      info: {
        ...info,
        name: info.name ?? fileName,
        // As Bruno has it where there is no number.
        seq: Number.isFinite(Number(info.seq)) ? Number(info.seq) : 1,
      },
      ...(saved.length > 0 && { examples: saved }),
    } as FileRequest;
    const item: ImportedItem = {
      kind: "request",
      fileName,
      path,
      request: trimmed(request),
    };
    if (examples > 0) {
      importing.notes.push({
        kind: "person",
        message: `Left out ${examples} saved example${
          examples === 1 ? "" : "s"
        }: write ${examples === 1 ? "it" : "them"} under examples`,
        source: placeOf(path, importing),
        item,
        lost: { examples },
      });
    }
    return [item];
  });
  return [...folders, ...requests];
}

function folderOf(tree: FolderTree, importing: Importing): ImportedFolder {
  const level = tree.folderFile === undefined
    ? undefined
    : read(tree.folderFile, importing);
  const seq = Number(textUnder(level ?? {}, ["info", "seq"]));
  const defaults = defaultsOf(level);
  const fileName = tree.path.slice(tree.path.lastIndexOf("/") + 1);
  return {
    kind: "folder",
    fileName,
    path: tree.path,
    name: textUnder(level ?? {}, ["info", "name"]) ?? fileName,
    ...docsOf(level),
    ...(defaults && { defaults }),
    ...(Number.isFinite(seq) && { seq }),
    items: readItems(tree, importing),
  };
}

/** An environment; secrets that have no value wait for one in `.env`. */
export function environmentOf(
  path: string,
  importing: Importing,
): ImportedEnvironment {
  const root = read(path, importing) ?? {};
  const { exported, secrets } = importing;
  const name = exported?.names.get(path) ??
    withoutExtension(path.slice(path.lastIndexOf("/") + 1));
  const values = exported?.values.get(path);
  const color = exported?.colors.get(path) ?? textUnder(root, ["color"]);
  const variables = (root.variables ?? []) as FileVariable[];
  const stored = root.externalSecrets as
    | { readonly variables: readonly unknown[] }
    | undefined;
  const lost = vaultSecrets(summaryOf(path, importing)) -
    (stored?.variables.length ?? 0);
  if (lost > 0) {
    importing.notes.push({
      kind: "person",
      message:
        "Left out the secrets of all stores except the last: an environment can use only one",
      source: placeOf(path, importing),
      lost: { variables: lost },
    });
  }
  return {
    name,
    ...(color !== undefined && { color }),
    ...(stored && { stored }),
    variables: variables.map((variable) =>
      variable.secret
        ? {
          ...variable,
          ...secrets.variable(
            variable.name,
            values?.get(variable.name) ?? "",
            name,
          ),
        }
        : variable
    ),
  };
}

/** Bruno's own converter takes blanks off the ends of scripts. */
function trimmed(request: FileRequest): FileRequest {
  const { runtime } = request;
  return {
    ...request,
    ...(runtime?.scripts && {
      runtime: {
        ...runtime,
        scripts: runtime.scripts.map((script) => ({
          ...script,
          code: script.code.trim(),
        })),
      },
    }),
  };
}

/** The OpenCollection form of a file. */
export function read(
  path: string,
  { files, exported, diagnostics }: Importing,
): Record<string, unknown> | undefined {
  const blocks = exported?.blocks.get(path);
  if (blocks) return convertBlocks(bruKind(path), blocks);
  const parsed = parseBru(path, files.get(path) ?? "", { kind: bruKind(path) });
  diagnostics.push(...parsed.diagnostics);
  return parsed.document?.root as Record<string, unknown> | undefined;
}

/** What a level hands down. */
export function defaultsOf(
  level: Record<string, unknown> | undefined,
): FileDefaults | undefined {
  return level && isFilled(level.request)
    ? level.request as FileDefaults
    : undefined;
}

/** What a level says of itself. */
export function docsOf(level: Record<string, unknown> | undefined) {
  return typeof level?.docs === "string" ? { docs: level.docs } : {};
}

/** A text at the end of a way of keys; none where it is empty. */
export function textUnder(
  mapping: Record<string, unknown>,
  keys: readonly string[],
): string | undefined {
  const value = valueUnder(mapping, keys);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value at the end of a way of keys. */
export function valueUnder(mapping: unknown, keys: readonly string[]): unknown {
  let value = mapping;
  for (const key of keys) {
    value = typeof value === "object" && value !== null
      ? Reflect.get(value, key)
      : undefined;
  }
  return value;
}

/** Whether a mapping has members. */
export function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null &&
    Object.keys(value).length > 0;
}

/** The blocks of a file: their names, and how much is in them. */
function summaryOf(
  path: string,
  { files, exported }: Importing,
): BlockSummary[] {
  const blocks = exported?.blocks.get(path);
  return blocks ? blocks.map(summary) : blocksOf(files.get(path) ?? "");
}

function summary({ name, pairs, text }: BruBlock): BlockSummary {
  const isBlank = text ? text.text.trim() === "" : pairs.length === 0;
  return { name, rows: pairs.length, isBlank };
}

/** Where a note points to: the file, or the place in the export that stands for it. */
function placeOf(path: string, { exported }: Importing): SourcePlace {
  const place = exported?.places.get(path);
  return exported && place !== undefined
    ? { file: exported.main, path: place }
    : { file: path };
}
