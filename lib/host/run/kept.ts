import type { KeptReadings } from "../../core/collection/read/tree/folder_reading.ts";
import type { SharedSandboxes } from "../sandbox/create_sandbox.ts";
import { readText } from "../files/read_text.ts";
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

  /** Lets go of it all. */
  clear(): void {
    for (const engine of this.#engines.values()) engine.close();
    this.#engines.clear();
    this.sandboxes.pool?.clear();
    this.readings.clear();
  }
}

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
