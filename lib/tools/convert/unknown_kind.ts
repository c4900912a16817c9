import { YAML_FORMAT } from "../../core/collection/format.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { detectKind } from "./detect_kind.ts";
import { parseJsonFile } from "./json.ts";
import { IMPORT_KINDS, type ImportSource } from "./types.ts";

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
  return broken || {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot import "${name}": ${reasonOf(source, text)}`,
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

function reasonOf(source: ImportSource, text: string | undefined): string {
  if (isNative(source)) {
    // Any other name would need quotes, which differ by shell.
    const path = /^[\w./-]+$/.test(source.name) ? ` ${source.name}` : "";
    return `it is a Brace collection already (run it as it is: brace run${path})`;
  }
  if (text?.trim() === "") return "it is empty";
  const document = text === undefined ? documentIn(source.files) : undefined;
  return document === undefined
    ? `its content is not one of ${
      IMPORT_KINDS.join(", ")
    } (if it is one, say so with --from KIND)`
    : `it is a folder, import the file in it: "${document}"`;
}

/** A file of a folder that can be imported on its own. */
function documentIn(files: ReadonlyMap<string, string>): string | undefined {
  return [...files.keys()].find((main) =>
    detectKind({ name: main, files, main }) !== undefined
  );
}

/** Whether a source is what an import would write. */
function isNative({ files, main }: ImportSource): boolean {
  return main === undefined
    ? YAML_FORMAT.mains.some((name) => files.has(name))
    : /^(?:opencollection|items)[ \t]*:/m.test(files.get(main) ?? "");
}
