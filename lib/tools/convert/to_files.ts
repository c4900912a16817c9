import { withYamlSettings } from "./bru/yaml_settings.ts";
import { countWritten, type WrittenFile } from "./counts.ts";
import type { AccountCounts } from "./counts.ts";
import { fileName, whyRenamed } from "./file_name.ts";
import type { FileRequest } from "./open_collection.ts";
import { type NewPaths, withNewPaths } from "./new_paths.ts";
import { requestText } from "./yaml.ts";
import type {
  Imported,
  ImportedFolder,
  ImportedItem,
  ImportNote,
} from "./types.ts";
import { yaml } from "./yaml.ts";
import { MAIN, marksOf, withFileMarks } from "./update/file_marks.ts";

/** Folders deeper than this are laid into the one above: paths have a limit. */
const MAX_DEPTH = 16;

/** The files of an imported collection. */
export interface ImportedFiles {
  /** Texts by path, in the order in which they are best read. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of the source's files that go along. */
  readonly copies: readonly string[];
  /** The requests among them. */
  readonly requests: readonly { path: string; request: FileRequest }[];
  /** The file among them with the variables that all requests see. */
  readonly globals?: string;
  /** What is in the files. */
  readonly counts: AccountCounts;
  /** The notes of the import and those of the names, with the file of each. */
  readonly notes: readonly (Omit<ImportNote, "item" | "items"> & {
    target?: string;
    /** All files that it is about, if there are several. */
    files?: readonly string[];
  })[];
}

interface Writing {
  readonly files: Map<string, string>;
  /** What each file says. */
  readonly data: Map<string, WrittenFile>;
  readonly paths: Map<ImportedItem, string>;
  /** Paths of items, by those in the source. */
  readonly newPaths: Map<string, string>;
  readonly requests: { path: string; request: FileRequest }[];
  readonly notes: ImportNote[];
  /** Items whose file could not have their name. */
  readonly renamed: string[];
  readonly keepOrder: boolean;
  readonly keepSeq: boolean;
}

/**
 * Writes an imported collection as OpenCollection YAML: one readable file a
 * request, folders as in the source, environments, `.env.example`.
 *
 * @param isWritten Whether the files are made, so that a note names those with another name than their item.
 */
export function toFiles(
  imported: Imported,
  { isWritten = true }: { readonly isWritten?: boolean } = {},
): ImportedFiles {
  const writing: Writing = {
    files: new Map(),
    data: new Map(),
    paths: new Map(),
    newPaths: new Map(),
    requests: [],
    notes: [...imported.notes],
    renamed: [],
    keepOrder: imported.keepOrder ?? false,
    keepSeq: imported.keepSeq ?? false,
  };
  // Its place in the order is the first; what it says is known at the end.
  writing.files.set(MAIN, "");
  const order = writeItems(imported.items, "", writing);
  write(MAIN, writing, {
    kind: "collection",
    data: mainFile(imported, order, writing.newPaths),
  });
  const taken = new Set<string>();
  const environmentPaths = new Map<string, string>();
  let globals: string | undefined;
  for (const environment of imported.environments) {
    const { name, variables, stored, docs, color } = environment;
    const path = `environments/${fileName(name, taken)}.yml`;
    if (environment.isGlobal) globals ??= path;
    environmentPaths.set(name, path);
    write(path, writing, {
      kind: "environment",
      data: {
        name,
        color,
        description: docs,
        variables,
        externalSecrets: stored,
      },
    });
  }
  if (imported.isFollowed) markFiles(writing);
  for (const [path, text] of imported.texts ?? []) {
    writing.files.set(path, text);
  }
  if (imported.secrets.length > 0) {
    writing.files.set(".env.example", envExample(imported));
  }
  const [renamed] = writing.renamed;
  if (isWritten && renamed !== undefined) {
    const count = writing.renamed.length;
    const reasons = new Set(writing.renamed.map(whyRenamed));
    writing.notes.push({
      kind: "changed",
      message: `${
        count === 1
          ? "One file has another name than its request or folder,"
          : `${count} files have another name than their request or folder, such as`
      } "${shown(renamed)}": the name ${[...reasons].join(", or ")}`,
    });
  }
  return {
    files: writing.files,
    copies: freeCopies(imported, writing),
    requests: writing.requests,
    ...(globals !== undefined && { globals }),
    counts: countWritten(writing.data.values()),
    notes: writing.notes.map(({ item, items, ...note }) => {
      const target = item ? writing.paths.get(item) : note.placeholder &&
        environmentPaths.get(note.placeholder.environment);
      const files = items?.flatMap((one) => writing.paths.get(one) ?? []);
      return {
        ...note,
        ...(target !== undefined && { target }),
        ...(files && { files }),
      };
    }),
  };
}

/** Lets an update see which files besides the requests a person edited since. */
function markFiles({ files, requests }: Writing): void {
  const paths = new Set(requests.map(({ path }) => path));
  const marks = marksOf([...files].filter(([path]) => !paths.has(path)));
  files.set(MAIN, withFileMarks(files.get(MAIN) ?? "", marks));
}

/** Files that go along, but for those whose paths the collection's own files have. */
function freeCopies(
  { copies = [] }: Imported,
  { files, notes }: Writing,
): string[] {
  const own = new Set([
    ...[...files.keys()].map((path) => path.toLowerCase()),
    ".env",
    ".gitignore",
  ]);
  const [free, taken] = [false, true].map((isTaken) =>
    copies.filter((path) => own.has(path.toLowerCase()) === isTaken)
  );
  for (const path of taken) {
    notes.push({
      kind: "person",
      message:
        `The file "${path}" is not copied, as the collection has a file of that path: put it elsewhere and write its new path`,
    });
  }
  return free;
}

