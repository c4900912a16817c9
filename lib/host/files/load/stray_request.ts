import { BRU_FORMAT, formatOf } from "../../../core/collection/format.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
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
