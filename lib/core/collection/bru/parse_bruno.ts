import type { FileParser } from "../read/tree/folder_reading.ts";
import { bruKind, parseBru } from "./parse_bru.ts";
import { readBrunoJson } from "./read_bruno_json.ts";

/** Reads a file of one of Bruno's collections. */
export const parseBruno: FileParser = ({ path, shown }, text) =>
  path.endsWith(".bru")
    ? parseBru(shown, text, { kind: bruKind(path) })
    : readBrunoJson(shown, text);
