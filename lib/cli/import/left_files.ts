import { ignoredBy } from "../../core/collection/read/read_environments.ts";
import { dataFormat } from "../../core/plan/read_rows.ts";
import { relative } from "../../host/path.ts";
import { elements, jsonTextOf, members } from "../../tools/convert/json.ts";
import type {
  Imported,
  ImportKind,
  ImportSource,
} from "../../tools/convert/types.ts";
import type { ReportNote } from "./report.ts";
import { shortList } from "./short_list.ts";

/**
 * What has to be said of files in the source's folder that nothing names, and
 * that do not go along therefore: all of a folder of Bruno's, which the new one
 * is to replace; of others, which may be whole projects, those with rows of data.
 * Another collection in it is none of its files.
 *
 * @param folder Where the collection goes, which may be in the source's folder.
 */
export function leftFiles(
  source: ImportSource,
  imported: Imported,
  { kind, folder, notes }: {
    kind: ImportKind;
    folder: string;
    /** What is said already. */
    notes: readonly ReportNote[];
  },
): ReportNote[] {
  const { name, main, files, others = [] } = source;
  const way = relative(name, folder).replaceAll("\\", "/");
  if (main !== undefined || kind === "openapi") return [];
  const isWhole = kind === "bru" && files.has("bruno.json");
  if (way === "") return isWhole ? [replacedFiles(source)] : [];
  const known = new Set([
    ...imported.copies ?? [],
    ...imported.texts?.keys() ?? [],
  ]);
  const said = new Set(
    notes.flatMap(({ message }) =>
      [...message.matchAll(/"(?:\.\/)?([^"]+)"/g)].map(([, word]) => word)
    ),
  );
  const ignored = elements(
    members(members(imported.extensions).bruno).ignore,
  ).map(jsonTextOf);
  // Such as those of an earlier import.
  const collections = [...files.keys()].flatMap((path) =>
    /^(.+\/)opencollection\.ya?ml$/.exec(path)?.[1] ?? []
  );
  const left = [...files.keys(), ...others].filter((path) =>
    !known.has(path) &&
    ![`${way}/`, ...collections].some((one) => path.startsWith(one)) &&
    !path.split("/").some((part) => part.startsWith(".")) &&
    ignoredBy(ignored, path) === undefined &&
    (isWhole
      ? path !== "bruno.json" && !path.endsWith(".bru")
      : isRows(path, files.get(path))) &&
    !endsOf(path).some((end) => said.has(end))
  ).toSorted();
  if (left.length === 0) return [];
  const shown = left.map((path) => `"${path.replace(/\p{C}/gu, " ")}"`);
  const [it, wayOut] = left.length === 1
    ? ["it", "copy it if you need it"]
    : ["them", "copy those that you need"];
  return [{
    kind: "person",
    message: `Not copied, as nothing in the collection names ${it}: ${
      shortList(shown)
    } (${wayOut})`,
    files: left,
  }];
}

/** Of an import into the source's own folder, the files that no run reads any more. */
function replacedFiles({ files }: ImportSource): ReportNote {
  const replaced = [...files.keys()].filter((path) =>
    path === "bruno.json" || path.endsWith(".bru")
  ).toSorted();
  return {
    kind: "person",
    message:
      "Brace and Bruno now read the YAML files of the folder: a change to its .bru files has no effect (delete them, and bruno.json)",
    files: replaced,
  };
}

/** How a file may be named from the folders above it: `a/b.csv`, `b.csv`. */
function endsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}

/** Of JSON, only a list is rows. */
function isRows(path: string, text: string | undefined): boolean {
  const format = dataFormat(path);
  return format === "csv" || format === "ndjson" ||
    format === "json" && /^\ufeff?\s*\[\s*\{/.test(text ?? "");
}
