import { dirname, join, resolve } from "../../path.ts";
import {
  aboutFolder,
  COLLECTION_FILES,
  type CollectionFormat,
  formatOf,
} from "../../../core/collection/format.ts";
import type {
  FileParser,
  KeptReadings,
} from "../../../core/collection/read/tree/folder_reading.ts";
import { readFiles } from "../../../core/collection/read_files.ts";
import type { Collection, Item } from "../../../core/collection/types.ts";
import {
  keepUnread,
  unreadAmong,
} from "../../../core/collection/unread_files.ts";
import { type Rest, withRest } from "../../../core/collection/with_rest.ts";
import { hasItem, isGlob } from "../../../core/plan/make_plan.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { once } from "../../../core/source/once.ts";
import { describeFileError } from "../describe_file_error.ts";
import { splitMain } from "../find_root.ts";
import { readText } from "../read_text.ts";
import { readTree, type TreeContent } from "../read_tree.ts";
import type { Selected } from "./find_target.ts";
import { shownIn } from "./shown_path.ts";

/** A collection from the disk. */
export interface LoadedCollection {
  /** Absent when its own file cannot be read. */
  readonly collection?: Collection;
  /** What the given paths select, relative to the collection's root, or by name in a bundled file; empty: everything. */
  readonly paths: readonly string[];
  /** Says that a given path lies in another one. */
  readonly covered?: Selected["covered"];
  /**
   * What is wrong. Errors in request files outside of the selection are
   * warnings, as they do not concern the run.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** The errors among them, those outside of the selection, too, as errors. */
  readonly broken?: readonly Diagnostic[];
  /** What is wrong with the file of a request, or with one that it inherits from, by the request's path. */
  readonly problemOf?: (path: string) => Diagnostic | undefined;
  /** The items that the paths lie in, where the collection's others are not read yet. */
  readonly part?: readonly Item[];
  /** The texts of its files, by the paths that diagnostics show; absent when its own file cannot be read. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Names of secrets that a person typed: no request is run to set them. */
  readonly typed?: ReadonlySet<string>;
  /** Whether `.bru` files lie in its folders that are read for a collection in YAML. */
  readonly hasBru?: boolean;
  /** What all of it depends on; absent where that is not known, as with links. */
  readonly sources?: LoadedSources;
}

/** Folders and files of the disk that a collection was loaded from. */
export interface LoadedSources {
  readonly folders: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

/** How a collection is loaded. */
export interface LoadOptions {
  /** Where its path is shown from. */
  readonly cwd?: string;
  /** Files that are given for something else, such as secrets: no requests. */
  readonly others?: readonly string[];
  /** Names of environments that are selected: where there is no collection, one that has them is suggested. */
  readonly environments?: readonly string[];
  readonly kept?: KeptReadings;
  /** Reads the text of a file. Default: from the disk each time. */
  readonly readText?: typeof readText;
  /** Read the other requests only when the collection's items are asked for. */
  readonly part?: boolean;
}

/** Loads what is selected of a collection, with what reads its files. */
export function loadFound(
  found: Selected,
  parse: FileParser,
  options: LoadOptions = {},
): LoadedCollection {
  const { paths, bundled } = found;
  const {
    cwd = Deno.cwd(),
    others = [],
    kept,
    part = false,
    readText: read = readText,
  } = options;
  const { root, main } = splitMain(found.main);
  const format = formatOf(main);
  /** What was shown, as diagnostics name it, and its path in the collection. */
  const named = new Map<string, string>();
  const show = shownIn(cwd, root);
  const shown = (path: string) => {
    const name = show(path) || ".";
    named.set(name, path);
    return name;
  };
  const isPart = part && !bundled && paths.length > 0 &&
    !paths.some(isGlob);
  const content = bundled
    ? readBundled(found.main, main, { shown, readText: read })
    : readTree(root, {
      shown,
      format,
      readText: read,
      others: withoutEnvironments(others, { cwd, root }),
      ...(isPart && { paths }),
    });
  const whole = once(() => loadFound(found, parse, { cwd, others }));
  if (isPart && (needsRest(content) || !paths.every(isIn(content)))) {
    return whole();
  }
  const { value, diagnostics } = readFiles({
    root,
    files: content.files,
    folders: content.folders,
    main,
    shown,
    ...(kept && { kept }),
  }, parse);
  const { setup = [], teardown = [] } = value?.config ?? {};
  const needed = paths.length === 0 ? [] : [...paths, ...setup, ...teardown];
  // An unreadable file is already reported and is not missing.
  const wrong = content.files.has(main) ? diagnostics : [];
  const texts = new Map(
    [...content.files].map(([path, text]) => [shown(path), text]),
  );
  const rest: Rest = {
    items: () => whole().collection?.items ?? [],
    secretItems: () => {
      const { files } = readTree(root, {
        shown: (path) => path,
        format,
        // These are files, and nothing is said of those that are too long.
        readText: options.readText ?? Deno.readTextFileSync,
        others: withoutEnvironments(others, { cwd, root }),
      });
      for (const [path, text] of files) {
        const isRead = path !== main && content.files.has(path);
        if (isRead || path !== main && !MAY_DECLARE.test(text)) {
          files.delete(path);
        }
      }
      if (files.size <= 1) return [];
      return readFiles({ root, files, folders: [], main, shown }, parse).value
        ?.items ?? [];
    },
  };
  const all = [...content.diagnostics, ...wrong];
  if (value && found.above !== undefined) {
    const nothing = nothingHere(
      value,
      found,
      (file) =>
        all.some(({ location }) =>
          named.get(location?.file ?? "")?.startsWith(file)
        ),
    );
    if (nothing) return { paths: [], diagnostics: [nothing] };
  }
  const broken = all.filter(({ severity }) => severity === "error");
  const unread = isPart ? undefined : unreadAmong(texts, broken);
  const collection = value && isPart ? withRest(value, rest) : value;
  if (collection) {
    keepUnread(collection, () => {
      if (unread) return unread;
      const { texts = new Map(), broken = [] } = whole();
      return unreadAmong(texts, broken);
    });
  }
  return {
    ...(collection && { collection }),
    ...(isPart && value && { part: value.items }),
    paths,
    ...(found.covered && { covered: found.covered }),
    broken,
    problemOf: (path) =>
      isPart
        ? whole().problemOf!(path)
        : broken.find((one) => concerns(one, { paths: [path], named, format })),
    diagnostics: all.map((diagnostic) =>
      bundled || concerns(diagnostic, { paths: needed, named, format })
        ? diagnostic
        : asWarning(diagnostic)
    ),
    texts,
    hasBru: content.hasBru,
    ...!isPart && content.diagnostics.length === 0 && !content.hasLinks &&
      { sources: sourcesIn(root, content) },
  };
}

/**
 * Says of a folder that somebody is in that it has no requests, where all of
 * the collection may be meant.
 *
 * @param isTold Whether something is said of a file whose path begins so.
 */
function nothingHere(
  collection: Collection,
  { paths: [path], above = "" }: Selected,
  isTold: (start: string) => boolean,
): Diagnostic | undefined {
  if (hasItem(collection, path) || isTold(`${path}/`)) return undefined;
  return {
    code: "MISSING_PATH",
    severity: "error",
    message:
      `Cannot select "${path}", the current folder: it has no requests (write "${above}" for the whole collection, or change to its folder)`,
  };
}

function sourcesIn(
  root: string,
  { files, listed }: TreeContent,
): LoadedSources {
  return {
    folders: listed.map((path) => join(root, path)),
    texts: new Map([...files].map(([path, text]) => [join(root, path), text])),
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
      // The reader of the file reports the problem.
    }
  }
  return real;
}

