import { bruKind } from "../../../core/collection/bru/parse_bru.ts";
import { readBrunoJson } from "../../../core/collection/bru/read_bruno_json.ts";
import { BRU_FORMAT } from "../../../core/collection/format.ts";
import { readBrunoDotenv } from "../../../core/collection/read/bruno_dotenv.ts";
import { ignoredBy } from "../../../core/collection/read/read_environments.ts";
import { buildTree } from "../../../core/collection/read/tree/folder_tree.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { isBrunoExport } from "../detect_kind.ts";
import {
  cannotImport,
  elements,
  jsonTextOf,
  members,
  parseJsonFile,
  type RawJson,
} from "../json.ts";
import { type FilesBeside, neededFiles } from "../needed_files.ts";
import { withPackages } from "./needed_packages.ts";
import { SecretValues } from "../secrets/secret_values.ts";
import { sourceName } from "../source_name.ts";
import type {
  Imported,
  ImportNote,
  ImportOptions,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { onlyAround, partOnly } from "../unknown_kind.ts";
import {
  defaultsOf,
  docsOf,
  environmentOf,
  type Importing,
  isFilled,
  read,
  readItems,
  textUnder,
  valueUnder,
} from "./bru_items.ts";
import { countBru } from "./count_bru.ts";
import { noteNoneAuth } from "./none_auth.ts";
import { scriptNotes } from "./script_notes.ts";
import { textNumbers } from "./text_numbers.ts";
import {
  type ExportedFolder,
  exportedFolder,
  isTooDeep,
} from "./exported_folder.ts";

/**
 * Imports a folder of Bruno's `.bru` files, one request file, or what the app
 * exports as one file of JSON.
 */
export async function importBru(
  source: ImportSource,
  { isThere }: ImportOptions = {},
): Promise<ImportResult> {
  const { files, main, partOf } = source;
  const text = main === undefined ? "" : files.get(main) ?? "";
  if (main !== undefined && isJson(main, text)) {
    const { value, diagnostic } = parseJsonFile(main, text);
    if (diagnostic) return { diagnostics: [diagnostic] };
    // Who says that it is one need not have what shows it.
    if (isBrunoExport(value) || Array.isArray(members(value).items)) {
      return await importExported(source, main, { json: value, isThere });
    }
  }
  if (partOf !== undefined) return { diagnostics: [partOnly(source)] };
  const around = onlyAround(source);
  if (around) return { diagnostics: [around] };
  return await importFolder(source, {
    files,
    diagnostics: [],
    notes: [],
    secrets: new SecretValues(),
    unsent: [],
    isThere,
  });
}

/** Whether a file is no `.bru` file: neither by its name nor by how it begins. */
function isJson(main: string, text: string): boolean {
  return !/\.bru$/i.test(main) && /^\ufeff?\s*\{\s*["}]/.test(text);
}

/** Imports an export of the app as the folder that the app makes of it. */
async function importExported(
  source: ImportSource,
  main: string,
  { json, isThere }: { json: RawJson } & Pick<Importing, "isThere">,
): Promise<ImportResult> {
  if (isTooDeep(json)) {
    return { diagnostics: [cannotImport(main, "it is nested too deeply")] };
  }
  const exported = exportedFolder(main, json);
  const { blocks, config, texts, notes } = exported;
  const files = new Map([
    ...[...blocks.keys()].map((path) => [path, ""] as const),
    ...texts,
    ["bruno.json", config] as const,
  ]);
  return await importFolder({ ...source, files }, {
    files,
    exported: { ...exported, main },
    diagnostics: [],
    notes: [...notes],
    secrets: new SecretValues(),
    unsent: [],
    isThere,
  });
}

async function importFolder(
  source: ImportSource,
  importing: Importing,
): Promise<ImportResult> {
  const { files, exported } = importing;
  for (const [env, value] of dotenvOf(importing)) {
    importing.secrets.addLine(env, value);
  }
  const config = configOf(importing);
  const ignored = list(config, ["extensions", "bruno", "ignore"]);
  // The app does not export what it ignores.
  const ignoredPart = (path: string) =>
    exported ? undefined : ignoredBy(ignored, path);
  const written = [...files.keys()].filter((path) =>
    path.endsWith(".bru") && path !== "collection.bru" &&
    bruKind(path) !== "environment"
  );
  noteIgnored(written.flatMap((path) => ignoredPart(path) ?? []), importing);
  const paths = written.filter((path) => ignoredPart(path) === undefined);
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
  notePermissions(importing);
  notePresets(importing);
  noteUnsent(importing);
  noteNoneAuth(items, defaults.auth !== undefined, importing);
  const beside = exported ? filesIn(exported) : filesBeside(source);
  const needed = await withPackages(
    await neededFiles({ ...config, defaults, items }, beside),
    beside,
    importing.isThere,
  );
  const settings = config.config;
  const flow = textUnder(config, ["extensions", "bruno", "scripts", "flow"]);
  // What says what files were made of is of other files.
  const { source: _, ...ownBrace } = members(members(config.extensions).brace);
  const brace = { ...(flow !== undefined && { flow }), ...ownBrace };
  const variables = [...(defaults.variables ?? []), ...secrets.variables];
  const value: Imported = {
    name: textUnder(config, ["info", "name"]) ??
      sourceName(source),
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
    counts: exported?.counts ?? countBru(files, { ignored }),
    added: { variables: secrets.variables.length },
    ...(exported ? { texts: exported.texts } : { copies: needed.copies }),
    // A request sends the bytes of its files as they are.
    modules: new Map(
      [...needed.modules, ...needed.data].filter(([path]) =>
        !needed.sent.has(path)
      ),
    ),
    notes: [
      ...notes,
      ...needed.notes,
      ...textNumbers({ items, defaults, environments }),
      ...scriptNotes({ items, defaults }),
    ],
    keepSeq: true,
  };
  return { value, diagnostics };
}

/** The lines of Bruno's `.env`, whose values go nowhere but into one. */
function dotenvOf({ files, diagnostics }: Importing): Map<string, string> {
  const text = files.get(".env");
  if (text === undefined) return new Map();
  const dotenv = readBrunoDotenv(".env", text);
  diagnostics.push(
    // A broken line in `.env` is skipped, which is no reason to stop the import.
    ...dotenv.diagnostics.map((one): Diagnostic => ({
      ...one,
      severity: "warning",
    })),
  );
  return dotenv.value;
}

/** What bruno.json says under a name. */
function settingsOf(name: string, { files }: Importing) {
  return members(members(parseJson(files.get("bruno.json") ?? ""))[name]);
}

/** Names what Bruno's app puts into new requests; the app writes the type and an empty URL by itself. */
function notePresets(importing: Importing): void {
  const { exported, notes } = importing;
  const presets = settingsOf("presets", importing);
  const { requestType = "http", ...texts } = presets;
  const names = [
    ...requestType === "http" ? [] : ["requestType"],
    ...Object.keys(texts).filter((key) => texts[key] !== ""),
  ];
  if (names.length === 0) return;
  notes.push({
    kind: "changed",
    message: `Left out "presets" (${
      names.join(", ")
    }): Bruno's app puts them into new requests`,
    source: exported
      ? { file: exported.main, path: "brunoConfig.presets" }
      : { file: "bruno.json", path: "presets" },
  });
}

const REQUIRES_FS = /["'`](?:node:)?fs(?:\/promises)?["'`]/;

/** Names what `scripts` of bruno.json permits, which no collection of Brace's can permit. */
function notePermissions(importing: Importing): void {
  const { exported, files, notes } = importing;
  const scripts = settingsOf("scripts", importing);
  const note = (
    key: string,
    message: string,
    kind: ImportNote["kind"] = "person",
  ) =>
    notes.push({
      kind,
      message,
      source: exported
        ? { file: exported.main, path: `brunoConfig.scripts.${key}` }
        : { file: "bruno.json", path: `scripts.${key}` },
    });
  for (const root of elements(scripts.additionalContextRoots).map(jsonTextOf)) {
    if (root === undefined) continue;
    note(
      "additionalContextRoots",
      `The folder "${root}" of "additionalContextRoots" is not copied: copy the modules that scripts require into the collection, and write their new paths into "require"`,
    );
  }
  const listed = elements(scripts.moduleWhitelist).flatMap((it) =>
    jsonTextOf(it) || []
  );
  if (listed.length > 0) {
    note(
      "moduleWhitelist",
      `Left out "moduleWhitelist" (${
        listed.join(", ")
      }): no script needs a permission to require a package`,
      "changed",
    );
  }
  if (members(scripts.filesystemAccess).allow === true) {
    // The scripts of an export are in no file.
    const isUsed = exported !== undefined ||
      [...files.values()].some((text) => REQUIRES_FS.test(text));
    note(
      "filesystemAccess",
      isUsed
        ? `"filesystemAccess" is not copied: scripts that use "fs" need "brace run --trust-scripts"`
        : 'Left out "filesystemAccess": no script requires "fs"',
      isUsed ? "person" : "changed",
    );
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

/** Names the folders and files that Bruno's app ignores, of which `bru run` sends the requests. */
function noteIgnored(parts: readonly string[], { notes }: Importing): void {
  for (const part of [...new Set(parts)].toSorted()) {
    notes.push({
      kind: "person",
      message:
        `Left out "${part}": "ignore" in bruno.json names it (delete it there to import it)`,
      source: { file: "bruno.json", path: "ignore" },
    });
  }
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

/** The files that an export of the app has: those of scripts. */
function filesIn({ texts }: ExportedFolder): FilesBeside {
  return {
    has: (path) => texts.has(path),
    text: (path) => Promise.resolve(texts.get(path)),
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

function list(
  mapping: Record<string, unknown>,
  keys: readonly string[],
): readonly unknown[] {
  const value = valueUnder(mapping, keys);
  return Array.isArray(value) ? value : [];
}
