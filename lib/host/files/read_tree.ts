import { basename, dirname, join, sep } from "../path.ts";
import {
  aboutFolder,
  BRU_FORMAT,
  COLLECTION_FILES,
  type CollectionFormat,
  environmentName,
  hasExtension,
  V3_FOLDER,
  V3_FORMAT,
} from "../../core/collection/format.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";
import { readText } from "./read_text.ts";
import { finish } from "../../core/source/slices.ts";

/** A collection with more files than this is a folder chosen by mistake. */
const MAX_FILES = 100_000;

interface Folder {
  readonly path: string;
  readonly real: string;
}

/** The text of a collection's files, by path relative to its root. */
export interface TreeContent {
  readonly files: Map<string, string>;
  /** Folders, also those that no file is read from: they have a place in the order of a run. */
  readonly folders: string[];
  /** Folders whose entries were read, the root included. */
  readonly listed: string[];
  readonly diagnostics: Diagnostic[];
  /** Whether links were met: which of several paths counts then takes all of the tree. */
  hasLinks: boolean;
  /** Whether files lie there whose names end as those of requests in Bruno's language do, which this format does not read. */
  hasBru: boolean;
}

/**
 * Reads the files of a collection in a folder and of those inside, and the `.env` files at
 * its top. What is hidden and `node_modules` are left out (editors and systems
 * put `._name.yml` beside what they touch); links are followed as long as they
 * stay inside. Each folder is read once: by its own path, or else by the first
 * link; others that would count are warned about. Synchronous calls: for many
 * small files they take a third of the time of parallel ones.
 */
export function readTree(root: string, options: TreeOptions): TreeContent {
  return finish(readingTree(root, options));
}

/** How a tree is read. */
export interface TreeOptions {
  readonly shown: (path: string) => string;
  /** Reads the text of a file. Default: from the disk each time. */
  readonly readText?: typeof readText;
  readonly format: CollectionFormat;
  /** Real paths of files that are there for something else. */
  readonly others?: ReadonlySet<string>;
  /** Only these and what they need; empty: everything. */
  readonly paths?: readonly string[];
}

/** {@linkcode readTree}, file after file. */
export function* readingTree(
  root: string,
  { shown, format, others, paths = [], readText: textAt = readText }:
    TreeOptions,
): Generator<void, TreeContent> {
  const content: TreeContent = {
    files: new Map(),
    folders: [],
    listed: [],
    diagnostics: [],
    hasLinks: false,
    hasBru: false,
  };
  const realRoot = Deno.realPathSync(root);
  const folders: Folder[] = [{ path: "", real: realRoot }];
  /** Folders that links lead to, which come when all others were read. */
  const links: Folder[] = [];
  /** The folders that were read, by their real paths. */
  const read = new Map<string, string>();
  for (
    let folder;
    (folder = folders.pop() ?? links.shift()) !== undefined;
  ) {
    const before = read.get(folder.real);
    if (before !== undefined) {
      if (isMissed(join(root, folder.path), folder.path, format)) {
        const why = `it leads to "${shown(before)}", which is read already`;
        content.diagnostics.push(ignored(shown(folder.path), why));
      }
      continue;
    }
    read.set(folder.real, folder.path);
    content.listed.push(folder.path);
    const at = join(root, folder.path);
    for (
      const entry of entriesOf(
        at,
        shown(folder.path),
        { isRoot: folder.path === "", content },
      )
    ) {
      const path = folder.path === ""
        ? entry.name
        : `${folder.path}/${entry.name}`;
      if (entry.isSymlink) content.hasLinks = true;
      const { isDirectory } = entry;
      if (
        paths.length > 0 && !isWanted(path, { paths, format, isDirectory })
      ) continue;
      const target = entry.isSymlink ? follow(join(root, path), realRoot) : {
        ...entry,
        real: within(folder.real, entry.name),
      };
      if (typeof target === "string") {
        if (isMissed(join(root, path), path, format)) {
          content.diagnostics.push(ignored(shown(path), target));
        }
        continue;
      }
      if (target.isDirectory) {
        if (!entry.isSymlink && isPlace(path)) content.folders.push(path);
        if (!isReadFolder(entry.name, format)) continue;
        if (!entry.isSymlink) folders.push({ path, real: target.real });
        // One to a folder above goes in a circle.
        else if (!isBelow(folder.real, target.real)) {
          links.push({ path, real: target.real });
        }
      } else if (!target.isFile || others?.has(target.real)) {
        continue;
      } else if (isReadFile(path, format)) {
        if (content.files.size >= MAX_FILES) {
          content.diagnostics.push(tooManyFiles(shown("")));
          return content;
        }
        const place = within(at, entry.name);
        readFile(path, shown(path), content, () => textAt(place));
        yield;
      } else if (hasExtension(path, BRU_FORMAT)) content.hasBru = true;
    }
  }
  if (format === V3_FORMAT) readBeside(root, content, { shown, textAt });
  return content;
}

