import { ITEM_INFO } from "../shape/item.ts";
import { keysOf } from "../shape/keys_of.ts";
import type { YamlNode } from "../yaml/node.ts";

const INFO_KEYS = keysOf(ITEM_INFO);

/** What `info` says of any item. */
export interface ItemInfo {
  readonly name?: string;
  readonly seq?: number;
  readonly tags: readonly string[];
}

/** Reads an item's `info`. */
export function readInfo(node: YamlNode): ItemInfo {
  if (!node.mapping(INFO_KEYS)) return { tags: [] };
  const name = node.get("name").scalar();
  const seq = node.get("seq").number();
  return {
    ...(name && { name }),
    ...(seq !== undefined && { seq }),
    tags: readTags(node.get("tags")),
  };
}

/** Reads `tags`. */
function readTags(node: YamlNode): string[] {
  return node.list().map((tag) => tag.scalar() ?? "").filter((tag) =>
    tag !== ""
  );
}

/** Reads `docs`: text, or `{content, type}`. */
export function readDocs(node: YamlNode): string | undefined {
  const text = node.isMapping() ? node.get("content") : node;
  return text.scalar() || undefined;
}
