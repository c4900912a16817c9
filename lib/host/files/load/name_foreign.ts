import { basename, join } from "../../path.ts";
import { isV3Name } from "../../../core/collection/format.ts";
import { workspaceFolders } from "../../../core/collection/is_bundled.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { detectKind } from "../../../tools/convert/detect_kind.ts";
import type { ImportKind } from "../../../tools/convert/types.ts";
import { shellPath } from "../../terminal/shell_word.ts";
import { readText } from "../read_text.ts";
import { importApart } from "./import_apart.ts";
import { bundledIn, collectionsIn } from "./named_path.ts";

const STATES: Readonly<Record<ImportKind, string>> = {
  bru: "it has no bruno.json, which a collection needs",
  postman: "it is a Postman export, not a collection",
  openapi: "it is an OpenAPI document, not a collection",
  insomnia: "it is an Insomnia export, not a collection",
  curl: "it is a curl command, not a collection",
  http: "it is an HTTP file, not a collection",
  har: "it is an HTTP archive, not a collection",
};

/**
 * Says what a file or folder is that is not a collection of Brace's, and how it is
 * run anyway; undefined for what nobody knows.
 *
 * @param shown The path as the user wrote it.
 */
export function nameForeign(
  path: string,
  shown: string,
  isDirectory: boolean,
): Diagnostic | undefined {
  try {
    return isDirectory ? ofFolder(path, shown) : ofFile(path, shown);
  } catch {
    // What cannot be read is not known.
    return undefined;
  }
}

/** Says that a file is a workspace, if it is one. */
export function nameWorkspace(
  path: string,
  shown: string,
): Diagnostic | undefined {
  const folders = workspaceFolders(readText(path));
  return folders && workspace(shown, dirnameOf(shown), folders);
}

function ofFile(path: string, shown: string): Diagnostic | undefined {
  const workspace = nameWorkspace(path, shown);
  if (workspace) return workspace;
  if (isV3Name(path)) return apart(shown);
  const text = readText(path);
  const main = basename(path);
  const kind = /\.ya?ml$/i.test(path)
    ? yamlKind(text)
    : detectKind({ name: shown, files: new Map([[main, text]]), main });
  if (kind === undefined) return undefined;
  return kind === "bru" && /^\ufeff?\s*\{/.test(text)
    ? exported(shown)
    : importable(shown, kind);
}

/** By its own keys: a request may quote such a document in its body or docs. */
function yamlKind(text: string): ImportKind | undefined {
  if (/^(?:openapi|swagger)[ \t]*:/m.test(text)) return "openapi";
  return /^type[ \t]*:[ \t]*["']?\w+\.insomnia\.rest\//m.test(text)
    ? "insomnia"
    : undefined;
}

function ofFolder(path: string, shown: string): Diagnostic | undefined {
  const names = [...Deno.readDirSync(path)].map(({ name }) => name).sort();
  const file = names.find((name) => /^workspace\.ya?ml$/.test(name));
  const folders = file && workspaceFolders(readText(join(path, file)));
  if (folders) return workspace(shown, shown, folders);
  if (names.some(isV3Name)) return apart(shown);
  const files = new Map(names.map((name) => [name, ""]));
  const kind = detectKind({ name: shown, files });
  // Beside what was imported, the exports stay.
  if (kind && (bundledIn(path).length > 0 || collectionsIn(path).length > 0)) {
    return undefined;
  }
  if (kind !== "bru") return kind && importable(shown, kind);
  // Its import is named like the folder, which is in the way.
  return { ...importable(shown, kind), suggestion: importApart(shown) };
}

function dirnameOf(shown: string): string {
  return shown.includes("/") ? shown.slice(0, shown.lastIndexOf("/")) : ".";
}

function importable(shown: string, kind: ImportKind): Diagnostic {
  const suggestion = `brace import ${shellPath(shown)}`;
  return { ...foreign(shown, STATES[kind]), suggestion };
}

/** What Bruno's app exports as one file. */
function exported(shown: string): Diagnostic {
  const state = "it is an export of Bruno's app, not a collection";
  const suggestion = `brace import ${shellPath(shown)}`;
  return { ...foreign(shown, state), suggestion };
}

function foreign(shown: string, state: string): Diagnostic {
  const message = `Cannot load "${shown}": ${state}`;
  return { code: "NOT_A_COLLECTION", severity: "error", message };
}

/** A part of a tree of Postman's. */
function apart(shown: string): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message:
      `Cannot load "${shown}": no folder above has the .resources/definition.yaml that makes it a collection of Postman 12`,
  };
}

function workspace(
  shown: string,
  folder: string,
  folders: readonly string[],
): Diagnostic {
  const at = folder === "." ? "" : `${folder.replace(/\/+$/, "")}/`;
  const [first] = folders;
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot load "${shown}": it is a workspace, run ${
      first === undefined ? "a collection" : "one of its collections"
    } by its path`,
    ...(first !== undefined && {
      suggestion: `brace run ${shellPath(at + first.replace(/^\.\//, ""))}`,
      notes: [`its collections are ${folders.join(", ")}`],
    }),
  };
}
