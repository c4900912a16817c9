import type { Script } from "../collection/types.ts";
import { candidatePaths, folderOf, isFilePath } from "../script/module_path.ts";
import type { ScriptFacts, ScriptReader } from "./types.ts";

/** A file that scripts require. */
export interface RequiredFile {
  readonly path: string;
  readonly facts: ScriptFacts;
}

/** What scripts do, worked out once for each text. */
export class ScriptIndex {
  readonly #facts = new Map<string, ScriptFacts>();
  readonly #files = new Map<string, ScriptFacts | undefined>();
  readonly #read: ScriptReader;
  readonly #readFile: ((path: string) => string | undefined) | undefined;

  constructor(
    read: ScriptReader,
    readFile?: (path: string) => string | undefined,
  ) {
    this.#read = read;
    this.#readFile = readFile;
  }

  /** What a script does itself. */
  factsOf({ code, dialect, phase }: Script): ScriptFacts {
    const key = `${phase} ${dialect ?? ""}\n${code}`;
    let facts = this.#facts.get(key);
    if (facts === undefined) {
      facts = this.#read({ code, phase, ...(dialect && { dialect }) });
      this.#facts.set(key, facts);
    }
    return facts;
  }

  /** The files that a script requires, and those that these do. */
  filesOf(script: Script): RequiredFile[] {
    const files = new Map<string, ScriptFacts>();
    const visit = (facts: ScriptFacts, folder: string) => {
      for (const { name } of facts.requires) {
        const path = this.find(name, folder);
        if (path === undefined || files.has(path)) continue;
        const inside = this.#factsOfFile(path);
        if (inside === undefined) continue;
        files.set(path, inside);
        visit(inside, folderOf(path));
      }
    };
    visit(this.factsOf(script), "");
    return [...files].map(([path, facts]) => ({ path, facts }));
  }

  /** The file that a name means that is required from a folder; undefined where there is none, or it is no file's. */
  find(name: string, folder: string): string | undefined {
    if (!isFilePath(name) || this.#readFile === undefined) return undefined;
    let paths: readonly string[];
    try {
      paths = candidatePaths({ root: () => "/", folder }, name);
    } catch {
      // Outside of the collection.
      return undefined;
    }
    return paths.find((path) => this.#readFile?.(path) !== undefined);
  }

  /** Forgets a file, which changed. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  #factsOfFile(path: string): ScriptFacts | undefined {
    if (!this.#files.has(path)) {
      const code = path.endsWith(".json") ? undefined : this.#readFile?.(path);
      const facts = code === undefined ? undefined : this.#read({ code });
      this.#files.set(path, facts);
    }
    return this.#files.get(path);
  }
}
