import { BRU_FORMAT, formatOf } from "../../../core/collection/format.ts";
import type { Script } from "../../../core/collection/types.ts";
import {
  folderOf,
  isFilePath,
  isTypeScript,
  MODULE_FILE,
} from "../../../core/collection/required/module_path.ts";
import { findRequired } from "../../../core/collection/required/required_code.ts";
import {
  type FoundModule,
  ModuleFinder,
} from "../../../core/collection/required/package_path.ts";
import { type Location, locationOf } from "../../../core/source/diagnostic.ts";
import { lineColumn } from "../../../core/source/line_starts.ts";
import { readByPattern } from "./read_by_pattern.ts";
import type {
  CheckOptions,
  ScriptFacts,
  ScriptReader,
  ScriptStretch,
  Use,
} from "../types.ts";
import { expressionsIn } from "../../../core/template/expressions_in.ts";
import { parseTemplate } from "../../../core/template/parse_template.ts";
import type { PlaceholderPart } from "../../../core/template/types.ts";
import { rootName } from "../../../core/template/template_of.ts";

/** A file that scripts require. */
export interface RequiredFile {
  /** As diagnostics show it. */
  readonly file: string;
  /** Its folder inside the collection. */
  readonly folder: string;
  readonly code: string;
  readonly facts: ScriptFacts;
  /** Its placeholders: texts for client.interpolate. */
  readonly placeholders: readonly PlaceholderPart[];
}

const NO_FILES: readonly RequiredFile[] = [];

/** What scripts do, worked out once for each text. */
export class ScriptIndex {
  /** By the script, and by its text: one that is read anew has no other. */
  readonly #ofScripts = new WeakMap<Script, ScriptFacts>();
  readonly #facts = new Map<string, ScriptFacts>();
  readonly #files = new Map<string, RequiredFile | undefined>();
  #finder: ModuleFinder | undefined;
  readonly #expressions = new Map<string, ScriptFacts>();
  readonly #prefix: string;
  /** Whether the scripts that require a file are those of `.bru` files. */
  readonly #isBru: boolean;
  /** Another number after a file was forgotten. */
  version = 0;
  readonly #read: ScriptReader;
  readonly #nearFile: CheckOptions["nearFile"];
  readonly #packageOutside: CheckOptions["packageOutside"];
  readonly #foldersAbove: number;
  /** Whether scripts have all of Node's modules. */
  readonly trusted: boolean;
  readonly #readFile: ((path: string) => string | undefined) | undefined;

  constructor(
    {
      readScript = readByPattern,
      readFile,
      nearFile,
      packageOutside,
      foldersAbove = 0,
      trustScripts = false,
    }: Pick<
      CheckOptions,
      | "readScript"
      | "readFile"
      | "nearFile"
      | "packageOutside"
      | "foldersAbove"
      | "trustScripts"
    >,
    /** The collection's own file, as diagnostics show it. */
    main: string,
  ) {
    this.#read = readScript;
    this.#readFile = readFile;
    this.#nearFile = nearFile;
    this.#packageOutside = packageOutside;
    this.#foldersAbove = foldersAbove;
    this.trusted = trustScripts;
    this.#prefix = main.slice(0, main.lastIndexOf("/") + 1);
    this.#isBru = formatOf(main.slice(this.#prefix.length)) === BRU_FORMAT;
  }

  /** Whether files that scripts require can be looked at. */
  get readsFiles(): boolean {
    return this.#readFile !== undefined;
  }

  /** What the left side of an assertion, or a selector, does. */
  factsOfExpression(code: string): ScriptFacts {
    let facts = this.#expressions.get(code);
    if (facts === undefined) {
      facts = this.#read({ code, expression: true });
      this.#expressions.set(code, facts);
    }
    return facts;
  }

  /** What a script does itself. */
  factsOf(script: Script): ScriptFacts {
    let facts = this.#ofScripts.get(script);
    if (facts === undefined) {
      facts = this.#factsOfText(script);
      this.#ofScripts.set(script, facts);
    }
    return facts;
  }

