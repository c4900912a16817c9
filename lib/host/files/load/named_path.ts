import { basename, dirname, join, resolve } from "../../path.ts";
import {
  COLLECTION_FILES,
  REQUEST_EXTENSIONS,
} from "../../../core/collection/format.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { shownUrl } from "../../../core/secrets/shown_url.ts";
import { nearest } from "../../../core/source/nearest.ts";
import { isBundledFile } from "../read_text.ts";
import { shellPath } from "../../terminal/shell_word.ts";
import { relativePath } from "./shown_path.ts";

/**
 * The path itself or, for `users/create`, that of `users/create.yml`; whichever
 * way its letters are composed, as macOS has them otherwise.
 *
 * @throws {Deno.errors.NotFound} There is neither.
 */
export function existing(
  path: string,
): { absolute: string; isDirectory: boolean } {
  try {
    return { absolute: path, isDirectory: Deno.statSync(path).isDirectory };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    for (const extension of REQUEST_EXTENSIONS) {
      const absolute = path + extension;
      try {
        return { absolute, isDirectory: Deno.statSync(absolute).isDirectory };
      } catch {
        // The next one, or the error for the given path.
      }
    }
    const written = writtenOtherwise(path);
    if (written === undefined) throw error;
    return existing(written);
  }
}

/** The path as the disk writes its letters, where it writes them in another way; undefined where nothing there has that name. */
function writtenOtherwise(path: string): string | undefined {
  if (!/[^\0-\x7f]/.test(path)) return undefined;
  const folder = dirname(path);
  if (folder === path) return undefined;
  const name = basename(path);
  const same = siblings(folder).find((it) => isSame(it, name));
  if (same !== undefined) return same === name ? undefined : join(folder, same);
  const above = writtenOtherwise(folder);
  if (above === undefined) return undefined;
  return writtenOtherwise(join(above, name)) ?? join(above, name);
}

function isSame(entry: string, name: string): boolean {
  const composed = name.normalize();
  return entry.normalize() === composed ||
    REQUEST_EXTENSIONS.some((it) => entry.normalize() === composed + it);
}

/** Entries that are looked at: no collection's folder has more. */
const MAX_ENTRIES = 5_000;

/** The folders and requests in a folder, at any depth, whose path ends like this. */
export function namedBelow(path: string, folder: string): string[] {
  const wanted = path.replace(/^\.\/|\/+$/g, "").split("/");
  if (wanted.some((it) => it === "" || it === "..")) return [];
  const found: string[] = [];
  const folders = [folder];
  let left = MAX_ENTRIES;
  for (const inside of folders) {
    for (const name of siblings(inside)) {
      if (left-- === 0) return [];
      if (/^(?:\..*|node_modules|environments)$/.test(name)) continue;
      const whole = join(inside, name);
      const parts = whole.split(/[\\/]/).slice(-wanted.length);
      if (parts.every((it, at) => isSame(it, wanted[at]))) found.push(whole);
      try {
        if (Deno.lstatSync(whole).isDirectory) folders.push(whole);
      } catch {
        // It went away.
      }
    }
  }
  return found;
}

/** The same for a path whose head is there: a folder between it and the rest was left out. */
export function belowHead(path: string, cwd: string): string[] {
  const parts = path.replace(/\/+$/, "").split("/");
  for (let end = parts.length - 1; end > 0; end--) {
    const head = resolve(cwd, parts.slice(0, end).join("/"));
    if (siblings(head).length > 0) {
      return namedBelow(parts.slice(end).join("/"), head);
    }
  }
  return [];
}

/**
 * Says that there is nothing of this name, and what may be meant.
 *
 * @param called What the request there is called, where its path does not tell.
 */
export function missingPath(
  path: string,
  suggestion?: string,
  called?: string,
): Diagnostic {
  const which = called === undefined ? "" : `, which is "${called}"`;
  const wayOut = suggestion ? ` (did you mean "${suggestion}"${which}?)` : "";
  return {
    code: "MISSING_PATH",
    severity: "error",
    message: `Cannot find "${path}": no such file or folder${wayOut}`,
    ...(suggestion && { suggestion }),
  };
}

/** Says that a URL is given as a path; undefined for all else. */
export function urlAsPath(path: string): Diagnostic | undefined {
  return /^https?:\/\//i.test(path)
    ? {
      code: "MISSING_PATH",
      severity: "error",
      message: `Cannot find "${
        shownUrl(path)
      }": it is a URL, and not a file or folder (make a collection of its document with brace import, or send to it with brace send)`,
    }
    : undefined;
}

/** More paths are a list that a shell made, in which nothing is cut. */
const MAX_PARTS = 20;

/** Says that paths are the parts of one with a blank, which a shell cuts without quotes; undefined where they are not. */
export function unquotedPath(
  given: readonly string[],
  cwd: string,
): Diagnostic | undefined {
  if (given.length > MAX_PARTS) return undefined;
  const isThere = (path: string) => {
    try {
      return existing(resolve(cwd, path)) !== undefined;
    } catch {
      return false;
    }
  };
  for (const [from, first] of given.entries()) {
    for (let end = given.length; end > from + 1; end--) {
      const parts = given.slice(from, end);
      const whole = parts.join(" ");
      if (parts.every(isThere) || !isThere(whole)) continue;
      return {
        code: "MISSING_PATH",
        severity: "error",
        message:
          `Cannot find "${first}": the path "${whole}" has a blank (quote the path)`,
        suggestion: shellPath(whole),
      };
    }
  }
  return undefined;
}

