import { parse } from "@std/yaml/parse";
import { tabIndentation } from "../../../core/collection/yaml/tab_indentation.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import {
  cannotImport,
  jsonTextOf,
  members,
  type RawJson,
  tooManyValues,
} from "../json.ts";
import type { ImportSource } from "../types.ts";
import type { Export } from "./several_workspaces.ts";
import { version4 } from "./version4.ts";
import { version5 } from "./version5.ts";

/** An export, and what it was read from. */
export interface ReadExport {
  readonly file: string;
  readonly found: Export;
  readonly root: RawJson;
}

/** Reads the exports of a source; a folder may hold other files. */
export function readExports(
  { files, main }: ImportSource,
): { read: ReadExport[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const read: ReadExport[] = [];
  const paths = main === undefined
    ? [...files.keys()].filter((path) => /\.(?:json|ya?ml)$/i.test(path))
    : [main];
  for (const file of paths) {
    const text = files.get(file) ?? "";
    const { found, root, diagnostic } = readExport(file, text);
    if (found) read.push({ file, found, root });
    else if (diagnostic && (main !== undefined || isExport(text))) {
      diagnostics.push(diagnostic);
    }
  }
  return { read, diagnostics };
}

function readExport(
  file: string,
  source: string,
): { found?: Export; root?: RawJson; diagnostic?: Diagnostic } {
  const text = source.replace(/^\ufeff/, "");
  const tab = tabIndentation(file, text);
  if (tab) return { diagnostic: tab };
  let value: RawJson;
  try {
    value = parse(text, { schema: "core" });
  } catch {
    return { diagnostic: cannotImport(file, "it is neither JSON nor YAML") };
  }
  const limit = tooManyValues(file, value);
  if (limit) return { diagnostic: limit };
  const root = members(value);
  if (Array.isArray(root.resources)) {
    return { found: version4(root.resources), root };
  }
  if (Array.isArray(root.collection) || isVersion5(root)) {
    return { found: version5(root), root };
  }
  return {
    diagnostic: cannotImport(
      file,
      "it is not an export of version 4 or 5 with requests in it",
    ),
  };
}

/** A file of version 5 may hold something else than requests. */
function isVersion5({ type }: Record<string, RawJson>): boolean {
  return /^\w+\.insomnia(?:\.rest)?\/5\./.test(jsonTextOf(type) ?? "");
}

/** Whether a text says that it is an export. */
function isExport(text: string): boolean {
  return /^["']?type["']?\s*:\s*["']?\w+\.insomnia(?:\.rest)?\/5\.|"__export_format"/m
    .test(text);
}
