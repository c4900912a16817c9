import {
  bundleOf,
  moduleMember,
  NEEDS,
  NODE_NAMES,
  OFFERED,
  PACKAGE_NAMES,
  partOf,
  REFUSED_NAMES,
} from "../../core/collection/required/module_names.ts";
import {
  candidatePaths,
  folderOf,
  isFilePath,
} from "../../core/collection/required/module_path.ts";
import { nearest } from "../../core/source/nearest.ts";
import { BraceError } from "./thrown.ts";

/** A module's code as a function. */
export type ModuleFactory = (
  module: { exports: unknown },
  exports: unknown,
  require: (name: string) => unknown,
  filename: string,
  dirname: string,
) => void;

/** Where modules come from. */
export interface ModuleSource {
  /** Compiles a file of the collection. */
  load(path: string): ModuleFactory;
  /** Reads a file of the collection. */
  read(path: string): string;
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
  const factories = new Map<string, ModuleFactory>();
  const loaded = new Map<string, { exports: unknown }>();

  const run = (
    key: string,
    factory: ModuleFactory,
    { folder = "", filename = key, dirname = "" },
  ) => {
    const module = { exports: {} as unknown };
    loaded.set(key, module);
    try {
      factory(module, module.exports, requireFrom(folder), filename, dirname);
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
    const root = source.root().replace(/\/$/, "");
    return run(path, source.load(path), {
      folder,
      filename: `${root}/${path}`,
      dirname: folder === "" ? root : `${root}/${folder}`,
    });
  };
  const fileAt = (folder: string, name: string) => {
    let first: unknown;
    for (const path of candidatePaths({ root: source.root, folder }, name)) {
      try {
        return file(path);
      } catch (error) {
        // Only a file that is not there lets the next name have a try.
        if (!isMissing(error)) throw error;
        first ??= error;
      }
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
  const requireFrom = (folder: string) => (name: unknown): unknown => {
    const wanted = `${name}`;
    if (isFilePath(wanted)) return fileAt(folder, wanted);
    const { module: key, part } = partOf(wanted);
    if (part !== undefined) {
      const member = moduleMember(require(key), part);
      if (member !== undefined) return member;
      throw new TypeError(
        `Cannot require "${wanted}": ${key} has no such part`,
      );
    }
    const known = loaded.get(key);
    if (known !== undefined) return known.exports;
    const factory = factories.get(key);
    if (factory !== undefined) return run(key, factory, {});
    offer(bundleOf(key));
    const offered = loaded.get(key);
    if (offered !== undefined) return offered.exports;
    throw new TypeError(refusal(wanted, key));
  };
  const require = requireFrom("");
  return {
    require,
    define: (name, factory) => {
      factories.set(name, factory);
      return require(name);
    },
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

function isMissing(error: unknown): boolean {
  return error instanceof BraceError && error.code !== "PERMISSION";
}

function refusal(name: string, key: string): string {
  if (REFUSED_NAMES.includes(key)) {
    return `Cannot require "${name}": the sandbox has no access to it; run with --trust-scripts if you trust this collection`;
  }
  if (PACKAGE_NAMES.includes(key) || NODE_NAMES.includes(key)) {
    return `Cannot require "${name}": its name is put together while the script runs; write require("${name}")`;
  }
  const near = nearest(key, [...PACKAGE_NAMES, ...NODE_NAMES]);
  return `Cannot require "${name}"${
    near === undefined ? "" : ` (did you mean "${near}"?)`
  }: ${OFFERED}; other packages need --trust-scripts`;
}
