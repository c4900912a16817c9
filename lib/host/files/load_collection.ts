import { basename, dirname, relative, resolve } from "node:path";
import {
  COLLECTION_FILES,
  formatOf,
  REQUEST_EXTENSIONS,
  withoutExtension,
} from "../../collection/format.ts";
import { isGlob } from "../../plan/make_plan.ts";
import { readCollection } from "../../collection/read_collection.ts";
import type { KeptReadings } from "../../collection/read/tree/kept_readings.ts";
import type { Collection, Item } from "../../collection/types.ts";
import { withRest } from "../../collection/with_rest.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { nearest } from "../../source/nearest.ts";
import { nameForeign, nameWorkspace } from "./name_foreign.ts";
import { describeFileError } from "./describe_file_error.ts";
import { requireFile } from "./file_bytes.ts";
import { findRoot } from "./find_root.ts";
import { isBundledFile } from "./is_bundled_file.ts";
import { readText } from "./read_text.ts";
import { readTree, type TreeContent } from "./read_tree.ts";
import { withSlashes } from "./with_slashes.ts";

/** A collection from the disk. */
export interface LoadedCollection {
  /** Absent when its own file cannot be read. */
  readonly collection?: Collection;
  /** What the given paths select, relative to the collection's root, or by name in a bundled file; empty: everything. */
  readonly paths: readonly string[];
  /**
   * What is wrong. Errors in request files outside of the selection are
   * warnings, as they do not concern the run.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** The items that the paths lie in, where the collection's others are not read yet. */
  readonly part?: readonly Item[];
  /** The texts of its files, by the paths that diagnostics show; absent when its own file cannot be read. */
  readonly texts?: ReadonlyMap<string, string>;
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
 * that is a bundled collection is loaded by itself; what follows it and is no
 * path are requests of it.
 */
export function loadCollection(
  paths: readonly string[],
  options: {
    cwd?: string;
    /** Files that are given for something else, such as secrets: no requests. */
    others?: readonly string[];
    kept?: KeptReadings;
    /** Read the other requests only when the collection's items are asked for. */
    part?: boolean;
  } = {},
): LoadedCollection {
  const cwd = options.cwd ?? Deno.cwd();
  const targets: Target[] = [];
  /** Requests of a bundled file, which have no files of their own. */
  const names: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const target = findTarget(path, cwd);
    if (!("code" in target)) targets.push(target);
    else if (target.code === "MISSING_PATH" && targets[0]?.bundled) {
      names.push(path);
    } else {
      const inside = target.code === "MISSING_PATH"
        ? insideOf(path, cwd)
        : undefined;
      if (inside) targets.push(inside);
      else diagnostics.push(target);
    }
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
  const selected = everything ? names : targets.map((target) => target.path);
  return load(first, selected, { ...options, cwd });
}

/**
 * The collection that the current folder belongs to, for what is not a request of
 * it: errors in its requests are warnings. Undefined where there is none.
 *
 * @param options.part Its requests are not read before somebody asks for them.
 */
export function loadSurrounding(
  others: readonly string[],
  { part = false }: { readonly part?: boolean } = {},
): LoadedCollection | undefined {
  const cwd = Deno.cwd();
  const main = rootOf(cwd, ".");
  if (typeof main === "object") return { paths: [], diagnostics: [main] };
  if (main === undefined) return undefined;
  // No file of a collection has this path.
  const loaded = load({ main, bundled: false, path: "" }, ["/"], {
    cwd,
    others,
    part,
  });
  return { ...loaded, paths: [] };
}

/** The own file of a collection, and whether all of it is in that file. */
export type CollectionPlace = Pick<Target, "main" | "bundled">;

/** Where the collection is that a path belongs to; undefined where there is none. */
export function findCollection(path: string): CollectionPlace | undefined {
  const target = findTarget(path, Deno.cwd());
  return "code" in target ? insideOf(path, Deno.cwd()) : target;
}

/** The files of a collection, and what a path selects of it. */
export interface CollectionTexts {
  /** Texts by path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
  /** Name of the collection's own file. */
  readonly main: string;
  /** The folder that the collection lives in. */
  readonly root: string;
  /** Goes before a path where it is shown. */
  readonly filePrefix: string;
  /** What is selected, relative to the root; "" for all of it. */
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The texts of the collection that a path belongs to; without them what stands against it. */
export function readCollectionFiles(
  path: string,
): CollectionTexts | { files?: undefined; diagnostics: readonly Diagnostic[] } {
  const cwd = Deno.cwd();
  const target = findTarget(path, cwd);
  if ("code" in target) return { diagnostics: [target] };
  const main = basename(target.main);
  const root = dirname(target.main);
  const filePrefix = prefixOf(cwd, root);
  const { files, diagnostics } = target.bundled
    ? readBundled(target.main, main, "")
    : readTree(root, { shown: (path) => path, format: formatOf(main) });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.length > 0
    ? { diagnostics: errors }
    : { files, main, root, filePrefix, path: target.path, diagnostics };
}

function load(
  target: Target,
  paths: string[],
  { cwd, others = [], kept, part = false }: {
    cwd: string;
    others?: readonly string[];
    kept?: KeptReadings;
    part?: boolean;
  },
): LoadedCollection {
  const root = dirname(target.main);
  const filePrefix = prefixOf(cwd, root);
  const main = basename(target.main);
  const isPart = part && !target.bundled && paths.length > 0 &&
    !paths.some(isGlob);
  const content = target.bundled
    ? readBundled(target.main, main, filePrefix)
    : readTree(root, {
      shown: (path) => filePrefix + path || ".",
      format: formatOf(main),
      others: withoutEnvironments(others, { cwd, root }),
      ...(isPart && { paths }),
    });
  if (isPart && needsRest(content)) return load(target, paths, { cwd, others });
  const { value, diagnostics } = readCollection({
    root,
    files: content.files,
    main,
    filePrefix,
    ...(kept && { kept }),
  });
  const { setup = [], teardown = [] } = value?.config ?? {};
  const needed = paths.length === 0 ? [] : [...paths, ...setup, ...teardown];
  // A file that could not be read is not missing besides.
  const found = content.files.has(main) ? diagnostics : [];
  const readRest = () =>
    load(target, paths, { cwd, others }).collection?.items ?? [];
  return {
    ...(value && { collection: isPart ? withRest(value, readRest) : value }),
    ...(isPart && value && { part: value.items }),
    paths,
    diagnostics: [...content.diagnostics, ...found].map((diagnostic) =>
      target.bundled || concerns(diagnostic, needed, filePrefix)
        ? diagnostic
        : asWarning(diagnostic)
    ),
    texts: new Map(
      [...content.files].map(([path, text]) => [filePrefix + path, text]),
    ),
  };
}

/** Real paths; the collection's own environments, which may be given too, stay what they are. */
function withoutEnvironments(
  files: readonly string[],
  { cwd, root }: { cwd: string; root: string },
): ReadonlySet<string> {
  const real = new Set<string>();
  for (const file of files) {
    const path = resolve(cwd, file);
    if (!/\.ya?ml$/.test(path)) continue;
    if (dirname(path) === resolve(root, "environments")) continue;
    try {
      real.add(Deno.realPathSync(path));
    } catch {
      // Who reads it says what is wrong with it.
    }
  }
  return real;
}

/** What counts on requests elsewhere in the collection. */
const ON_OTHERS = /\b(?:order|setup|teardown|require|runRequest)\b/;

/** Whether files that are read name, or may name, others that are not. */
function needsRest({ files, hasLinks }: TreeContent): boolean {
  return hasLinks || [...files.values()].some((text) => ON_OTHERS.test(text));
}

/** A bundled collection reads its own file and the `.env` beside it. */
function readBundled(
  path: string,
  main: string,
  filePrefix: string,
): TreeContent {
  const content: TreeContent = {
    files: new Map(),
    diagnostics: [],
    hasLinks: false,
  };
  for (const name of [main, ".env"]) {
    try {
      content.files.set(
        name,
        readText(resolve(dirname(path), name)),
      );
    } catch (error) {
      const isUnreadable = error instanceof Deno.errors.InvalidData ||
        error instanceof RangeError;
      if (name === main || isUnreadable) {
        content.diagnostics.push(
          describeFileError("read", filePrefix + name, error),
        );
      }
    }
  }
  return content;
}

/** False for what is wrong in a request file or folder that is not selected, and for environments. */
function concerns(
  { location }: Diagnostic,
  paths: readonly string[],
  filePrefix: string,
): boolean {
  if (!location?.file?.startsWith(filePrefix)) return true;
  const file = location.file.slice(filePrefix.length);
  // One that cannot be read is missing, when it is selected.
  if (file.startsWith("environments/")) return false;
  const isShared = !file.includes("/") &&
    (COLLECTION_FILES.includes(file) || file === "collection.bru");
  return paths.length === 0 || isShared ||
    paths.some((path) =>
      file === path || file.startsWith(`${path}/`) ||
      // folder.yml of a folder above
      /(?:^|\/)folder$/.test(withoutExtension(file)) &&
        path.startsWith(file.slice(0, file.lastIndexOf("/") + 1))
    );
}

function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: "warning" };
}

