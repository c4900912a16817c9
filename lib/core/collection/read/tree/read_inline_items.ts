import type { Item } from "../../types.ts";
import { keysOf } from "../../shape/keys_of.ts";
import { FOLDER } from "../../shape/level.ts";
import type { Text } from "../../../source/origin.ts";
import type { YamlNode } from "../../yaml/node.ts";
import { inRunOrder } from "./in_run_order.ts";
import { type Level, readDefaults } from "../read_defaults.ts";
import { readFolderExtensions } from "./read_folder_extensions.ts";
import { readInfo } from "../read_info.ts";
import { itemType, readItem } from "../read_item.ts";
import { expectMapping } from "../read_rows.ts";

const FOLDER_KEYS = keysOf(FOLDER);

/** Reads `items` of a bundled file, folders with all that is inside. */
export function readInlineItems(
  node: YamlNode,
  parent: string,
  settings: Level["settings"],
  order: readonly Text[],
): Item[] {
  const items: Item[] = [];
  for (const [index, item] of node.list().entries()) {
    if (!expectMapping(item)) continue;
    const name = item.get("info").get("name").scalar() ||
      `item ${index + 1}`;
    const path = parent === "" ? name : `${parent}/${name}`;
    const read = readInlineItem(item, { path, name, settings });
    if (read) items.push(read);
  }
  return inRunOrder(items, {
    named: false,
    order,
    report: (diagnostic) => node.report(diagnostic),
  });
}

function readInlineItem(
  item: YamlNode,
  context: { path: string; name: string; settings: Level["settings"] },
): Item | undefined {
  const type = itemType(item) ??
    (item.get("items").present ? "folder" : undefined);
  if (type === undefined) {
    item.missing("info.type");
    return undefined;
  }
  if (type !== "folder") return readItem(item, type, context);
  item.mapping(FOLDER_KEYS);
  const level = readDefaults(item.get("request"), context.settings);
  return {
    kind: "folder",
    name: context.name,
    ...readInfo(item.get("info")),
    path: context.path,
    defaults: level.defaults,
    items: readInlineItems(
      item.get("items"),
      context.path,
      level.settings,
      readFolderExtensions(item.get("extensions")),
    ),
  };
}
