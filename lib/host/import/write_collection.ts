import { dirname, isInside, join, resolve } from "../path.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { describeFileError } from "../files/describe_file_error.ts";
import { makeFolders } from "../files/write/make_folders.ts";
import type { FilesBeside } from "../../tools/convert/needed_files.ts";
import type { NewFile } from "./new_file.ts";
import { MERGED_FILES, mergedFiles } from "./merged_files.ts";
import { readText } from "../files/read_text.ts";

/**
 * Writes the files of a collection into a folder, all or none: each into a
 * temporary file first, which then takes its name. Without `force` nothing that
 * is there is replaced, but for the lines that {@linkcode mergedFiles} adds;
 * `wayOut` says what else to do then. Returns what went wrong; the folder is as it was then.
 */
export async function writeCollection(
  folder: string,
  all: ReadonlyMap<string, NewFile>,
  { force, replaces, newer, isMerged, wayOut }: {
    force: boolean;
    /** A file that may be replaced without it. */
    replaces?: string;
    /** Whether entries of a `.env` that is there get the new values; default: only empty ones do. */
    newer?: boolean;
    /** Whether the files have the lines that are there, as far as they stay. */
    isMerged?: true;
    wayOut?: () => Promise<string | undefined>;
  },
): Promise<Diagnostic | undefined> {
  if (!await exists(folder)) return await writeFolder(folder, all);
  const files = isMerged ? all : mergedFiles(folder, all, { newer });
  const present = force ? [] : await presentFiles(
    folder,
    // Those hold what is there, too: they are no reason to refuse.
    [...files.keys()].filter((name) =>
      name !== replaces && !MERGED_FILES.includes(name)
    ),
  );
  if (present.length > 0) {
    return alreadyThere(folder, present, await wayOut?.());
  }
  const made: string[] = [];
  const written: { temporary: string; path: string }[] = [];
  const suffix = `${crypto.randomUUID().slice(0, 8)}.tmp`;
  let at = folder;
  try {
    for (const [name, file] of files) {
      at = join(folder, name);
      made.push(...await makeFolders(dirname(at)));
      const temporary = `${at}.${suffix}`;
      written.push({ temporary, path: at });
      await writeNew(temporary, file);
    }
    for (const { temporary, path } of written) {
      at = path;
      await Deno.rename(temporary, path);
    }
    return undefined;
  } catch (error) {
    for (const { temporary } of written) await remove(temporary);
    for (const path of made.reverse()) await remove(path);
    return describeFileError("write", at, error);
  }
}

/** A folder that is not there yet gets its name when all is in it. */
async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, NewFile>,
): Promise<Diagnostic | undefined> {
  const made: string[] = [];
  const staging = `${folder}.${crypto.randomUUID().slice(0, 8)}.tmp`;
  try {
    made.push(...await makeFolders(dirname(folder)));
    await Deno.mkdir(staging);
    const folders = new Set<string>();
    for (const [name, file] of files) {
      const path = join(staging, name);
      if (!folders.has(dirname(path))) {
        await Deno.mkdir(dirname(path), { recursive: true });
        folders.add(dirname(path));
      }
      await writeNew(path, file);
    }
    await Deno.rename(staging, folder);
    return undefined;
  } catch (error) {
    await remove(staging, { recursive: true });
    for (const path of made.reverse()) await remove(path);
    return describeFileError("write", folder, error);
  }
}

async function writeNew(path: string, file: NewFile): Promise<void> {
  if ("copyOf" in file) return await Deno.copyFile(file.copyOf, path);
  const { text, mode } = file;
  await Deno.writeTextFile(path, text, {
    createNew: true,
    ...(mode !== undefined && { mode }),
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    // The next step reports a missing permission.
    return !(error instanceof Deno.errors.NotFound);
  }
}

async function presentFiles(
  folder: string,
  names: Iterable<string>,
): Promise<string[]> {
  const present: string[] = [];
  for (const name of names) {
    try {
      await Deno.lstat(join(folder, name));
      present.push(name);
    } catch {
      // It does not exist, or the write reports the missing permission.
    }
  }
  return present;
}

function alreadyThere(
  folder: string,
  [first, ...rest]: string[],
  wayOut?: string,
): Diagnostic {
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot write to "${folder}": this would replace "${first}"${more} (${
        wayOut === undefined ? "" : `${wayOut}, `
      }choose another folder with --output, or commit the files, then replace them and your changes with --force)`,
  };
}

async function remove(
  path: string,
  options: Deno.RemoveOptions = {},
): Promise<void> {
  try {
    await Deno.remove(path, options);
  } catch {
    // It was never made, or its new name is taken by what it replaced.
  }
}

/** Refuses to mix new files with those of the source, which nobody asked for. */
export function intoSource(folder: string): Diagnostic {
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot write to "${folder}": it is what you import (choose a folder with --output)`,
  };
}

/** The files of a folder that go along into another one, at the same paths; none where both are one folder. `texts` is written instead of some. */
export function copiedFiles(
  from: string,
  folder: string,
  paths: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
): Map<string, NewFile> {
  if (resolve(from) === resolve(folder)) return new Map();
  return new Map(paths.map((path) => {
    const text = texts.get(path);
    return [path, text === undefined ? { copyOf: join(from, path) } : { text }];
  }));
}

/** The files of a folder, links that lead out of it left out. */
export function filesBeside(root: string): FilesBeside {
  const realRoot = Deno.realPathSync(root);
  const found = (path: string): string | undefined => {
    try {
      const real = Deno.realPathSync(join(realRoot, path));
      const isFile = isInside(realRoot, real) && Deno.statSync(real).isFile;
      return isFile ? real : undefined;
    } catch {
      // It does not exist or is not readable: the note says that it is not copied.
      return undefined;
    }
  };
  return {
    has: (path) => found(path) !== undefined,
    text: (path) => {
      const real = found(path);
      try {
        return Promise.resolve(real === undefined ? real : readText(real));
      } catch {
        return Promise.resolve(undefined);
      }
    },
  };
}