/** What `join` gives for an entry of a folder, of which there are thousands. */
function within(folder: string, name: string): string {
  if (folder === ".") return name;
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

/** Reads what stands beside the collections of a workspace: environments and globals. */
function readBeside(
  root: string,
  content: TreeContent,
  { shown, textAt }: {
    readonly shown: (path: string) => string;
    readonly textAt: typeof readText;
  },
): void {
  if (basename(dirname(root)) !== "collections") return;
  const workspace = join(root, "..", "..");
  for (const folder of ["environments", "globals"]) {
    for (const { name, isFile } of listed(join(workspace, folder))) {
      const path = `../../${folder}/${name}`;
      const isWanted = environmentName(path, V3_FORMAT) !== undefined ||
        V3_FORMAT.globals?.includes(path);
      if (!isFile || !isWanted) continue;
      readFile(path, shown(path), content, () => textAt(join(root, path)));
    }
  }
}

/** The entries of a folder that may not be there. */
function listed(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)].sort((a, b) =>
      a.name < b.name ? -1 : 1
    );
  } catch {
    return [];
  }
}

/** The target of a link, or why it is not followed. */
function follow(
  path: string,
  realRoot: string,
): { real: string; isDirectory: boolean; isFile: boolean } | string {
  const outside = "the link leads out of the collection's folder";
  try {
    const real = Deno.realPathSync(path);
    if (!isBelow(real, realRoot)) return outside;
    const { isDirectory, isFile } = Deno.statSync(real);
    return { real, isDirectory, isFile };
  } catch (error) {
    return error instanceof Deno.errors.NotCapable
      ? outside
      : "the link leads nowhere";
  }
}

/** Whether whoever made a link meant it for the collection: a file by its name, a folder by what it holds. */
function isMissed(
  link: string,
  path: string,
  format: CollectionFormat,
): boolean {
  if (isReadFile(path, format)) return true;
  if (!isReadFolder(path.slice(path.lastIndexOf("/") + 1), format)) {
    return false;
  }
  try {
    return Deno.readDirSync(link).some(({ name }) => isReadFile(name, format));
  } catch {
    return false;
  }
}

function ignored(shown: string, reason: string): Diagnostic {
  return {
    code: "UNSUPPORTED",
    severity: "warning",
    message: `Ignored "${shown}": ${reason}`,
    location: { file: shown },
  };
}

/** In reverse order, since folders are taken from the end. */
function entriesOf(
  path: string,
  shown: string,
  { isRoot, content }: { isRoot: boolean; content: TreeContent },
): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(path)].sort((a, b) => a.name < b.name ? 1 : -1);
  } catch (error) {
    content.diagnostics.push({
      ...describeFileError("read", shown, error),
      // With its place it stops only runs that select it.
      ...(!isRoot && { location: { file: shown } }),
    });
    return [];
  }
}

function readFile(
  key: string,
  shown: string,
  content: TreeContent,
  read: () => string,
): void {
  try {
    content.files.set(key, read());
  } catch (error) {
    content.diagnostics.push({
      ...describeFileError("read", shown, error),
      location: { file: shown },
    });
  }
}

function tooManyFiles(shown: string): Diagnostic {
  return {
    code: "LIMIT",
    severity: "error",
    message: `Cannot read "${shown}": it has more than ${MAX_FILES} files`,
  };
}

/** Whether a path is that of a folder, or below it. */
function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(join(folder, "/"));
}

/** Whether Bruno counts a folder, whatever is in it. */
function isPlace(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name !== V3_FOLDER && path !== "environments" &&
    name !== "node_modules" && name !== ".git";
}

function isReadFolder(name: string, format: CollectionFormat): boolean {
  return !name.startsWith(".") && name !== "node_modules" ||
    format === V3_FORMAT && name === V3_FOLDER;
}

function isReadFile(path: string, format: CollectionFormat): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (aboutFolder(path, format) !== undefined) return true;
  // The main file of another collection inside: what is in its folder does not belong to this one.
  return !name.startsWith(".") && hasExtension(path, format) ||
    COLLECTION_FILES.includes(name) || /^\.env(?:\.[\w.-]+)?$/.test(path);
}

/**
 * Whether a run of these requests and folders needs a file or folder of the
 * collection: what is selected, what stands above it, the environments, and
 * what is not a request at all.
 */
export function isWanted(
  path: string,
  { paths, format, isDirectory }: {
    paths: readonly string[];
    format: CollectionFormat;
    isDirectory: boolean;
  },
): boolean {
  if (paths.some((it) => path === it || path.startsWith(`${it}/`))) return true;
  if (path === "environments" || path.startsWith("environments/")) return true;
  const isAbove = (folder: string) =>
    folder === "" || paths.some((it) => it.startsWith(`${folder}/`));
  if (isDirectory) {
    return isAbove(path) || path === V3_FOLDER ||
      path.endsWith(`/${V3_FOLDER}`) &&
        isAbove(path.slice(0, -V3_FOLDER.length - 1));
  }
  return !hasExtension(path, format) || COLLECTION_FILES.includes(path) ||
    path === format.defaults ||
    isAbove(aboutFolder(path, format) ?? "\0");
}
