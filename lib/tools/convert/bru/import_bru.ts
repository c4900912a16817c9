import { bruKind, parseBru } from "../../../core/collection/bru/parse_bru.ts";
import { readBrunoJson } from "../../../core/collection/bru/read_bruno_json.ts";
import { withoutExtension } from "../../../core/collection/format.ts";
import {
  buildTree,
  type FolderTree,
} from "../../../core/collection/read/tree/folder_tree.ts";
import { BRU_FORMAT } from "../../../core/collection/format.ts";
import {
  countBru,
  examplesIn,
  unsentBodies,
  vaultSecrets,
} from "./count_bru.ts";
import { readDotenv } from "../../../core/collection/read/read_dotenv.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { partOnly } from "../unknown_kind.ts";
import { elements, jsonTextOf, members } from "../json.ts";
import { type FilesBeside, neededFiles } from "../needed_files.ts";
import type {
  FileDefaults,
  FileRequest,
  FileVariable,
} from "../open_collection.ts";
import { SecretValues } from "../secret_values.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportedFolder,
  ImportedItem,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";

interface Importing {
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: Diagnostic[];
  readonly notes: ImportNote[];
  readonly secrets: SecretValues;
  /** Bodies that requests have and do not send. */
  readonly unsent: { readonly block: string; readonly path: string }[];
}

/** Imports a folder of Bruno's `.bru` files, or one request file. */
export async function importBru(source: ImportSource): Promise<ImportResult> {
  const { name, files, main } = source;
  if (source.partOf !== undefined) return { diagnostics: [partOnly(source)] };
  const importing: Importing = {
    files,
    diagnostics: [],
    notes: [],
    secrets: new SecretValues(variableNames(files)),
    unsent: [],
  };
  for (const [env, value] of dotenvOf(importing)) {
    importing.secrets.addLine(env, value);
  }
  const config = configOf(importing);
  const ignored = list(config, ["extensions", "bruno", "ignore"]);
  const paths = [...files.keys()].filter((path) =>
    path.endsWith(".bru") && path !== "collection.bru" &&
    bruKind(path) !== "environment" &&
    !path.split("/").some((part) => ignored.includes(part))
  );
  const tree = buildTree(paths, BRU_FORMAT);
  const level = files.has("collection.bru")
    ? read("collection.bru", importing)
    : undefined;
  const items = readItems(tree, importing);
  const environments = [...files.keys()].filter((path) =>
    bruKind(path) === "environment" && path.endsWith(".bru")
  ).toSorted().map((path) => environmentOf(path, importing));
  const { diagnostics, notes, secrets } = importing;
  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { diagnostics };
  }
  const defaults = defaultsOf(level) ?? {};
  noteRoots(importing);
  noteUnsent(importing);
  const needed = await neededFiles(
    { ...config, defaults, items },
    filesBeside(source),
  );
  const settings = config.config;
  const flow = text(config, ["extensions", "bruno", "scripts", "flow"]);
  // What says what files were made of is of other files.
  const { source: _, ...ownBrace } = members(members(config.extensions).brace);
  const brace = { ...(flow !== undefined && { flow }), ...ownBrace };
  const variables = [...(defaults.variables ?? []), ...secrets.variables];
  const value: Imported = {
    name: text(config, ["info", "name"]) ??
      withoutExtension(main ?? name.replace(/^.*[/\\]/, "")),
    ...docsOf(level),
    defaults: { ...defaults, ...(variables.length > 0 && { variables }) },
    ...(isFilled(settings) && { config: settings as Record<string, unknown> }),
    ...((isFilled(brace) || ignored.length > 0) && {
      extensions: {
        ...(ignored.length > 0 && { bruno: { ignore: ignored } }),
        ...(isFilled(brace) && { brace }),
      },
    }),
    items,
    environments,
    secrets: secrets.secrets,
    counts: countBru(files, { ignored }),
    added: { variables: secrets.variables.length },
    copies: needed.copies,
    notes: [...notes, ...needed.notes],
    keepSeq: true,
  };
  return { value, diagnostics };
}

/** The lines of Bruno's `.env`, whose values go nowhere but into one. */
function dotenvOf({ files, diagnostics }: Importing): Map<string, string> {
  const text = files.get(".env");
  if (text === undefined) return new Map();
  const dotenv = readDotenv(".env", text);
  diagnostics.push(
    // A broken line in `.env` is skipped, which is no reason to stop the import.
    ...dotenv.diagnostics.map((one): Diagnostic => ({
      ...one,
      severity: "warning",
    })),
  );
  return dotenv.value;
}

/** Names folders of modules that are outside of the collection. */
function noteRoots({ files, notes }: Importing): void {
  const json = members(parseJson(files.get("bruno.json") ?? ""));
  const roots = elements(members(json.scripts).additionalContextRoots);
  for (const root of roots.map(jsonTextOf)) {
    if (root === undefined) continue;
    notes.push({
      kind: "person",
      message:
        `The folder "${root}" of "additionalContextRoots" is not copied: copy the modules that scripts require into the collection, and write their new paths into "require"`,
      source: { file: "bruno.json", path: "scripts.additionalContextRoots" },
    });
  }
}