/** Whether it can be the name of a request or a folder, and no path: `GET /users` and `Search / reports` are names. */
export function canBeName(path: string): boolean {
  if (/\.(?:ya?ml|bru|json)$/.test(path)) return false;
  return !/[/\\]/.test(path) || /\s\/|\/\s/.test(path);
}

/**
 * Says that there is no path of this name, and how a request of a collection is
 * given beside it.
 *
 * @param alike How many requests have the name that may be meant.
 */
export function missingName(
  name: string,
  collection: string,
  alike?: { readonly called: string; readonly count: number },
): Diagnostic {
  const which = alike === undefined
    ? `give a request of "${collection}"`
    : `${alike.count} requests are called "${alike.called}": give one`;
  return {
    code: "MISSING_PATH",
    severity: "error",
    message:
      `Cannot find "${name}": no such file or folder (${which} by its path: brace list ${
        shellPath(collection)
      })`,
  };
}

/**
 * The path that a missing one may mean: that of a URL, or the nearest beside it.
 *
 * @param fits Whether a path can be meant. Default: each can.
 */
export function meantPath(
  path: string,
  cwd: string,
  fits: (absolute: string) => boolean = () => true,
): string | undefined {
  const meant = pathOfUrl(path);
  if (meant !== undefined) return relativePath(cwd, meant);
  const near = nearPath(resolve(cwd, path), fits);
  return near && relativePath(cwd, near);
}

/** A path with the nearest name for each part that is not there. */
function nearPath(
  absolute: string,
  fits: (absolute: string) => boolean,
): string | undefined {
  const folder = dirname(absolute);
  if (folder === absolute) return undefined;
  const inside = siblings(folder).length > 0
    ? folder
    : nearPath(folder, isFolder);
  if (inside === undefined) return undefined;
  const names = siblings(inside).filter((name) => fits(join(inside, name)));
  const name = basename(absolute);
  const near = names.includes(name) ? name : nearest(name, names);
  return near && join(inside, near);
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Whether a path may be that of a collection or a request, by its name. */
export function mayRun(path: string): boolean {
  const name = basename(path);
  return REQUEST_EXTENSIONS.some((it) => name.endsWith(it)) ||
    COLLECTION_FILES.includes(name) || /\.json$/.test(name) || isFolder(path);
}

/** The path of a URL such as `import.meta.resolve` gives, where something is there. */
function pathOfUrl(url: string): string | undefined {
  if (!url.startsWith("file:")) return undefined;
  try {
    const { pathname } = new URL(url);
    // A library for this asks for the process, which takes its time at each start.
    const path = decodeURIComponent(pathname).replace(/^\/(?=[A-Za-z]:\/)/, "");
    return existing(resolve(path)).absolute;
  } catch {
    return undefined;
  }
}

/** The names in a folder, sorted; none of one that cannot be read. */
export function siblings(folder: string): string[] {
  return entriesIn(folder).map(({ name }) => name).sort();
}

/** What a folder has; nothing of one that cannot be read. */
export function entriesIn(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    return [];
  }
}

/** Files of a folder that are read to see what is in it. */
export const MAX_LOOKED_INTO = 100;

/** The files right in a folder that are whole collections by themselves. */
export function bundledIn(folder: string): string[] {
  return siblings(folder).filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .slice(0, MAX_LOOKED_INTO).filter((name) => {
      try {
        return isBundledFile(join(folder, name));
      } catch {
        // What cannot be read is not known.
        return false;
      }
    });
}

/** Levels below a folder on which its collections are looked for. */
const MAX_DEPTH = 3;

/** So many folders are looked into: a whole disk may lie below. */
const MAX_FOLDERS = 1_000;

/** The collections that lie nearest below a folder, all on one level. */
export function collectionsIn(folder: string): string[] {
  let level = [""];
  let left = MAX_FOLDERS;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const below = level.flatMap((above) =>
      foldersIn(join(folder, above)).map((name) => above + name)
    ).slice(0, left);
    left -= below.length;
    const found = below.filter((path) => {
      const names = siblings(join(folder, path));
      return COLLECTION_FILES.some((file) => names.includes(file));
    });
    if (found.length > 0) return found;
    level = below.filter((path) => !SKIPPED.test(path))
      .map((path) => `${path}/`);
  }
  return [];
}

/** Whether a collection has files of these environments; those that are in its own file are not looked for. */
export function hasEnvironments(
  folder: string,
  names: readonly string[],
): boolean {
  if (names.length === 0) return true;
  const files = siblings(join(folder, "environments"));
  return names.every((name) =>
    ["yml", "yaml", "bru"].some((end) => files.includes(`${name}.${end}`))
  );
}

const SKIPPED = /(?:^|\/)(?:\.[^/]*|node_modules)$/;

function foldersIn(folder: string): string[] {
  return entriesIn(folder).filter(({ isFile }) => !isFile)
    .map(({ name }) => name).sort();
}

/** Levels above a folder on which the root of its repository is looked for. */
const MAX_ABOVE = 5;

/** The collections of the same repository that lie nearest to a folder, though not above or below it; by their paths from there. */
export function collectionsBeside(folder: string): string[] {
  const above: string[] = [];
  for (let at = folder; !siblings(at).includes(".git"); at = dirname(at)) {
    if (above.length === MAX_ABOVE) return [];
    above.push(dirname(at));
  }
  for (const [level, one] of above.entries()) {
    const found = collectionsIn(one);
    if (found.length > 0) {
      return found.map((path) => "../".repeat(level + 1) + path);
    }
  }
  return [];
}
