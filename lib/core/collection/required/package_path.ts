import { chosen, isMap, keyed, type ModuleCall } from "./exports_map.ts";
import {
  listsPackage,
  missingModule,
  nearModule,
  uninstalled,
} from "./missing_module.ts";
import { folderOf, steps } from "./module_path.ts";

/** The files that modules are looked for in; paths are relative to the collection's root, and begin with `../` above it. */
export interface ModuleFiles {
  /** How many folders above the collection's may have packages, too; default 0. */
  above?(): number;
  /** The path of a file, links followed; undefined where there is none. Throws for one that scripts must not have. */
  find(path: string): string | undefined;
  /** The text of a file that is there. */
  read(path: string): string;
  /** The path of a file that is called almost so; undefined where none is. */
  near?(path: string): string | undefined;
  /** Where a package is that is installed outside of the collection, so that scripts do not get it, and how to install it inside, as a message says it; undefined where it is nowhere. */
  outside?(name: string): string | undefined;
}

/** The file of a module; that it stands for nothing here; or why there is none. */
export type FoundModule =
  | { readonly path: string }
  | { readonly empty: true }
  | {
    readonly reason: string;
    /** Whether there is such a package, which does not offer this. */
    readonly isKnown?: true;
    /** The file that is probably meant, written as the path that was asked for. */
    readonly near?: string;
  };

/** What is read of a `package.json`. */
interface Manifest extends Readonly<Record<string, unknown>> {
  readonly name?: unknown;
  readonly main?: unknown;
  readonly module?: unknown;
  readonly browser?: unknown;
  readonly exports?: unknown;
  readonly imports?: unknown;
}

/** Whether a path is one of a package: above the collection there is nothing else. */
export function isOfPackage(path: string): boolean {
  return /^\.\.(?:\/|$)|(?:^|\/)node_modules(?:\/|$)/.test(path);
}

/**
 * Finds the file of a package, or what a package's file names, as Node finds
 * it; `node_modules` are looked for in the folder and those around it.
 */
export class ModuleFinder {
  readonly #files: ModuleFiles;
  readonly #manifests = new Map<string, Manifest | undefined>();
  readonly #found = new Map<string, FoundModule>();

  constructor(files: ModuleFiles) {
    this.#files = files;
  }