function mainFile(
  imported: Imported,
  order: readonly string[],
  newPaths: NewPaths,
): object {
  const { name, version, docs, defaults, config } = imported;
  const brace = imported.extensions?.brace;
  const extensions = {
    ...imported.extensions,
    ...((brace !== undefined || order.length > 0) && {
      brace: {
        ...withNewPaths(brace, newPaths),
        ...(order.length > 0 && { order }),
      },
    }),
  };
  return {
    opencollection: "1.0.0",
    info: { name, version },
    ...(isFilled(config) && { config }),
    ...(isFilled(defaults) && { request: defaults }),
    docs,
    ...(isFilled(extensions) && { extensions }),
  };
}

/** Sets the text of a file, and keeps what it says. */
function write(
  path: string,
  { files, data }: Writing,
  file: WrittenFile & { data: object },
): void {
  files.set(path, yaml(file.data, file.kind));
  data.set(path, file);
}

/** Writes what a folder holds; gives the order that its file has to state. */
function writeItems(
  items: readonly ImportedItem[],
  prefix: string,
  writing: Writing,
): string[] {
  const taken = new Set<string>();
  const names: string[] = [];
  let seq = 0;
  let folderSeq = 0;
  for (const item of flattened(items, prefix, writing)) {
    if (item.kind === "folder") {
      const name = named(item.fileName ?? item.name, "", { taken, writing });
      names.push(name);
      folderSeq++;
      if (item.path !== undefined) {
        writing.newPaths.set(item.path, `${prefix}${name}`);
      }
      const seq = writing.keepSeq ? item.seq : item.seq ?? folderSeq;
      writeFolder(item, `${prefix}${name}/`, { seq, writing });
    } else {
      const request = withYamlSettings(item.request);
      const wanted = item.fileName ?? request.info.name;
      const name = named(wanted, ".yml", { taken, writing });
      names.push(name);
      seq++;
      const path = `${prefix}${name}.yml`;
      writing.paths.set(item, path);
      if (item.path !== undefined) writing.newPaths.set(item.path, path);
      const info = { ...request.info, seq: request.info.seq ?? seq };
      writing.requests.push({ path, request: { ...request, info } });
      writing.files.set(path, requestText({ ...request, info }));
      writing.data.set(path, { kind: "request", data: request });
    }
  }
  return writing.keepOrder && isMixed(items) ? names : [];
}

function writeFolder(
  folder: ImportedFolder,
  prefix: string,
  { seq, writing }: { seq: number | undefined; writing: Writing },
): void {
  const path = `${prefix}folder.yml`;
  writing.files.set(path, "");
  writing.paths.set(folder, path);
  const order = writeItems(folder.items, prefix, writing);
  const { name, docs, defaults, tags } = folder;
  write(path, writing, {
    kind: "folder",
    data: {
      info: { name, type: "folder", seq, tags },
      ...(isFilled(defaults) && { request: defaults }),
      docs,
      ...(order.length > 0 && { extensions: { brace: { order } } }),
    },
  });
}

/** A file name for an item; it is noted where it had to be another than the item's. */
function named(
  wanted: string,
  extension: string,
  { taken, writing }: { taken: Set<string>; writing: Writing },
): string {
  // What states its order does so by names: they are for one item each.
  const name = writing.keepOrder
    ? fileName(wanted, taken)
    : fileName(wanted, taken, extension);
  if (name !== wanted.trim()) writing.renamed.push(wanted);
  return name;
}

function shown(text: string): string {
  const plain = text.replace(/\p{C}/gu, " ");
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}

/** Folders that are too deep give their items to the folder above. */
function flattened(
  items: readonly ImportedItem[],
  prefix: string,
  writing: Writing,
): readonly ImportedItem[] {
  if (prefix.split("/").length <= MAX_DEPTH) return items;
  const requests: ImportedItem[] = [];
  const stack = [...items].reverse();
  for (let item; (item = stack.pop()) !== undefined;) {
    if (item.kind === "request") {
      requests.push(item);
      continue;
    }
    writing.notes.push({
      kind: isFilled(item.defaults) ? "person" : "changed",
      message:
        `Put the requests of the folder "${
          shown(item.name)
        }" into the one above it: folders go ${MAX_DEPTH} deep` +
        (isFilled(item.defaults) ? ", what it hands down is lost" : ""),
      lost: countWritten([
        { kind: "folder", data: { request: item.defaults } },
      ]),
    });
    for (const inner of item.items.toReversed()) stack.push(inner);
  }
  return requests;
}

/** True where a request stands before a folder: Brace runs folders first. */
function isMixed(items: readonly ImportedItem[]): boolean {
  const first = items.findIndex(({ kind }) => kind === "request");
  return first !== -1 &&
    items.slice(first).some(({ kind }) => kind === "folder");
}

function envExample({ secrets }: Imported): string {
  const lines = secrets.map(({ env }) => `${env}=\n`).join("");
  return `# Copy this file to .env and fill it in; .env is not for the repository.\n${lines}`;
}

function isFilled(mapping: object | undefined): boolean {
  return mapping !== undefined &&
    Object.values(mapping).some((value) =>
      value !== undefined && !(Array.isArray(value) && value.length === 0)
    );
}
