import { relative, resolve } from "node:path";
import { CONFIG_FILE } from "../core/collection/format.ts";
import type { Collection, Variable } from "../core/collection/types.ts";
import { globalsIn } from "../host/files/env_files_of.ts";
import { readText } from "../host/files/read_text.ts";
import type { CheckOptions } from "../tools/check/types.ts";

/** Finds the file of global variables of the collection in a folder; undefined: it has none. */
export type FindGlobals = (root: string) => Promise<string | undefined>;

/** The global variables of a collection that is open in an editor. */
export class SessionGlobals {
  readonly #find: FindGlobals;
  #found: Promise<string | undefined> | undefined;
  #read: { readonly path: string; readonly text: string } | undefined;
  #variables: readonly Variable[] = [];

  constructor(find: FindGlobals) {
    this.#find = find;
  }

  /** A file has changed: another one may have the variables now. */
  changed(path: string): void {
    if (path === CONFIG_FILE) this.#found = undefined;
  }

  /**
   * Reads the file where it is another one than before, or has another text;
   * gives whether it was.
   *
   * @param files The texts of the collection's files as the editor has them.
   */
  async learn(
    root: string,
    files: ReadonlyMap<string, string>,
  ): Promise<boolean> {
    const file = await (this.#found ??= this.#find(root));
    const path = file === undefined
      ? undefined
      : relative(root, resolve(file)).replaceAll("\\", "/");
    const text = path === undefined
      ? undefined
      : files.get(path) ?? textOf(resolve(root, path));
    if (path === this.#read?.path && text === this.#read?.text) return false;
    if (path === undefined || text === undefined) {
      const wasRead = this.#read !== undefined;
      this.#read = undefined;
      this.#variables = [];
      return wasRead;
    }
    const { variables } = await globalsIn(path, text);
    this.#read = { path, text };
    this.#variables = variables;
    return true;
  }

  /** What a collection is checked with: without a file those that stand beside it. */
  of(
    collection: Collection | undefined,
  ): Pick<CheckOptions, "globals" | "globalsOf"> & {
    readonly globals: readonly Variable[];
  } {
    const { path } = this.#read ?? {};
    if (path === undefined) {
      return { globals: collection?.globals?.variables ?? [] };
    }
    const own = collection?.environments.find(({ file }) => file === path);
    return {
      globals: this.#variables,
      ...(own && { globalsOf: own.name }),
    };
  }
}

function textOf(file: string): string | undefined {
  try {
    return readText(file);
  } catch {
    // A run says why it cannot be read.
    return undefined;
  }
}
