import { basename, join } from "node:path";
import { workspaceFolders } from "../../core/collection/is_bundled.ts";
import { detectKind } from "../../tools/convert/detect_kind.ts";
import type { ImportKind } from "../../tools/convert/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { readText } from "./read_text.ts";

const STATES: Readonly<Record<ImportKind, string>> = {
  bru: "its bruno.json is missing, which makes it a collection",
  postman: "it is an export of Postman, no collection",
  openapi: "it is an OpenAPI document, no collection",
  insomnia: "it is an export of Insomnia, no collection",
  curl: "it is a curl command, no collection",
  http: "it is an HTTP file, no collection",
  har: "it is an HTTP archive, no collection",
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
  const text = readText(path);
  const main = basename(path);
  const kind = /\.ya?ml$/i.test(path)
    ? yamlKind(text)
    : detectKind({ name: shown, files: new Map([[main, text]]), main });
  return kind && foreign(shown, kind);
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
  const files = new Map(names.map((name) => [name, ""]));
  const kind = detectKind({ name: shown, files });
  return kind && foreign(shown, kind);
}

function dirnameOf(shown: string): string {
  return shown.includes("/") ? shown.slice(0, shown.lastIndexOf("/")) : ".";
}

function foreign(shown: string, kind: ImportKind): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot load "${shown}": ${STATES[kind]}`,
    suggestion: `brace import ${quoted(shown)}`,
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
      suggestion: `brace run ${quoted(at + first.replace(/^\.\//, ""))}`,
      notes: [`its collections are ${folders.join(", ")}`],
    }),
  };
}

function quoted(path: string): string {
  return /^[\w./@%+=:-]+$/.test(path)
    ? path
    : `'${path.replaceAll("'", `'\\''`)}'`;
}
