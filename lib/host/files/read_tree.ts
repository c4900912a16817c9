import { join } from "node:path";
import { MAX_FILE_LENGTH } from "../../collection/yaml/parse_yaml.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";
import { readText } from "./read_text.ts";

/** A collection with more files than this is a folder chosen by mistake. */
const MAX_FILES = 100_000;

/** The text of a collection's files, by path relative to its root. */
export interface TreeContent {
  readonly files: Map<string, string>;
  readonly diagnostics: Diagnostic[];
}

/**
 * Reads the YAML files of a folder and of those inside, and the `.env` files at
 * its top. What is hidden and `node_modules` are left out (editors and systems
 * put `._name.yml` beside what they touch); links are followed as long as they
 * stay inside, others that would count are warned about. Synchronous calls: for many small files they
 * take a third of the time of parallel ones.
 */
export function readTree(
  root: string,
  shown: (path: string) => string,
): TreeContent {
  const content: TreeContent = { files: new Map(), diagnostics: [] };
  const realRoot = Deno.realPathSync(root);
  const folders = [{ path: "", real: realRoot, above: [] as string[] }];
  for (let folder; (folder = folders.pop()) !== undefined;) {
    const above = [...folder.above, folder.real];
    for (
      const entry of entriesOf(
        join(root, folder.path),
        shown(folder.path),
        { isRoot: folder.path === "", content },
      )
    ) {
      const path = folder.path === ""
        ? entry.name
        : `${folder.path}/${entry.name}`;
      const target = entry.isSymlink ? follow(join(root, path), realRoot) : {
        ...entry,
        real: join(folder.real, entry.name),
      };
      if (typeof target === "string") {
        if (isMissed(join(root, path), path)) {
          content.diagnostics.push(ignoredLink(shown(path), target));
        }
        continue;
      }
      if (target.isDirectory) {
        if (isReadFolder(entry.name) && !above.includes(target.real)) {
          folders.push({ path, real: target.real, above });
        }
      } else if (target.isFile && isReadFile(path)) {
        if (content.files.size >= MAX_FILES) {
          content.diagnostics.push(tooManyFiles(shown("")));
          return content;
        }
        readFile(join(root, path), path, shown(path), content);
      }
    }
  }
  return content;
}

/** The target of a link, or why it is not followed. */
function follow(
  path: string,
  realRoot: string,
): { real: string; isDirectory: boolean; isFile: boolean } | string {
  const outside = "the link leads out of the collection's folder";
  try {
    const real = Deno.realPathSync(path);
    const inside = real === realRoot || real.startsWith(join(realRoot, "/"));
    if (!inside) return outside;
    const { isDirectory, isFile } = Deno.statSync(real);
    return { real, isDirectory, isFile };
  } catch (error) {
    return error instanceof Deno.errors.NotCapable
      ? outside
      : "the link leads nowhere";
  }
}

/** Whether whoever made a link meant it for the collection: a file by its name, a folder by what it holds. */
function isMissed(link: string, path: string): boolean {
  if (isReadFile(path)) return true;
  if (!isReadFolder(path.slice(path.lastIndexOf("/") + 1))) return false;
  try {
    return Deno.readDirSync(link).some(({ name }) => isReadFile(name));
  } catch {
    return false;
  }
}

function ignoredLink(shown: string, reason: string): Diagnostic {
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
  path: string,
  key: string,
  shown: string,
  content: TreeContent,
): void {
  try {
    const { size } = Deno.statSync(path);
    // A character has at most three bytes for each of its UTF-16 units.
    if (size > MAX_FILE_LENGTH * 3) {
      content.diagnostics.push({
        code: "LIMIT",
        severity: "error",
        message: `Cannot read "${shown}": it is larger than 10 MiB`,
        location: { file: shown },
      });
      return;
    }
    content.files.set(key, readText(path));
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

function isReadFolder(name: string): boolean {
  return !name.startsWith(".") && name !== "node_modules";
}

function isReadFile(path: string): boolean {
  return /(?:^|\/)[^./][^/]*\.ya?ml$/.test(path) ||
    /^\.env(?:\.[\w.-]+)?$/.test(path);
}
