import { bruKind, parseBru } from "../../collection/bru/parse_bru.ts";
import { readBrunoJson } from "../../collection/bru/read_bruno_json.ts";
import { withoutExtension } from "../../collection/format.ts";
import {
  buildTree,
  type FolderTree,
} from "../../collection/read/tree/folder_tree.ts";
import { BRU_FORMAT } from "../../collection/format.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
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
}

/** Imports a folder of Bruno's `.bru` files, or one request file. */
export function importBru({ name, files, main }: ImportSource): ImportResult {
  const importing: Importing = {
    files,
    diagnostics: [],
    notes: [],
    secrets: new SecretValues(variableNames(files)),
  };
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
  const settings = config.config;
  const variables = [...(defaults.variables ?? []), ...secrets.variables];
  const value: Imported = {
    name: text(config, ["info", "name"]) ??
      withoutExtension(main ?? name.replace(/^.*[/\\]/, "")),
    ...docsOf(level),
    defaults: { ...defaults, ...(variables.length > 0 && { variables }) },
    ...(isFilled(settings) && { config: settings as Record<string, unknown> }),
    ...(text(config, ["extensions", "bruno", "scripts", "flow"]) !==
        undefined && {
      extensions: {
        brace: {
          flow: text(config, ["extensions", "bruno", "scripts", "flow"]),
        },
      },
    }),
    items,
    environments,
    secrets: secrets.secrets,
    notes,
  };
  return { value, diagnostics };
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
    const fileName = withoutExtension(path.slice(path.lastIndexOf("/") + 1));
    const info = root.info as Partial<FileRequest["info"]>;
    const request = {
      ...root,
      info: {
        ...info,
        name: info.name ?? fileName,
        ...(info.seq !== undefined && { seq: Number(info.seq) }),
      },
    } as FileRequest;
    return [{
      kind: "request",
      fileName,
      request: trimmed(request),
    }];
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
  if (root.externalSecrets !== undefined) {
    importing.notes.push({
      kind: "person",
      message:
        "Left out the secrets of a vault: give them with --env-var or .env",
      source: { file: path },
    });
  }
  return {
    name,
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
