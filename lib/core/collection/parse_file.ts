import { parseBruno } from "./bru/parse_bruno.ts";
import { BRU_FORMAT } from "./format.ts";
import type { FileParser } from "./read/tree/folder_reading.ts";
import { isV3Path, parseV3 } from "./v3/parse_v3.ts";
import { parseYamlFile } from "./yaml/parse_yaml_file.ts";

/** Reads a file of a collection in any format. */
export const parseFile: FileParser = (file, text) =>
  isV3Path(file.path)
    ? parseV3(file, text)
    : file.path.endsWith(".bru") || BRU_FORMAT.mains.includes(file.path)
    ? parseBruno(file, text)
    : parseYamlFile(file, text);