/** What counts on requests elsewhere in the collection. */
const ON_OTHERS = /\b(?:order|setup|teardown|require|runRequest)\b/;

/** The word with which a file declares a secret, in every format, or an escape that may stand for it. */
const MAY_DECLARE = /\bsecret\b|\\[xuU]/;

/** Whether files that are read name, or may name, others that are not. */
function needsRest({ files, hasLinks }: TreeContent): boolean {
  return hasLinks || [...files.values()].some((text) => ON_OTHERS.test(text));
}

/** Whether a path is that of a file or folder; another one may be the name of a request, in any file. */
function isIn({ files }: TreeContent): (path: string) => boolean {
  return (path) =>
    files.has(path) ||
    [...files.keys()].some((one) => one.startsWith(`${path}/`));
}

/** False for what is wrong in a request file or folder that is not selected, and for environments. */
function concerns(
  { location }: Diagnostic,
  { paths, named, format }: {
    readonly paths: readonly string[];
    readonly named: ReadonlyMap<string, string>;
    readonly format: CollectionFormat;
  },
): boolean {
  const file = location?.file === undefined
    ? undefined
    : named.get(location.file);
  return file === undefined || concernsPaths(file, paths, format);
}

/** Whether a run of paths needs a file of the collection, or of all that it has: not of an environment, which is missing when it is selected. */
export function concernsPaths(
  file: string,
  paths: readonly string[],
  format: CollectionFormat,
): boolean {
  if (file.startsWith("environments/") || file.startsWith("../")) return false;
  const isShared = format.mains.includes(file) ||
    COLLECTION_FILES.includes(file) || file === format.defaults;
  const about = aboutFolder(file, format);
  return paths.length === 0 || isShared ||
    paths.some((path) =>
      file === path || file.startsWith(`${path}/`) ||
      // that of a folder above
      about !== undefined && (about === "" || path.startsWith(`${about}/`))
    );
}

function asWarning(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: "warning" };
}

/** A bundled collection reads its own file and the `.env` beside it. */
export function readBundled(
  path: string,
  main: string,
  { shown, readText: read = readText }: {
    readonly shown: (path: string) => string;
    readonly readText?: typeof readText;
  },
): TreeContent {
  const content: TreeContent = {
    files: new Map(),
    folders: [],
    listed: [],
    diagnostics: [],
    hasLinks: false,
    hasBru: false,
  };
  for (const name of [main, ".env"]) {
    try {
      content.files.set(
        name,
        read(resolve(dirname(path), name)),
      );
    } catch (error) {
      const isUnreadable = error instanceof Deno.errors.InvalidData ||
        error instanceof RangeError;
      if (name === main || isUnreadable) {
        content.diagnostics.push(
          describeFileError("read", shown(name), error),
        );
      }
    }
  }
  return content;
}
