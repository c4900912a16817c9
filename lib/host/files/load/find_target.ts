import { basename, dirname, isInside, join, resolve } from "../../path.ts";
import {
  aboutFolder,
  COLLECTION_FILES,
  formatOf,
  isV3Name,
} from "../../../core/collection/format.ts";
import { ownFolder } from "../../../core/plan/own_folder.ts";
import { isGlob } from "../../../core/plan/make_plan.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { describeFileError } from "../describe_file_error.ts";
import { requireFile } from "../file_bytes.ts";
import { findRoot, splitMain } from "../find_root.ts";
import { isFolder } from "../is_folder.ts";
import { shellPath } from "../../terminal/shell_word.ts";
import { coveredPath } from "./covered_path.ts";
import { findWorkspace } from "./find_workspace.ts";
import { isBundledFile } from "../read_text.ts";
import {
  belowHead,
  bundledIn,
  canBeName,
  collectionsBeside,
  collectionsIn,
  existing,
  hasEnvironments,
  MAX_LOOKED_INTO,
  mayRun,
  meantPath,
  missingName,
  missingPath,
  namedBelow,
  siblings,
  unquotedPath,
  urlAsPath,
} from "./named_path.ts";
import { nameForeign, nameWorkspace } from "./name_foreign.ts";
import { requestsNamed } from "./request_named.ts";
import { relativePath } from "./shown_path.ts";
import {
  hasRequest,
  isStray,
  strayBru,
  strayRequest,
} from "./stray_request.ts";

/** What a path is of a collection. */
export interface Target {
  /** The collection's own file. */
  readonly main: string;
  /** True for a file that is a whole collection by itself. */
  readonly bundled: boolean;
  /** Relative to the collection's root; "" for all of it. */
  readonly path: string;
}

/** What given paths select of one collection. */
export interface Selected extends CollectionPlace {
  /** Relative to the collection's root, or by name in a bundled file; empty: everything. */
  readonly paths: readonly string[];
  /** Says that a given path lies in another one. */
  readonly covered?: Diagnostic;
  /** The collection's folder as it is written from the current one, if that is what is selected, and lies in it. */
  readonly above?: string;
}

/** The own file of a collection, and whether all of it is in that file. */
export type CollectionPlace = Pick<Target, "main" | "bundled">;

/**
 * The one collection that all given paths belong to; without paths it is that of the current folder.
 *
 * @param environments Where there is none, one that has these is suggested.
 */
export function findSelected(
  given: readonly string[],
  cwd: string,
  environments: readonly string[] = [],
): Selected | { readonly diagnostics: readonly Diagnostic[] } {
  const targets: Target[] = [];
  /** Requests of a bundled file, which have no files of their own. */
  const names: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of given.length === 0 ? ["."] : given) {
    const url = urlAsPath(path);
    const target = url ?? findTarget(path, cwd, environments);
    if (url !== undefined) diagnostics.push(url);
    else if (!("code" in target)) targets.push(target);
    else if (target.code !== "MISSING_PATH") diagnostics.push(target);
    else if (targets[0]?.bundled) names.push(path);
    else {
      const inside = insideOf(path, cwd);
      if (inside) targets.push(inside);
      else {
        diagnostics.push(
          belowAnother(path, given, cwd) ?? belowHere(path, given, cwd) ??
            ownPath(path, cwd) ?? belowAnother(path, ABOVE, cwd) ??
            (target.suggestion ? target : namedIn(path, given, cwd) ?? target),
        );
      }
    }
  }
  const [first] = targets;
  if (!first || diagnostics.length > 0) {
    const unquoted = diagnostics.some(({ code }) => code === "MISSING_PATH")
      ? unquotedPath(given, cwd)
      : undefined;
    return { diagnostics: unquoted ? [unquoted] : diagnostics };
  }
  const { main, bundled } = first;
  const other = targets.findIndex((target) => target.main !== main);
  if (other !== -1) {
    return {
      diagnostics: [{
        code: "USAGE",
        severity: "error",
        message: `Cannot use "${given[0]}" and "${
          given[other]
        }" together: they belong to different collections`,
      }],
    };
  }
  const everything = targets.some((target) => target.path === "");
  const paths = everything ? names : targets.map((target) => target.path);
  const covered = bundled ? undefined : coveredPath(targets, given);
  const isHere = targets.length === 1 && paths.length === 1 &&
    resolve(cwd, given[0] ?? ".") === resolve(cwd);
  return {
    main,
    bundled,
    paths,
    ...covered && { covered },
    ...isHere && { above: relativePath(cwd, splitMain(main).root) },
  };
}