/** Names what Bruno keeps of bodies that a request had before. */
function noteUnsent({ unsent, notes }: Importing): void {
  const [first] = unsent;
  if (first === undefined) return;
  const such = `"${first.block}" of "${first.path}"`;
  notes.push({
    kind: "changed",
    message: unsent.length === 1
      ? `Left out a body that the request does not send: ${such}`
      : `Left out ${unsent.length} bodies that requests do not send, such as ${such}`,
  });
}

/** The files of the folder; there are none beside a file that was named alone. */
function filesBeside(
  { name, files, main, others, readReference }: ImportSource,
): FilesBeside {
  return {
    has: (path) =>
      main === undefined && (files.has(path) || others?.has(path) === true),
    async text(path) {
      const known = files.get(path);
      if (known !== undefined) return known;
      const read = await readReference?.(`${name}/${path}`);
      return read && "text" in read ? read.text : undefined;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

function configOf(importing: Importing): Record<string, unknown> {
  const json = importing.files.get("bruno.json");
  if (json === undefined) return {};
  const { document, diagnostics } = readBrunoJson("bruno.json", json);
  importing.diagnostics.push(...diagnostics);
  return (document?.root ?? {}) as Record<string, unknown>;
}

function readItems(tree: FolderTree, importing: Importing): ImportedItem[] {
  const folders = tree.folders.map((folder) => folderOf(folder, importing));
  const requests = tree.requests.flatMap((path): ImportedItem[] => {
    const root = read(path, importing);
    if (!root) return [];
    const text = importing.files.get(path) ?? "";
    const { http, graphql } = root as Partial<FileRequest>;
    const mode = graphql ? "graphql" : jsonTextOf(members(http?.body).type);
    for (const block of unsentBodies(text, mode ?? "none")) {
      importing.unsent.push({ block, path });
    }
    const examples = examplesIn(text);
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
        source: { file: path },
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
  const seq = Number(text(level ?? {}, ["info", "seq"]));
  const defaults = defaultsOf(level);
  const fileName = tree.path.slice(tree.path.lastIndexOf("/") + 1);
  return {
    kind: "folder",
    fileName,
    path: tree.path,
    name: text(level ?? {}, ["info", "name"]) ?? fileName,
    ...docsOf(level),
    ...(defaults && { defaults }),
    ...(Number.isFinite(seq) && { seq }),
    items: readItems(tree, importing),
  };
}

function environmentOf(
  path: string,
  importing: Importing,
): ImportedEnvironment {
  const root = read(path, importing) ?? {};
  const name = withoutExtension(path.slice(path.lastIndexOf("/") + 1));
  const variables = (root.variables ?? []) as FileVariable[];
  const stored = root.externalSecrets as
    | { readonly variables: readonly unknown[] }
    | undefined;
  const lost = vaultSecrets(importing.files.get(path) ?? "") -
    (stored?.variables.length ?? 0);
  if (lost > 0) {
    importing.notes.push({
      kind: "person",
      message:
        "Left out the secrets of all stores but the last: an environment has one",
      source: { file: path },
      lost: { variables: lost },
    });
  }
  return {
    name,
    ...(stored && { stored }),
    variables: variables.map((variable) =>
      variable.secret
        ? {
          ...variable,
          ...importing.secrets.variable(variable.name, "", name),
        }
        : variable
    ),
  };
}

function defaultsOf(
  level: Record<string, unknown> | undefined,
): FileDefaults | undefined {
  return level && isFilled(level.request)
    ? level.request as FileDefaults
    : undefined;
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

function read(
  path: string,
  { files, diagnostics }: Importing,
): Record<string, unknown> | undefined {
  const parsed = parseBru(path, files.get(path) ?? "", { kind: bruKind(path) });
  diagnostics.push(...parsed.diagnostics);
  return parsed.document?.root as Record<string, unknown> | undefined;
}

/** Names that a secret's variable must not take. */
function variableNames(files: ReadonlyMap<string, string>): Set<string> {
  const names = new Set<string>();
  for (const text of files.values()) {
    for (const [, name] of text.matchAll(/^\s*~?@?([\w-]+):/gm)) {
      names.add(name);
    }
  }
  return names;
}

function docsOf(level: Record<string, unknown> | undefined) {
  return typeof level?.docs === "string" ? { docs: level.docs } : {};
}

function text(
  mapping: Record<string, unknown>,
  keys: readonly string[],
): string | undefined {
  const value = at(mapping, keys);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function list(
  mapping: Record<string, unknown>,
  keys: readonly string[],
): readonly unknown[] {
  const value = at(mapping, keys);
  return Array.isArray(value) ? value : [];
}

function at(mapping: unknown, keys: readonly string[]): unknown {
  let value = mapping;
  for (const key of keys) {
    value = typeof value === "object" && value !== null
      ? Reflect.get(value, key)
      : undefined;
  }
  return value;
}

function isFilled(value: unknown): boolean {
  return typeof value === "object" && value !== null &&
    Object.keys(value).length > 0;
}
