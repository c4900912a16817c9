import type { Text } from "../../../source/origin.ts";
import { keysOf } from "../../shape/keys_of.ts";
import { FOLDER_BRACE } from "../../shape/level.ts";
import type { YamlNode } from "../../yaml/node.ts";
import { readOrder } from "./read_order.ts";

/**
 * Reads `extensions` of a folder: the names that come first in its order. Those
 * of other tools are none of Brace's business; an unknown key of its own is.
 */
export function readFolderExtensions(node: YamlNode): Text[] {
  node.mapping();
  node.get("brace").mapping(keysOf(FOLDER_BRACE));
  return readOrder(node);
}