  /** Finds what a file of a folder asks for. */
  find(name: string, folder: string, call: ModuleCall): FoundModule {
    const key = `${call} ${folder}\n${name}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = withoutNative(this.#findReadable(name, folder, call));
      this.#found.set(key, found);
    }
    return found;
  }

  #findReadable(name: string, folder: string, call: ModuleCall): FoundModule {
    try {
      const found = this.#find(name, folder, call);
      return this.#replaced(found, name, folder, call);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { reason: error.message, isKnown: true };
    }
  }

  #find(name: string, folder: string, call: ModuleCall): FoundModule {
    if (/^\.{1,2}(?:\/|$)/.test(name)) {
      return this.#near(this.#at(joined(folder, name), name), name, folder);
    }
    const own = this.#packageOf(folder);
    if (name.startsWith("#")) {
      return own === undefined
        ? missingModule(name)
        : this.#target(own, this.#manifest(own)?.imports, name, call);
    }
    const [, packageName = "", rest = ""] =
      /^((?:@[^/]+\/)?[^@/][^/]*)(?:\/(.*))?$/.exec(name) ?? [];
    if (packageName === "" || packageName.includes("\\")) {
      return missingModule(name);
    }
    if (own !== undefined) {
      const manifest = this.#manifest(own);
      if (manifest?.name === packageName && manifest.exports !== undefined) {
        return this.#exported(own, rest, call);
      }
    }
    for (const at of this.#foldersUp(folder)) {
      if (/(?:^|\/)node_modules$/.test(at)) continue;
      const found = this.#inPackage(
        join(at, `node_modules/${packageName}`),
        rest,
        call,
      );
      if (found !== undefined) return found;
    }
    return this.#missing(packageName, folder);
  }

  /** Adds what is probably meant by the path of a file of the collection. */
  #near(found: FoundModule, name: string, folder: string): FoundModule {
    const path = joined(folder, name);
    if (!("reason" in found) || path === undefined || isOfPackage(path)) {
      return found;
    }
    const near = nearModule({
      path,
      folder,
      isThere: (it) => this.#isThere(it),
      near: (it) => this.#files.near?.(it),
    });
    return near === undefined ? found : { ...found, near };
  }

  #isThere(path: string): boolean {
    try {
      return this.#files.find(path) !== undefined;
    } catch {
      // A link that leads out of the collection.
      return false;
    }
  }

  /**
   * Finds a module in one node_modules folder; undefined if that folder does
   * not have the package.
   */
  #inPackage(
    folder: string,
    rest: string,
    call: ModuleCall,
  ): FoundModule | undefined {
    const manifest = this.#manifest(folder);
    if (manifest === undefined) {
      const found = this.#file(join(folder, rest)) ??
        this.#file(join(folder, rest, "index"));
      return found === undefined ? undefined : { path: found };
    }
    if (manifest.exports !== undefined) {
      return this.#exported(folder, rest, call);
    }
    const found = this.#at(join(folder, rest), rest);
    if ("path" in found) return found;
    return {
      reason: rest === ""
        ? `${folder} has no main file`
        : `${folder} has no file "${rest}"`,
      isKnown: true,
    };
  }

  /** The module at a path: the file itself, or the main file of a folder. */
  #at(path: string | undefined, shown: string): FoundModule {
    if (path === undefined) {
      return { reason: "it is outside the collection" };
    }
    const found = this.#file(path) ?? this.#main(path);
    return found === undefined ? missingModule(shown) : { path: found };
  }

  #main(folder: string): string | undefined {
    const { main, module, browser } = this.#manifest(folder) ?? {};
    for (const one of [browser, main, module]) {
      if (typeof one !== "string") continue;
      const path = joined(folder, one);
      if (path === undefined) continue;
      const found = this.#file(path) ?? this.#file(join(path, "index"));
      if (found !== undefined) return found;
    }
    return this.#file(join(folder, "index"));
  }

  #file(path: string): string | undefined {
    if (path === "") return undefined;
    for (const ending of ["", ".js", ".json", ".cjs", ".mjs"]) {
      const found = this.#files.find(path + ending);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #exported(folder: string, rest: string, call: ModuleCall): FoundModule {
    const { exports } = this.#manifest(folder)!;
    const map = isMap(exports) && Object.keys(exports)[0]?.startsWith(".")
      ? exports
      : { ".": exports };
    return this.#target(folder, map, rest === "" ? "." : `./${rest}`, call);
  }

  /** What a map of `exports` or `imports` says about a key. */
  #target(
    folder: string,
    map: unknown,
    key: string,
    call: ModuleCall,
  ): FoundModule {
    const refused = {
      reason: `${join(folder, "package.json")} does not offer "${key}"`,
      isKnown: true,
    } as const;
    if (!isMap(map)) return refused;
    const { value, rest } = keyed(map, key);
    const target = chosen(value, call, 0);
    if (typeof target !== "string") return refused;
    const written = target.endsWith("/")
      ? target + rest
      : target.replaceAll("*", () => rest);
    if (!written.startsWith("./")) {
      return key.startsWith("#") && !written.startsWith("#")
        ? this.find(written, folder, call)
        : refused;
    }
    const path = joined(folder, written);
    if (path === undefined || !path.startsWith(`${folder}/`) && folder !== "") {
      return refused;
    }
    const found = this.#files.find(path);
    return found === undefined
      ? { reason: `there is no such file as "${path}"`, isKnown: true }
      : { path: found };
  }

  /** Follows a package's own word on what stands for a file without Node. */
  #replaced(
    found: FoundModule,
    name: string,
    folder: string,
    call: ModuleCall,
  ): FoundModule {
    const own = this.#packageOf(folder);
    const byName = own === undefined ? undefined : this.#instead(own, name);
    if (own !== undefined && byName !== undefined) {
      return this.#replacement(byName, own, call, found);
    }
    if (!("path" in found)) return found;
    const owner = this.#packageOf(folderOf(found.path));
    if (owner === undefined) return found;
    const inside = `./${found.path.slice(owner === "" ? 0 : owner.length + 1)}`;
    const byPath = this.#instead(owner, inside);
    return byPath === undefined
      ? found
      : this.#replacement(byPath, owner, call, found);
  }

  /** What a package's `browser` has for a name, or a path in it. */
  #instead(folder: string, name: string): string | null | undefined {
    const { browser } = this.#manifest(folder) ?? {};
    if (!isMap(browser)) return undefined;
    for (const key of [name, name.replace(/\.(?:js|json)$/, "")]) {
      if (!Object.hasOwn(browser, key)) continue;
      const value = browser[key];
      if (value === false) return null;
      if (typeof value === "string" && value !== name) return value;
    }
    return undefined;
  }

  #replacement(
    target: string | null,
    folder: string,
    call: ModuleCall,
    instead: FoundModule,
  ): FoundModule {
    if (target === null) return { empty: true };
    const found = this.#find(target, folder, call);
    return "reason" in found ? instead : found;
  }

  /** The folder of the package that a folder is in; undefined outside of packages. */
  #packageOf(folder: string): string | undefined {
    if (!isOfPackage(folder)) return undefined;
    for (const at of this.#foldersUp(folder)) {
      if (/(?:^|\/)node_modules(?:\/@[^/]+)?$/.test(at)) return undefined;
      if (this.#manifest(at) !== undefined) return at;
    }
    return undefined;
  }

  /** A folder and those around it, as far as there may be packages. */
  *#foldersUp(folder: string): Generator<string> {
    for (let at = folder;; at = around(at)) {
      yield at;
      const isAbove = ABOVE.exec(at)![0] === at;
      const levels = at === "" ? 0 : at.split("/").length;
      if (isAbove && levels >= (this.#files.above?.() ?? 0)) return;
    }
  }

  #missing(name: string, folder: string): FoundModule {
    const isAlone = (this.#files.above?.() ?? 0) === 0;
    // It may be listed and yet lie there, as npm puts what a workspace lists.
    const outside = isAlone ? this.#files.outside?.(name) : undefined;
    if (outside !== undefined) return { reason: outside, isKnown: true };
    for (const at of this.#foldersUp(folder)) {
      const manifest = isOfPackage(at) ? undefined : this.#manifest(at);
      if (manifest && listsPackage(manifest, name)) return uninstalled(at);
    }
    return isAlone ? missingModule(name) : {
      reason:
        "neither the collection's node_modules nor those of its repository have it",
    };
  }

  #manifest(folder: string): Manifest | undefined {
    if (!this.#manifests.has(folder)) {
      this.#manifests.set(folder, this.#readManifest(folder));
    }
    return this.#manifests.get(folder);
  }

  #readManifest(folder: string): Manifest | undefined {
    const path = this.#files.find(join(folder, "package.json"));
    if (path === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(this.#files.read(path));
      return isMap(value) ? value : {};
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new SyntaxError(`"${path}" is not JSON (${error.message})`);
    }
  }
}

function withoutNative(found: FoundModule): FoundModule {
  return "path" in found && /\.(?:node|wasm)$/.test(found.path)
    ? { reason: `"${found.path}" is native code`, isKnown: true }
    : found;
}

/** Folders above the collection's, and nothing else. */
const ABOVE = /^(?:\.\.(?:\/|$))*/;

/** The folder around one, which may be above the collection's. */
function around(folder: string): string {
  return ABOVE.exec(folder)![0] === folder
    ? join("..", folder)
    : folderOf(folder);
}

function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("/");
}

/** A path from a folder; undefined where it leads out of the collection, or further above it. */
function joined(folder: string, name: string): string | undefined {
  const [above] = ABOVE.exec(folder)!;
  const parts = steps(`${folder.slice(above.length)}/${name}`);
  return parts && join(above.replace(/\/$/, ""), ...parts);
}
