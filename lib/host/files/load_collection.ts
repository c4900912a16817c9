import { basename, dirname, relative, resolve } from "node:path";
import {
  COLLECTION_FILES,
  readCollection,
} from "../../collection/read_collection.ts";
import type { Collection } from "../../collection/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { nearest } from "../../source/nearest.ts";
import { describeFileError } from "./describe_file_error.ts";
import { findRoot } from "./find_root.ts";
import { readText } from "./read_text.ts";
import { readTree, type TreeContent } from "./read_tree.ts";

/** A collection from the disk. */
export interface LoadedCollection {
  /** Absent when its own file cannot be read. */
  readonly collection?: Collection;
  /** What the given paths select, relative to the collection's root; empty: everything. */
  readonly paths: readonly string[];
  /**
   * What is wrong. Errors in request files outside of the selection are
   * warnings, as they do not concern the run.
   */
  readonly diagnostics: readonly Diagnostic[];
}

interface Target {
  /** The collection's own file. */
  readonly main: string;
  /** True for a file that is a whole collection by itself. */
  readonly bundled: boolean;
  /** Relative to the collection's root; "" for all of it. */
  readonly path: string;
}

/**
 * Loads the collection that the given files and folders belong to; its root is
 * looked for upwards. Without paths it is that of the current folder. A file
 * that is a bundled collection is loaded by itself.
 */
export function loadCollection(
  paths: readonly string[],
  options: { cwd?: string } = {},
): LoadedCollection {
  const cwd = options.cwd ?? Deno.cwd();
  const targets: Target[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const target = findTarget(path, cwd);
    if ("code" in target) diagnostics.push(target);
    else targets.push(target);
  }
  const [first] = targets;
  if (!first || diagnostics.length > 0) return { paths: [], diagnostics };
  const other = targets.findIndex((target) => target.main !== first.main);
  if (other !== -1) {
    return {
      paths: [],
      diagnostics: [{
        code: "USAGE",
        severity: "error",
        message: `Cannot run "${paths[0]}" and "${
          paths[other]
        }" together: they belong to different collections`,
      }],
    };
  }
  const everything = targets.some((target) => target.path === "");
  return load(
    first,
    everything ? [] : targets.map((target) => target.path),
    cwd,
  );
}

function load(target: Target, paths: string[], cwd: string): LoadedCollection {
  const root = dirname(target.main);
  const prefix = relativePath(cwd, root);
  const filePrefix = prefix === "" ? "" : `${prefix}/`;
  const main = basename(target.main);
  const content = target.bundled
    ? readBundled(target.main, main, filePrefix)
    : readTree(root, (path) => filePrefix + path || ".");
  const { value, diagnostics } = readCollection({
    root,
    files: content.files,
    main,
    filePrefix,
  });
  // A file that could not be read is not missing besides.
  const found = content.files.has(main) ? diagnostics : [];
  return {
    ...(value && { collection: value }),
    paths,
    diagnostics: [...content.diagnostics, ...found].map((diagnostic) =>
      concerns(diagnostic, paths, filePrefix)
        ? diagnostic
        : asWarning(diagnostic)
    ),
  };
}

/** A bundled collection reads its own file and the `.env` beside it. */
function readBundled(
  path: string,
  main: string,
  filePrefix: string,
): TreeContent {
  const content: TreeContent = { files: new Map(), diagnostics: [] };
  for (const name of [main, ".env"]) {
    try {
      content.files.set(
        name,
        readText(resolve(dirname(path), name)),
      );
    } catch (error) {
      if (name === main || error instanceof Deno.errors.InvalidData) {
        content.diagnostics.push(
          describeFileError("read", filePrefix + name, error),
        );
      }
    }
  }
  return content;
}

/** False for what is wrong in a request file or folder that is not selected. */
function concerns(
  { location }: Diagnostic,
  paths: readonly string[],
  filePrefix: string,
): boolean {
  if (paths.length === 0 || !location?.file?.startsWith(filePrefix)) {
    return true;
  }
  const file = location.file.slice(filePrefix.length);
  const isShared =
    !file.includes("/") && COLLECTION_FILES.some((name) => name === file) ||
    file.startsWith("environments/");
  return isShared ||
    paths.some((path) =>
      file === path || file.startsWith(`${path}/`) ||
      // folder.yml of a folder above
      /(?:^|\/)folder\.ya?ml$/.test(file) &&
        path.startsWith(file.slice(0, file.lastIndexOf("/") + 1))
    );
}

function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: "warning" };
}

function findTarget(path: string, cwd: string): Target | Diagnostic {
  try {
    const absolute = existing(resolve(cwd, path));
    const { isDirectory } = Deno.statSync(absolute);
    const folder = isDirectory ? absolute : dirname(absolute);
    const isMain = COLLECTION_FILES.some((name) => name === basename(absolute));
    if (!isDirectory && !isMain && isBundled(absolute)) {
      return { main: absolute, bundled: true, path: "" };
    }
    const main = rootOf(folder, relativePath(cwd, folder) || ".");
    if (typeof main === "object") return main;
    if (main === undefined) return notACollection(path, isDirectory);
    const inside = isMain ? "" : relativePath(dirname(main), absolute);
    return { main, bundled: false, path: inside };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return missingPath(path, cwd);
    return describeFileError("read", path, error);
  }
}

/** A file may be permitted alone; then the flag has to name its folder. */
function rootOf(
  folder: string,
  shown: string,
): string | Diagnostic | undefined {
  try {
    return findRoot(folder);
  } catch (error) {
    return describeFileError("read", shown, error);
  }
}

/** The path itself or, for `users/create`, that of `users/create.yml`. */
function existing(path: string): string {
  try {
    Deno.statSync(path);
    return path;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  for (const extension of [".yml", ".yaml"]) {
    try {
      Deno.statSync(path + extension);
      return path + extension;
    } catch {
      // The next one, or the given path, which the caller reports.
    }
  }
  return path;
}

/** True for a file that holds a whole collection. */
function isBundled(path: string): boolean {
  return /\.ya?ml$/.test(path) &&
    /^(?:opencollection|bundled|items)[ \t]*:/m.test(
      Deno.readTextFileSync(path),
    );
}

function notACollection(path: string, isDirectory: boolean): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: isDirectory
      ? `Cannot load "${path}": neither it nor a folder above has an opencollection.yml`
      : `Cannot load "${path}": it is no collection, and no folder above has an opencollection.yml`,
    suggestion: "brace init",
  };
}

function missingPath(path: string, cwd: string): Diagnostic {
  const absolute = resolve(cwd, path);
  const near = nearest(basename(absolute), siblings(dirname(absolute)));
  const suggestion = near &&
    relativePath(cwd, resolve(dirname(absolute), near));
  const wayOut = suggestion ? ` (did you mean "${suggestion}"?)` : "";
  return {
    code: "MISSING_PATH",
    severity: "error",
    message: `Cannot find "${path}": no such file or folder${wayOut}`,
    ...(suggestion && { suggestion }),
  };
}

function siblings(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
  } catch {
    return [];
  }
}

/** With `/` between the parts on every system. */
function relativePath(from: string, to: string): string {
  const path = relative(from, to);
  return Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
}