/** What a program selects of the collection that it names: its paths begin in there. */
export function findSelectedIn(
  collection: string,
  paths: readonly string[],
  cwd: string,
): ReturnType<typeof findSelected> {
  const whole = findTarget(collection, cwd);
  const isMissing = "code" in whole && whole.code === "MISSING_PATH";
  if (paths.length === 0 || isMissing) return findSelected([collection], cwd);
  if (!("code" in whole) && whole.bundled) return { ...whole, paths };
  const given = resolve(cwd, collection);
  const isOwnFile = !("code" in whole) && whole.path === "" && !isFolder(given);
  return findSelected(paths, isOwnFile ? splitMain(whole.main).root : given);
}

/** Where the collection is that a path belongs to; undefined where there is none. */
export function findCollection(path: string): CollectionPlace | undefined {
  const target = findTarget(path, Deno.cwd());
  return "code" in target ? insideOf(path, Deno.cwd()) : target;
}

/** The collection that a path belongs to, and what of it the path is; or what stands against it. */
export function findTarget(
  path: string,
  cwd: string,
  environments: readonly string[] = [],
): Target | Diagnostic {
  try {
    const { absolute, isDirectory } = existing(resolve(cwd, path));
    if (!isDirectory) requireFile(absolute);
    const folder = isDirectory ? absolute : dirname(absolute);
    const isMain = COLLECTION_FILES.some((name) => name === basename(absolute));
    if (!isDirectory && !isMain) {
      if (isBundledFile(absolute)) {
        return nameWorkspace(absolute, path) ??
          { main: absolute, bundled: true, path: "" };
      }
      // It is a request where there is a collection.
      const foreign = absolute.endsWith(".bru") || isV3Name(absolute)
        ? undefined
        : nameForeign(absolute, path, false);
      if (foreign) return foreign;
    }
    const main = rootOf(folder, relativePath(cwd, folder) || ".") ??
      (isDirectory ? findWorkspace(absolute, path) : undefined);
    if (typeof main === "object") return main;
    if (main === undefined) {
      return nameForeign(absolute, path, isDirectory) ??
        notACollection(path, { absolute, isDirectory, environments });
    }
    const { root, main: name } = splitMain(main);
    if (!isDirectory && isStray(absolute, name)) {
      return strayRequest(path, relativePath(cwd, root) || ".");
    }
    const stray = isDirectory ? undefined : strayBru(absolute, name, {
      shown: path,
      collection: relativePath(cwd, root) || ".",
    });
    if (stray) return stray;
    const inside = isMain || !isInside(root, absolute)
      ? ""
      : relativePath(root, absolute);
    // A definition stands for its folder, and defaults for the collection.
    const format = formatOf(name);
    const about = inside === format.defaults ? "" : aboutFolder(inside, format);
    return { main, bundled: false, path: about ?? inside };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      return ownPath(path, cwd) ?? missingPath(path, runnable(path, cwd));
    }
    return describeFileError("read", path, error);
  }
}

/** The path that a missing one may mean, of what can run. */
function runnable(path: string, cwd: string): string | undefined {
  const near = meantPath(path, cwd, mayRun);
  const target = near === undefined ? undefined : findTarget(near, cwd);
  if (target === undefined || "code" in target) return undefined;
  return /^environments(?:\/|$)/.test(target.path) ? undefined : near;
}

