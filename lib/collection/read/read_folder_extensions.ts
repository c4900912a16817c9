import { keysOf } from "../shape/keys_of.ts";
import { FOLDER_BRACE } from "../shape/level.ts";
import type { YamlNode } from "../yaml/node.ts";

/** Reads `extensions` of a folder. Those of other tools are none of Brace's business; an unknown key of its own is. */
export function readFolderExtensions(node: YamlNode): YamlNode {
  node.mapping();
  node.get("brace").mapping(keysOf(FOLDER_BRACE));
  return node;
}
