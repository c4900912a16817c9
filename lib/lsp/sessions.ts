import { basename, dirname, join, relative } from "node:path";
import { fromFileUrl } from "@std/path/from-file-url";
import {
  COLLECTION_FILES,
  type FileKind,
  formatOf,
  hasExtension,
} from "../core/collection/format.ts";
import { finish } from "../core/source/slices.ts";
import { isBundledText } from "../core/collection/is_bundled.ts";
import { findRoot } from "../host/files/find_root.ts";
import { readText } from "../host/files/read_text.ts";
import { EditedCollection } from "../host/run/open_edited.ts";
import { EditorSession } from "./session.ts";
import type { FindGlobals } from "./session_globals.ts";
import { REQUEST } from "../core/collection/shape/item.ts";

/** A file that the editor means. */
export interface SessionFile {
  readonly session: EditorSession;
  /** Its path in the collection. */
  readonly path: string;
}

/** The collections that files of the editor belong to. */
export class Sessions {
  readonly #sessions = new Map<string, EditorSession>();
  /** Texts of the editor, which count before those on the disk. */
  readonly #open = new Map<string, string>();
  #environment: string | undefined;
  readonly #findGlobals: FindGlobals;

  constructor(findGlobals: FindGlobals) {
    this.#findGlobals = findGlobals;
  }

  /** All that are open. */
  get all(): EditorSession[] {
    return [...this.#sessions.values()];
  }

  get #selected(): readonly string[] {
    return this.#environment === undefined ? [] : [this.#environment];
  }

  /** Selects an environment wherever there is one of that name. */
  select(environment: string | undefined): void {
    this.#environment = environment;
    for (const session of this.all) session.select(...this.#selected);
  }

  /** The collection of a file; undefined for one of none. */
  of(uri: string): SessionFile | undefined {
    return finish(this.opening(uri));
  }

  /** {@linkcode of}, which reads the collection file after file. */
  *opening(uri: string): Generator<void, SessionFile | undefined> {
    const file = pathOf(uri);
    if (file === undefined) return undefined;
    const main = this.#mainOf(file);
    if (main === undefined) return undefined;
    let session = this.#sessions.get(main);
    if (session === undefined) {
      session = new EditorSession(
        yield* EditedCollection.opening(main, this.#open),
        this.#findGlobals,
      );
      session.select(...this.#selected);
      this.#sessions.set(main, session);
    }
    const path = relative(session.root, file).replaceAll("\\", "/");
    return { session, path };
  }

  /** The editor has a file open, with this text. */
  open(uri: string, text: string): SessionFile | undefined {
    const file = pathOf(uri);
    if (file === undefined) return undefined;
    this.#open.set(file, text);
    const found = this.of(uri);
    found?.session.update(found.path, text);
    return found;
  }

  /** The editor has closed a file: what is on the disk counts. */
  close(uri: string): SessionFile | undefined {
    const file = pathOf(uri);
    if (file === undefined) return undefined;
    this.#open.delete(file);
    return this.changed(uri);
  }

  /** A file has changed on the disk. */
  changed(uri: string): SessionFile | undefined {
    const file = pathOf(uri);
    if (file === undefined || this.#open.has(file)) return undefined;
    const found = this.of(uri);
    // What the collection had not read before may be none of its files.
    found?.session.update(found.path, textOf(file));
    return found;
  }

  #mainOf(file: string): string | undefined {
    // It may never have been saved, and begins a collection of its own.
    if (isMain(file) && this.#open.has(file)) return file;
    try {
      const main = findRoot(dirname(file)) ?? this.#mainBeside(file);
      if (main !== undefined) return main;
      const text = this.#open.get(file) ?? readText(file);
      return /\.ya?ml$/.test(file) && isBundledText(text) ? file : undefined;
    } catch {
      return undefined;
    }
  }

  /** The collection that an environment or the globals of a workspace of Postman's are looked at with. */
  #mainBeside(file: string): string | undefined {
    const folder = dirname(file);
    const workspace = dirname(folder);
    if (
      basename(workspace) !== "postman" ||
      !["environments", "globals"].includes(basename(folder))
    ) return undefined;
    const above = join(workspace, "collections");
    const open = [...this.#sessions].find(([, { root }]) =>
      dirname(root) === above
    );
    if (open !== undefined) return open[0];
    const [first] = [...Deno.readDirSync(above)]
      .filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();
    return first && findRoot(join(above, first));
  }
}

/** Whether a file makes its folder a collection. */
function isMain(file: string): boolean {
  return COLLECTION_FILES.some((name) => name === basename(file));
}

function pathOf(uri: string): string | undefined {
  try {
    return fromFileUrl(uri);
  } catch {
    return undefined;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readText(file);
  } catch {
    return undefined;
  }
}

/** What is written of a request that is begun: its keys, and half a word. */
const KEY_OR_WORD = /^(?:([\w$-]+)[ \t]*:.*|[\w$-]*)$/;

/**
 * What a file is about that the collection does not read yet: a request, where
 * nothing in it says otherwise.
 */
export function likelyKind(
  path: string,
  text: string,
  main: string,
): FileKind | undefined {
  if (path.startsWith("../") || !hasExtension(path, formatOf(main))) {
    return undefined;
  }
  const tops = text.split(/\r?\n/).filter((line) => /^[^\s#]/.test(line));
  const isBegun = tops.every((line) => {
    const match = KEY_OR_WORD.exec(line);
    const key = match?.[1];
    return match !== null &&
      (key === undefined || Object.hasOwn(REQUEST.keys, key));
  });
  return isBegun && tops.length <= Object.keys(REQUEST.keys).length
    ? "request"
    : undefined;
}