/** A pattern, or the name of a request, in the collection that the current folder belongs to. */
function insideOf(path: string, cwd: string): Target | undefined {
  if (!isGlob(path) && !canBeName(path)) return undefined;
  const literal = isGlob(path)
    ? path.split("/").slice(0, path.split("/").findIndex(isGlob)).join("/")
    : "";
  const folder = resolve(cwd, literal);
  const main = rootOf(folder, literal || ".") ??
    findWorkspace(folder, literal || ".");
  if (typeof main !== "string") return undefined;
  const { root } = splitMain(main);
  const prefix = isInside(root, folder) ? relativePath(root, folder) : "";
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
export function rootOf(
  folder: string,
  shown: string,
): string | Diagnostic | undefined {
  try {
    return findRoot(folder);
  } catch (error) {
    return describeFileError("read", shown, error);
  }
}

function notACollection(
  path: string,
  { absolute, isDirectory, environments }: {
    readonly absolute: string;
    readonly isDirectory: boolean;
    readonly environments: readonly string[];
  },
): Diagnostic {
  const suggested = (found: readonly string[]) =>
    found.find((one) => hasEnvironments(join(absolute, one), environments)) ??
      found[0];
  const inside = isDirectory
    ? [...bundledIn(absolute), ...collectionsIn(absolute)]
    : [];
  if (inside.length > 0) {
    const at = path === "." ? "" : `${path.replace(/\/+$/, "")}/`;
    return {
      code: "NOT_A_COLLECTION",
      severity: "error",
      message: `Cannot load "${path}": it is not a collection, it contains ${
        inside.length === 1 ? "one" : inside.length
      }`,
      suggestion: `brace run ${shellPath(at + suggested(inside))}`,
      notes: [`contains ${quotedList(inside.map((it) => at + it))}`],
    };
  }
  // Another collection, as "brace init" writes it, would not run them.
  const hasRequests = isDirectory
    ? siblings(absolute).filter((name) => /\.ya?ml$/.test(name))
      .slice(0, MAX_LOOKED_INTO).some((name) =>
        hasRequest(join(absolute, name))
      )
    : hasRequest(absolute);
  const beside = path === "." && !hasRequests
    ? collectionsBeside(absolute)
    : [];
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: isDirectory
      ? `Cannot load "${path}": neither it nor a folder above has an opencollection.yml or a bruno.json`
      : `Cannot load "${path}": it is not a collection, and no folder above has an opencollection.yml or a bruno.json`,
    suggestion: hasRequests
      ? `an empty opencollection.yml ${isDirectory ? "in" : "beside"} it`
      : beside.length > 0
      ? `brace run ${shellPath(suggested(beside))}`
      : "brace init",
    ...(beside.length > 0 && {
      notes: [`its repository has ${quotedList(beside)}`],
    }),
  };
}

/** Collections that are named of many. */
const MAX_SHOWN = 5;

function quotedList(paths: readonly string[]): string {
  const shown = paths.slice(0, MAX_SHOWN).map((path) => `"${path}"`).join(", ");
  const more = paths.length - MAX_SHOWN;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Says that a path is the current collection's own, as it is seen from outside. */
function ownPath(path: string, cwd: string): Diagnostic | undefined {
  const main = rootOf(cwd, ".");
  if (typeof main !== "string") return undefined;
  const { root } = splitMain(main);
  return ownFolder("find", path, { root, file: relativePath(cwd, main) });
}

/** From where somebody may have written a path who runs Brace in a folder of the project. */
const ABOVE = ["..", "../..", "../../.."];

/** A path that is written as it is seen from a folder beside it: `my-api users`. */
function belowAnother(
  path: string,
  given: readonly string[],
  cwd: string,
): Diagnostic | undefined {
  for (const other of given) {
    const whole = relativePath(cwd, resolve(cwd, other, path));
    if (other === path || "code" in findTarget(whole, cwd)) continue;
    return missingPath(path, whole);
  }
  return undefined;
}

/** What may be a request's name beside the path of its collection, or beside the only one here: names count within it alone. */
function namedIn(path: string, given: readonly string[], cwd: string) {
  const [only, ...more] = collectionsIn(cwd);
  const other =
    given.find((it) => it !== path && !("code" in findTarget(it, cwd))) ??
      (more.length === 0 ? only : undefined);
  if (other === undefined || !canBeName(path)) return undefined;
  const found = requestsNamed(path, resolve(cwd, other));
  if (found === undefined) return missingName(path, other);
  const { called, paths: [meant, ...others] } = found;
  return others.length > 0
    ? missingName(path, other, { called, count: found.paths.length })
    : missingPath(
      path,
      relativePath(cwd, meant),
      called === path ? undefined : called,
    );
}

/**
 * The name of the only folder or request of that name in the collections that
 * are given beside it, or else in those here.
 */
function belowHere(
  path: string,
  given: readonly string[],
  cwd: string,
): Diagnostic | undefined {
  const here = rootOf(cwd, ".");
  const folders = typeof here === "string"
    ? [splitMain(here).root]
    : collectionsIn(cwd).map((name) => join(cwd, name));
  const beside = given.filter((other) => other !== path)
    .map((other) => resolve(cwd, other));
  const inGiven = beside.flatMap((folder) => namedBelow(path, folder));
  const below = inGiven.length > 0
    ? inGiven
    : folders.flatMap((folder) => namedBelow(path, folder));
  const all = [...below, ...belowHead(path, cwd)];
  const [only, ...more] = new Set(all.filter(mayRun));
  // What is there and is no file has another problem.
  return only && more.length === 0 && only !== resolve(cwd, path)
    ? missingPath(path, relativePath(cwd, only))
    : undefined;
}
