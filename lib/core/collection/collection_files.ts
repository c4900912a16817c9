import { typeOf } from "../source/type_of.ts";
import type { KeptReadings } from "./read/tree/folder_reading.ts";

/** The text of a collection's files. */
export interface CollectionFiles {
  /** The folder that the collection lives in; "" for one from memory. */
  readonly root: string;
  /** Text by path relative to the root, with `/` between the parts: YAML or `.bru` files, `bruno.json`, `.env` files. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of folders: those without files here have a place in the order of a run, too. */
  readonly folders?: readonly string[];
  /** The collection's own file. Default: `opencollection.yml` or `bruno.json`, or else the only file. */
  readonly main?: string;
  /** Goes before a path where it is shown, such as `api/`. Default "". */
  readonly filePrefix?: string;
  /**
   * What an earlier reading kept: give the same map again, and what stands in
   * files that did not change is not read again, but the same objects.
   */
  readonly kept?: KeptReadings;
}

/**
 * Refuses what JavaScript may give in place of texts.
 *
 * @throws {TypeError} Naming what is there instead.
 */
export function checkFiles(given: CollectionFiles): void {
  const { root, files } = refuseOthers(given);
  if (typeof root !== "string") {
    throw wrong(`"root" is ${typeOf(root)}, not text ("" for texts in memory)`);
  }
  if (!isMap(files)) {
    throw wrong(
      `"files" is ${
        typeOf(files)
      }, not a Map of texts by path (of an object: new Map(Object.entries(files)))`,
    );
  }
  for (const [path, text] of files) {
    if (typeof path !== "string") {
      throw wrong(`a path in "files" is ${typeOf(path)}, not text`);
    }
    if (typeof text !== "string") {
      throw wrong(`"${path}" in "files" is ${typeOf(text)}, not text`);
    }
  }
}

function refuseOthers(given: unknown): Record<keyof CollectionFiles, unknown> {
  if (given instanceof URL) {
    throw wrong("a URL holds no texts (its path is fromFileUrl(url))");
  }
  if (typeof given !== "object" || given === null) {
    const what = typeof given === "string" ? "a path" : typeOf(given);
    throw wrong(`${what} holds no texts (give { root, files })`);
  }
  return given as Record<keyof CollectionFiles, unknown>;
}

/** A map of whichever realm. */
function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return Object.prototype.toString.call(value) === "[object Map]";
}

function wrong(state: string): TypeError {
  return new TypeError(`Cannot read the collection: ${state}`);
}
