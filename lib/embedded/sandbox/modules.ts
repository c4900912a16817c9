import {
  addedModule,
  bundleOf,
  installation,
  MISSING_NAMES,
  moduleMember,
  NEEDS,
  NODE_NAMES,
  npmRefusal,
  OFFERED,
  PACKAGE_NAMES,
  partOf,
  SENDING_NAMES,
} from "../../core/collection/required/module_names.ts";
import {
  absolutePath,
  candidatePaths,
  folderOf,
  fromRoot,
  isFilePath,
  startsAtRoot,
} from "../../core/collection/required/module_path.ts";
import type { ModuleCall } from "../../core/collection/required/exports_map.ts";
import {
  type FoundModule,
  isOfPackage,
} from "../../core/collection/required/package_path.ts";
import {
  createModuleScope,
  importedFrom,
  type ModuleExports,
  type ModuleScope,
} from "./es_modules.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { howToAdd, NO_ACCESS, noSuchPart } from "./no_such_part.ts";
import { BraceError } from "./thrown.ts";

/** A module's code as a function. */
export type ModuleFactory = (
  module: { exports: unknown },
  exports: unknown,
  require: (name: string) => unknown,
  filename: string,
  dirname: string,
  /** What `import` and `export` became. */
  scope?: ModuleScope,
) => void;

/** Where modules come from. */
export interface ModuleSource {
  /** Compiles a file of the collection. */
  load(path: string): ModuleFactory;
  /** Reads a file of the collection. */
  read(path: string): string;
  /** Finds the file of a package, or of what one of its files asks for. */
  find(name: string, folder: string, call: ModuleCall): FoundModule;
  /** The collection's folder as scripts see it. */
  root(): string;
  /** Compiles one of Brace's bundles, while a script runs; undefined where it has none of that name. */
  offer(name: string): ModuleFactory | undefined;
  /** Makes a bundle and what is in it known. */
  define(name: string, factory: ModuleFactory): void;
}

/** The modules that `require` knows. */
export interface Modules {
  require(name: string): unknown;
  /** Makes a module known and loads it. */
  define(name: string, factory: ModuleFactory): unknown;
  /** Makes a module known that exists already. */
  add(name: string, exports: unknown): void;
}