function findTarget(path: string, cwd: string): Target | Diagnostic {
  try {
    const absolute = existing(resolve(cwd, path));
    const isDirectory = Deno.statSync(absolute).isDirectory;
    if (!isDirectory) requireFile(absolute);
    const folder = isDirectory ? absolute : dirname(absolute);
    const isMain = COLLECTION_FILES.some((name) => name === basename(absolute));
    if (!isDirectory && !isMain) {
      if (isBundledFile(absolute)) {
        return nameWorkspace(absolute, path) ??
          { main: absolute, bundled: true, path: "" };
      }
      // A .bru file is a request where there is a collection.
      const foreign = absolute.endsWith(".bru")
        ? undefined
        : nameForeign(absolute, path, false);
      if (foreign) return foreign;
    }
    const main = rootOf(folder, relativePath(cwd, folder) || ".");
    if (typeof main === "object") return main;
    if (main === undefined) {
      return nameForeign(absolute, path, isDirectory) ??
        notACollection(path, isDirectory);
    }
    const inside = isMain ? "" : relativePath(dirname(main), absolute);
    return { main, bundled: false, path: inside };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return missingPath(path, cwd);
    return describeFileError("read", path, error);
  }
}

/** A pattern, or the name of a request, in the collection that the current folder belongs to. */
function insideOf(path: string, cwd: string): Target | undefined {
  const isName = !/[/\\]|\.(?:ya?ml|bru|json)$/.test(path);
  if (!isGlob(path) && !isName) return undefined;
  const literal = isGlob(path)
    ? path.split("/").slice(0, path.split("/").findIndex(isGlob)).join("/")
    : "";
  const folder = resolve(cwd, literal);
  const main = rootOf(folder, literal || ".");
  if (typeof main !== "string") return undefined;
  const prefix = relativePath(dirname(main), folder);
  const rest = isGlob(path)
    ? path.slice(literal === "" ? 0 : literal.length + 1)
    : path;
  return {
    main,
    bundled: false,
    path: isGlob(path) && prefix !== "" ? `${prefix}/${rest}` : rest,
  };
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
  for (const extension of REQUEST_EXTENSIONS) {
    try {
      Deno.statSync(path + extension);
      return path + extension;
    } catch {
      // The next one, or the given path, which the caller reports.
    }
  }
  return path;
}

function notACollection(path: string, isDirectory: boolean): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: isDirectory
      ? `Cannot load "${path}": neither it nor a folder above has an opencollection.yml or a bruno.json`
      : `Cannot load "${path}": it is not a collection, and no folder above has an opencollection.yml or a bruno.json`,
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

function prefixOf(cwd: string, root: string): string {
  const prefix = shownPath(cwd, root);
  return prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
}

/** As it is seen from the current folder or, where that is longer, from the root of all. */
function shownPath(cwd: string, path: string): string {
  const seen = relativePath(cwd, path);
  return seen.length > path.length && seen.startsWith("..")
    ? withSlashes(path)
    : seen;
}

/** With `/` between the parts on every system. */
function relativePath(from: string, to: string): string {
  return withSlashes(relative(from, to));
}
