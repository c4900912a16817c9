import {
  BRU_FORMAT,
  formatOf,
  YAML_FORMAT,
} from "../../../core/collection/format.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { didYouMean } from "../../../core/source/nearest.ts";
import { isFile } from "../is_file.ts";
import { importApart } from "./import_apart.ts";

/** Longer files are not requests; what is in them is not looked at. */
const MAX_SIZE = 1_000_000;

const REQUEST = /^(?:http|graphql|grpc|websocket):/m;

/** Whether a file, by a key of it, has a request. */
export function hasRequest(path: string): boolean {
  return REQUEST.test(fileTextOf(path));
}

/**
 * Whether a file beside those of a `.bru` collection is a request in YAML.
 *
 * @param main The collection's own file, from its root.
 */
export function isStray(path: string, main: string): boolean {
  if (formatOf(main) !== BRU_FORMAT || !/\.ya?ml$/i.test(path)) return false;
  const text = fileTextOf(path);
  return /^info:/m.test(text) && REQUEST.test(text);
}

/** What is wrong with a request in YAML that is beside those of a `.bru` collection. */
export const STRAY_STATE =
  "it is YAML, and a collection with a bruno.json has its requests in .bru files";

/** Says why such a request is in no collection, and how the collection becomes one of YAML. */
export function strayRequest(shown: string, collection: string): Diagnostic {
  return {
    code: "UNSUPPORTED",
    severity: "error",
    message: `Cannot load "${shown}": ${STRAY_STATE}`,
    suggestion: importApart(collection),
    notes: ["that makes a YAML collection of it"],
  };
}

/** What is wrong with a `.bru` file that is beside requests in YAML. */
export const STRAY_BRU_STATE =
  "it is a .bru file, and this collection has its requests in YAML";

/**
 * Says why such a file is in no collection, and how its request gets into this
 * one; undefined for another file.
 *
 * @param main The collection's own file, from its root.
 */
export function strayBru(
  path: string,
  main: string,
  { shown, collection }: {
    readonly shown: string;
    readonly collection: string;
  },
): Diagnostic | undefined {
  const [end] = /\.bru$/i.exec(path) ?? [];
  if (formatOf(main) !== YAML_FORMAT || end === undefined) return undefined;
  const stems = [path, shown].map((it) => it.slice(0, -end.length));
  // An import in place leaves the old file beside the new one.
  const own = YAML_FORMAT.extensions.find((it) => isFile(stems[0] + it));
  const near = own && stems[1] + own;
  const message = `Cannot load "${shown}": ${STRAY_BRU_STATE}`;
  return {
    code: "UNSUPPORTED",
    severity: "error",
    ...near === undefined
      ? {
        message,
        suggestion: importApart(shown, { beside: collection }),
        notes: [
          "that makes a YAML file of it: move the file into the collection",
        ],
      }
      : { message: message + didYouMean(near), suggestion: near },
  };
}

/** The text of a file that may be a request; empty where it is none, or cannot be read. */
export function fileTextOf(path: string): string {
  try {
    return Deno.statSync(path).size > MAX_SIZE
      ? ""
      : Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
