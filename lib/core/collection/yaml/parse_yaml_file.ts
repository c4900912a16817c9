import type { FileParser } from "../read/tree/folder_reading.ts";
import { parseYaml } from "./parse_yaml.ts";

/** Reads a file of a collection that is YAML or JSON. */
export const parseYamlFile: FileParser = ({ shown }, text) =>
  parseYaml(shown, text);