  #factsOfText({ code, dialect, language, phase, at }: Script): ScriptFacts {
    const isBru = at.file.endsWith(".bru");
    const key = `${phase} ${dialect ?? ""} ${language ?? ""} ${isBru}\n${code}`;
    let facts = this.#facts.get(key);
    if (facts === undefined) {
      facts = this.#read({
        code,
        phase,
        ...(dialect && { dialect }),
        ...(language && { language }),
        ...(isBru && { isBru }),
      });
      this.#facts.set(key, facts);
    }
    return facts;
  }

  /** The files that a script requires, and those that these do. */
  filesOf(script: Script): readonly RequiredFile[] {
    if (this.factsOf(script).requires.length === 0) return NO_FILES;
    const files = new Map<string, RequiredFile>();
    const visit = (facts: ScriptFacts, folder: string) => {
      for (const { name } of facts.requires) {
        const path = this.find(name, folder);
        if (path === undefined || files.has(path)) continue;
        const file = this.#file(path);
        if (file === undefined) continue;
        files.set(path, file);
        visit(file.facts, file.folder);
      }
    };
    visit(this.factsOf(script), "");
    return [...files.values()];
  }

  /** Where a script, and the files that it requires, ask for files that are not there. */
  missingOf(script: Script): Location[] {
    const facts = this.factsOf(script);
    if (facts.requires.length === 0 || !this.readsFiles) return [];
    const missing = ({ requires }: ScriptFacts, folder: string) =>
      requires.filter(({ name, guarded }) =>
        !guarded && isFilePath(name) && this.find(name, folder) === undefined
      );
    return [
      ...missing(facts, "").map(({ offset, length }) =>
        locationOf(script.at, { offset, length, place: "script" })
      ),
      ...this.filesOf(script).flatMap((file) =>
        missing(file.facts, file.folder)
          .map((stretch) => locationInFile(file, stretch))
      ),
    ];
  }

  /** The file that a name means that is required from a folder; undefined where there is none, or it is not a file's. */
  find(name: string, folder: string): string | undefined {
    return this.#readFile && findRequired(name, folder, this.#readFile);
  }

  /** What a package's name means for a script, or for a file of a folder. */
  packaged(name: string, folder: string): FoundModule {
    this.#finder ??= new ModuleFinder({
      above: () => this.#foldersAbove,
      find: (path) => this.#readFile?.(path) === undefined ? undefined : path,
      read: (path) => this.#readFile?.(path) ?? "",
      near: (path) => this.#nearFile?.(path),
      outside: (name) => this.#packageOutside?.(name),
    });
    return this.#finder.find(name, folder, "require");
  }

  /** Forgets a file, which changed. */
  forget(path: string): void {
    this.#files.delete(path);
    this.#finder = undefined;
    // One that was not there may be now.
    if (MODULE_FILE.test(path)) this.version++;
  }

  #file(path: string): RequiredFile | undefined {
    if (!this.#files.has(path)) {
      const code = path.endsWith(".json") ? undefined : this.#readFile?.(path);
      this.#files.set(
        path,
        code === undefined ? undefined : {
          file: this.#prefix + path,
          folder: folderOf(path),
          code,
          placeholders: parseTemplate(code).placeholders,
          facts: this.#read({
            code,
            isFile: true,
            ...(this.#isBru && { isBru: true }),
            ...(isTypeScript(path) && { language: "typescript" }),
          }),
        },
      );
    }
    return this.#files.get(path);
  }
}

/** Where a stretch of a required file stands. */
export function locationInFile(
  { file, code }: RequiredFile,
  { offset, length }: ScriptStretch,
): Location {
  return { file, ...lineColumn(code, offset), length, place: "script" };
}

/** The places of scripts, and of the files that they require, that use variables. */
export function scriptUses(
  scripts: readonly Script[],
  index: ScriptIndex,
): Use[] {
  return scripts.flatMap((script) => [
    ...index.factsOf(script).reads.map(({ name, ...stretch }): Use => ({
      name,
      by: "script",
      location: locationOf(script.at, { ...stretch, place: "script" }),
    })),
    ...index.filesOf(script).flatMap((file) =>
      file.facts.reads.map(({ name, ...stretch }): Use => ({
        name,
        by: "script",
        location: locationInFile(file, stretch),
      }))
    ),
    ...index.filesOf(script).flatMap((file) =>
      file.placeholders.filter(({ text }) => text !== "").map((
        { text, start, end },
      ): Use => ({
        name: rootName(text) ?? text,
        expression: text,
        by: "placeholder",
        location: locationInFile(file, { offset: start, length: end - start }),
      }))
    ),
    // Texts for client.interpolate.
    ...expressionsIn(script.code).map((expression): Use => ({
      name: rootName(expression) ?? expression,
      expression,
      by: "placeholder",
      location: locationOf(script.at, { place: "script" }),
    })),
  ]);
}
