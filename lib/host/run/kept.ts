import type { KeptReadings } from "../../core/collection/read/tree/folder_reading.ts";
import type { SharedSandboxes } from "../sandbox/create_sandbox.ts";
import { readText } from "../files/read_text.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import { createEngine } from "../http/send.ts";
import type { EngineOptions } from "../http/types.ts";
import type { Engine } from "../../core/http/engine.ts";

/** Configurations whose connections stay open; a run with another one closes its own. */
const MAX_ENGINES = 8;

/** What the runs of one collection leave for the next: texts, sandboxes and connections. */
export class Kept {
  /** What was read from the collection's files. */
  readonly readings: KeptReadings = new Map();
  /** Reads a file again only when it has changed. */
  readonly readText = new KeptTexts().read;
  /** Each script finds one as it was at the start. */
  readonly sandboxes: SharedSandboxes = {};
  readonly #engines = new Map<string, Engine>();
  #loaded: KeptCollection | undefined;

  /** An engine whose connections the next run with the same configuration finds open. */
  engine(config: EngineOptions): Engine {
    const key = JSON.stringify(config);
    let engine = this.#engines.get(key);
    if (engine === undefined) {
      engine = createEngine(config);
      if (this.#engines.size >= MAX_ENGINES) return engine;
      this.#engines.set(key, engine);
    }
    const { send } = engine;
    return { send: send.bind(engine), close() {} };
  }

  /**
   * All of a collection as it was loaded before, as long as nothing has changed.
   *
   * @param place Its folder or its own file, absolute.
   */
  loaded(
    place: string,
    cwd: string,
    load: () => LoadedCollection,
  ): LoadedCollection {
    const kept = this.#loaded;
    if (
      kept?.place === place && kept.cwd === cwd && this.#isSame(kept)
    ) return kept.loaded;
    const loaded = load();
    const { sources } = loaded;
    this.#loaded = undefined;
    // For a folder inside, the root can become another one.
    if (sources && loaded.paths.length === 0 && KEEPS_TIME) {
      const folders = new Map(
        sources.folders.map((path) => [path, stateOf(path)]),
      );
      this.#loaded = { place, cwd, loaded, folders, texts: sources.texts };
    }
    return loaded;
  }

  #isSame({ folders, texts }: KeptCollection): boolean {
    try {
      for (const [path, state] of folders) {
        if (state === "" || stateOf(path) !== state) return false;
      }
      for (const [path, text] of texts) {
        if (this.readText(path) !== text) return false;
      }
      return true;
    } catch {
      // Loading it again says what is wrong.
      return false;
    }
  }

  /** Lets go of it all. */
  clear(): void {
    for (const engine of this.#engines.values()) engine.close();
    this.#engines.clear();
    this.sandboxes.pool?.clear();
    this.#loaded = undefined;
    this.readings.clear();
  }
}

/** A collection that was loaded, with the state of its folders and its files' texts then. */
interface KeptCollection {
  readonly place: string;
  readonly cwd: string;
  readonly loaded: LoadedCollection;
  readonly folders: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Whether the time of a folder changes with its entries; on Windows that depends on the disk. */
const KEEPS_TIME = Deno.build.os !== "windows";

/** Milliseconds after a change in which another one may leave the same time behind. */
const RECENT = 2_000;

interface KeptText {
  readonly text: string;
  /** What tells that the file is another one; empty where it was too new to tell. */
  readonly state: string;
}

/** The texts of files, each read again only when its file has changed. */
class KeptTexts {
  readonly #kept = new Map<string, KeptText>();

  /**
   * The text of a file; the same string as long as the file holds it.
   *
   * @throws {Deno.errors.NotFound} And whatever else reading a file throws.
   */
  readonly read = (path: string): string => {
    const kept = this.#kept.get(path);
    const state = stateOf(path);
    if (kept !== undefined && state !== "" && kept.state === state) {
      return kept.text;
    }
    const read = readText(path);
    const text = kept?.text === read ? kept.text : read;
    this.#kept.set(path, { text, state });
    return text;
  };
}

function stateOf(path: string): string {
  const { size, mtime, ctime, ino } = Deno.statSync(path);
  const changed = Math.max(mtime?.getTime() ?? 0, ctime?.getTime() ?? 0);
  if (Date.now() - changed < RECENT) return "";
  return [size, mtime?.getTime(), ctime?.getTime(), ino].join(" ");
}
