import { YAML_FORMAT } from "../../core/collection/format.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { wayOut } from "../../core/source/way_out.ts";
import { detectKind, harsIn } from "./detect_kind.ts";
import { clientOf } from "./foreign_client.ts";
import { parseJsonFile } from "./json.ts";
import { IMPORT_KINDS, type ImportSource } from "./types.ts";

/** Collections and documents of a folder that a message names. */
const MAX_SHOWN = 5;

/** A request as browsers copy it for PowerShell. */
const POWERSHELL =
  /^[ \t]*(?:\$\w+\s*=\s*)?Invoke-(?:WebRequest|RestMethod)\b/im;

/** Says of a source that no importer knows it, why, or that it needs none. */
export function unknownKind(source: ImportSource): Diagnostic {
  const { name, main, files } = source;
  const text = main === undefined ? undefined : files.get(main) ?? "";
  const isJson = text !== undefined &&
    (/\.(?:json|har)$/i.test(main!) || /^\s*\{\s*"/.test(text));
  if (main === "bruno.json" && source.partOf !== undefined) {
    return partOnly(source);
  }
  const broken = isJson && text.trim() !== "" &&
    parseJsonFile(main!, text).diagnostic;
  if (broken) return broken;
  const reason = reasonOf(source, text);
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot import "${name}": ${
      reason ?? `its content is not one of ${IMPORT_KINDS.join(", ")}`
    }`,
    ...(reason === undefined && { waysOut: [wayOut("name-format")] }),
    ...(main !== undefined && { location: { file: main } }),
  };
}

/** Says of a part of a collection that it would lose what it inherits. */
export function partOnly({ name, partOf }: ImportSource): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message:
      `Cannot import "${name}": it is a part of a collection, and an import contains the whole (name the collection: "${partOf}")`,
  };
}

/**
 * Says of a folder around Bruno's collections that it is none itself: what they
 * give their requests would be lost, and their environments would be requests.
 */
export function onlyAround(
  { name, main, files }: ImportSource,
): Diagnostic | undefined {
  if (main !== undefined || files.has("bruno.json")) return undefined;
  const at = name === "." ? "" : `${name.replace(/\/+$/, "")}/`;
  const inside = [...files.keys()].filter((path) =>
    path.endsWith("/bruno.json")
  ).map((path) => path.slice(0, -"/bruno.json".length)).toSorted();
  if (inside.length === 0) return undefined;
  const shown = inside.slice(0, MAX_SHOWN).map((path) => `"${at}${path}"`);
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot import "${name}": it is not a collection, it contains ${
      inside.length === 1
        ? `one (name the collection: ${shown})`
        : `${inside.length} (name one of them: ${shown.join(", ")}${
          inside.length > MAX_SHOWN ? ", …" : ""
        })`
    }`,
  };
}

/** Why no importer knows it; undefined: nothing is known of it. */
function reasonOf(
  source: ImportSource,
  text: string | undefined,
): string | undefined {
  if (isNative(source)) {
    // Any other name would need quotes, which differ by shell.
    const path = /^[\w./-]+$/.test(source.name) ? ` ${source.name}` : "";
    return `it is a Brace collection already (run it as it is: brace run${path})`;
  }
  if (text?.trim() === "") return "it is empty";
  if (isHttpEnvironments(source)) {
    return "it has the environments of .http files, and no request (import the .http file that it is beside, or their folder)";
  }
  const client = text === undefined ? undefined : clientOf(text);
  if (client !== undefined) {
    return `it is a file of ${client}, which Brace does not read (export or copy it there as one of these: a Postman collection 2.1, OpenAPI, HAR, commands of curl)`;
  }
  if (text !== undefined && POWERSHELL.test(text)) {
    return 'its requests are commands of PowerShell (write them as commands of curl: browsers have "Copy as cURL")';
  }
  const documents = text === undefined ? documentsIn(source) : [];
  const shown = documents.slice(0, MAX_SHOWN).map((path) => `"${path}"`);
  if (documents.length === 0) return undefined;
  return documents.length === 1
    ? `it is a folder, import the file in it: ${shown}`
    : `it is a folder, import each of the files in it: ${shown.join(", ")}${
      documents.length > MAX_SHOWN ? ", …" : ""
    }`;
}

/** A file with environments that the clients of `.http` files look for beside them. */
const HTTP_ENVIRONMENTS = /^(?:http|rest)-client(?:\.private)?\.env\.json$/i;

/** Whether a source is nothing but the environments of `.http` files. */
export function isHttpEnvironments({ main }: ImportSource): boolean {
  return main !== undefined &&
    HTTP_ENVIRONMENTS.test(main.slice(main.search(/[^/\\]*$/)));
}

/** The files of a folder that can be imported on their own. */
function documentsIn({ files, others }: ImportSource): string[] {
  const known = [...files.keys()].filter((main) =>
    detectKind({ name: main, files, main }) !== undefined
  );
  return [...known, ...harsIn(others)];
}

/** Whether a source is what an import would write. */
function isNative({ files, main }: ImportSource): boolean {
  return main === undefined
    ? YAML_FORMAT.mains.some((name) => files.has(name))
    : /^(?:opencollection|items)[ \t]*:/m.test(files.get(main) ?? "");
}
