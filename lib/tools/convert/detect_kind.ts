import { jsonTextOf, members } from "../../core/source/plain_value.ts";
import { COMMAND, IN_SCRIPT, isCommand } from "./command_text.ts";
import { clientOfJson } from "./foreign_client.ts";
import { postmanDocument } from "./postman/postman_documents.ts";
import type { ImportKind, ImportSource } from "./types.ts";

/** What lines of a quote in Markdown begin with. */
const QUOTE_MARKS = /^[ \t]*(?:>[ \t]+)+/gm;

/** Whether a document is what Bruno's app exports: a collection, or environments. */
export function isBrunoExport(json: unknown): boolean {
  const { items, opencollection, name, version, brunoConfig, exportedUsing } =
    members(json);
  if (members(members(json).info).type === "bruno-environment") return true;
  return Array.isArray(items) && opencollection === undefined &&
    (brunoConfig !== undefined || version === "1" && name !== undefined ||
      /^bruno\b/i.test(jsonTextOf(exportedUsing) ?? ""));
}

/** What a source is, by its content; undefined where it is nothing that is read. */
export function detectKind(
  { files, main }: ImportSource,
): ImportKind | undefined {
  if (main === undefined) return folderKind(files);
  const text = (files.get(main) ?? "").replace(/^\ufeff/, "");
  if (/\.bru$/i.test(main)) return "bru";
  const json = parseJson(text);
  if (json !== undefined) return jsonKind(json);
  // Requests of such a file may be commands of curl.
  const isHttpName = /\.(?:http|rest)$/i.test(main);
  if (isHttpName && isHttpFile(text)) return "http";
  if (isCommand(text)) return "curl";
  if (isInsomnia(text)) return "insomnia";
  if (/^\s*(?:openapi|swagger)\s*:/m.test(text)) return "openapi";
  if (COMMAND.test(text)) return "curl";
  if (isHttpName || isHttpFile(text)) return "http";
  if (/^meta[ \t]*\{/m.test(text)) return "bru";
  const isInQuote = /\.(?:md|mdx|markdown)$/i.test(main) &&
    COMMAND.test(text.replace(QUOTE_MARKS, ""));
  return isInQuote || IN_SCRIPT.test(text) ? "curl" : undefined;
}

function folderKind(
  files: ReadonlyMap<string, string>,
): ImportKind | undefined {
  const paths = [...files.keys()];
  if (paths.includes("bruno.json")) return "bru";
  if (paths.some((path) => path.endsWith(".bru"))) return "bru";
  if (
    paths.some((path) => /\.postman_\w+\.json$|\.request\.ya?ml$/i.test(path))
  ) {
    return "postman";
  }
  if (paths.some((path) => /\.(?:http|rest)$/i.test(path))) return "http";
  const exports = [...files].filter(([path]) => /\.ya?ml$/i.test(path));
  if (exports.some(([, text]) => isInsomnia(text))) return "insomnia";
  // Files of Postman's that somebody has named anew.
  return [...files].some(([path, text]) =>
      /\.json$/i.test(path) &&
      isPostmanPart(parseJson(text.replace(/^\ufeff/, "")))
    )
    ? "postman"
    : undefined;
}

/** Whether a document is one of Postman's; the list of a data export says nothing of what beside it is. */
export function isPostmanPart(json: unknown): boolean {
  const kind = postmanDocument(json)?.kind;
  return kind !== undefined && kind !== "list";
}

/** The HAR files of a folder, which are large: their names have to do. */
export function harsIn(others: ImportSource["others"] = new Set()): string[] {
  return [...others].filter((path) => /\.har$/i.test(path)).toSorted();
}

/** A key at the beginning of a line says what the YAML file is: version 5, or 4. */
function isInsomnia(text: string): boolean {
  return /^["']?type["']?\s*:\s*["']?\w+\.insomnia\.rest\//m.test(text) ||
    /^["']?_type["']?\s*:\s*["']?export\b/m.test(text);
}

function jsonKind(json: unknown): ImportKind | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  // Some of them look like an old collection of Postman's.
  if (clientOfJson(json) !== undefined) return undefined;
  const has = (key: string) => Object.hasOwn(json, key);
  if (has("openapi") || has("swagger")) return "openapi";
  if (isBrunoExport(json)) return "bru";
  if (
    has("__export_format") || Reflect.get(json, "_type") === "export" ||
    /insomnia/.test(String(Reflect.get(json, "type")))
  ) {
    return "insomnia";
  }
  const log: unknown = Reflect.get(json, "log");
  if (
    typeof log === "object" && log !== null && Object.hasOwn(log, "entries")
  ) {
    return "har";
  }
  const isPostman = has("item") || has("collection") || has("requests") ||
    has("_postman_variable_scope") || has("values") && has("name") ||
    postmanDocument(json) !== undefined;
  return isPostman ? "postman" : undefined;
}

/** A request line on a line of its own, or the separator between requests. */
function isHttpFile(text: string): boolean {
  return /^(?:###|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) +\S)/m.test(text);
}

function parseJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