/** Makes `require` over modules that Brace defines and files of the collection. */
export function createModules(source: ModuleSource): Modules {
  const loaded = new Map<string, { exports: unknown }>();
  /** What was thrown for files that are missing: who requires the file that asked for one has its own. */
  const told = new WeakSet<object>();

  const run = (
    key: string,
    factory: ModuleFactory,
    { folder = "", filename = key, dirname = "" },
  ) => {
    const module = { exports: {} as unknown };
    loaded.set(key, module);
    const scope = createModuleScope(module, {
      filename,
      dirname,
      request: (name) => {
        const found = importedFrom(wanted(name, folder, "import"));
        return { ...found, get: (part) => importedPart(name, part, found.get) };
      },
    });
    try {
      factory(
        module,
        module.exports,
        (name) => wanted(name, folder, "require"),
        filename,
        dirname,
        scope,
      );
    } catch (error) {
      loaded.delete(key);
      throw error;
    }
    return module.exports;
  };
  const file = (path: string) => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    if (path.endsWith(".json")) {
      const exports = parseFile(path, source.read(path));
      loaded.set(path, { exports });
      return exports;
    }
    const folder = folderOf(path);
    const root = source.root();
    return run(path, source.load(path), {
      folder,
      filename: absolutePath(root, path),
      dirname: absolutePath(root, folder),
    });
  };
  const isThere = (path: string) => {
    try {
      source.read(path);
      return true;
    } catch {
      return false;
    }
  };
  const pathsOf = (folder: string, name: string) => {
    try {
      return candidatePaths({ root: source.root, folder }, name);
    } catch (error) {
      if (!startsAtRoot(name, folder)) throw error;
      const near = fromRoot(name);
      const isMeant = candidatePaths({ root: source.root, folder }, near)
        .some(isThere);
      throw new TypeError(
        `${(error as Error).message}, and paths start at its root${
          didYouMean(isMeant ? near : undefined)
        }`,
      );
    }
  };
  /** The file that is probably meant by a path to none. */
  const meant = (name: string, folder: string) => {
    try {
      const found = source.find(name, folder, "require");
      return "reason" in found ? found.near : undefined;
    } catch {
      // What lies there is not for scripts.
      return undefined;
    }
  };
  const fileAt = (folder: string, name: string) => {
    let first: unknown;
    const paths = pathsOf(folder, name);
    for (const path of paths) {
      try {
        return file(path);
      } catch (error) {
        // Only a file that is not there lets the next name have a try.
        if (!isMissing(error) || told.has(error)) throw error;
        first ??= error;
      }
    }
    if (first instanceof BraceError) {
      // As the script has it; a path that `bru.cwd()` begins is not written out.
      const root = source.root();
      if (root === "" || !name.startsWith(root)) {
        first.message = first.message
          .replace(`"${paths[0]}"`, () => `"${name}"`);
      }
      told.add(first);
      if (startsAtRoot(name, folder)) {
        first.message += "; paths start at the collection's root";
      }
      first.message += didYouMean(meant(name, folder));
    }
    throw first;
  };
  /** Loads a bundle that nobody knew of before the script ran, what it needs first. */
  const offer = (bundle: string) => {
    if (loaded.has(bundle)) return;
    const factory = source.offer(bundle);
    if (factory === undefined) return;
    for (const needed of NEEDS[bundle] ?? []) offer(needed);
    source.define(bundle, factory);
  };
  /** What a package's file, or one in `node_modules`, is; undefined where there is none. */
  const packaged = (name: string, folder: string, call: ModuleCall) => {
    const found = source.find(name, folder, call);
    if ("path" in found) return { exports: file(found.path) };
    return "empty" in found ? { exports: {} } : found;
  };
  /** What Brace has under a name; undefined where it has nothing. */
  const own = (name: string): { exports: unknown } | undefined => {
    const { module: key, part } = partOf(name);
    if (part !== undefined) {
      const whole = own(key);
      if (whole === undefined) return undefined;
      const member = moduleMember(whole.exports, part);
      if (member !== undefined) return { exports: member };
      throw new TypeError(
        `Cannot require "${name}": ${key} has no such part`,
      );
    }
    const known = loaded.get(key);
    if (known !== undefined) return known;
    offer(bundleOf(key));
    return loaded.get(key);
  };
  const wanted = (name: unknown, folder: string, call: ModuleCall): unknown => {
    const text = `${name}`;
    const isInside = isOfPackage(folder);
    if (isFilePath(text) && (!isInside || !text.startsWith("."))) {
      return fileAt(folder, text);
    }
    const { module: key } = partOf(text);
    // A package may have another version of what Brace has, too.
    const isOwnFirst = !isInside || SENDING_NAMES.includes(key) ||
      NODE_NAMES.includes(key) || text.startsWith("node:");
    const first = isOwnFirst ? own(text) : undefined;
    if (first !== undefined) return first.exports;
    const found = packaged(text, folder, call);
    if ("exports" in found) return found.exports;
    const last = isOwnFirst || isFilePath(text) ? undefined : own(text);
    if (last !== undefined) return last.exports;
    throw new TypeError(refusal(text, { key, folder, ...found }));
  };
  const require = (name: string) => wanted(name, "", "require");
  return {
    require,
    // The factory goes: with it stays its source.
    define: (name, factory) => run(name, factory, {}),
    add: (name, exports) => loaded.set(name, { exports }),
  };
}

function parseFile(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw new SyntaxError(`Cannot read "${path}": it is not JSON (${message})`);
  }
}

/** What a module imports by name is there, in Node: the sandbox has Node's modules in part. */
function importedPart(
  name: unknown,
  part: string,
  get: ModuleExports,
): unknown {
  const value = get(part);
  const { module } = partOf(`${name}`);
  if (value === undefined && NODE_NAMES.includes(module)) {
    throw new TypeError(`Cannot import "${part}": ${noSuchPart(module, part)}`);
  }
  return value;
}

function isMissing(error: unknown): error is BraceError {
  return error instanceof BraceError && error.code !== "PERMISSION";
}

function refusal(
  name: string,
  { key, folder, reason, isKnown }: {
    key: string;
    folder: string;
    reason: string;
    isKnown?: true;
  },
): string {
  const by = isOfPackage(folder) ? ` (${folder} needs it)` : "";
  const refused = npmRefusal(name);
  if (refused !== undefined) return `Cannot require "${name}"${by}: ${refused}`;
  if (MISSING_NAMES.includes(key)) {
    return `Cannot require "${name}"${by}: ${NO_ACCESS}`;
  }
  if (PACKAGE_NAMES.includes(key) || NODE_NAMES.includes(key)) {
    return `Cannot require "${name}"${by}: its name is put together while the script runs; write require("${name}")`;
  }
  if (by !== "" || isKnown) return `Cannot require "${name}"${by}: ${reason}`;
  const added = addedModule(name);
  if (added !== undefined) {
    return `Cannot require "${name}": ${reason} (${howToAdd(added)})`;
  }
  const near = nearest(key, [...PACKAGE_NAMES, ...NODE_NAMES]);
  return `Cannot require "${name}"${
    near === undefined ? "" : ` (did you mean "${near}"?)`
  }: ${OFFERED}; ${reason}${near === undefined ? installation(name) : ""}`;
}
