import { pushAll } from "../../../core/source/push_all.ts";
import type { ImportedItem } from "../types.ts";

/** Imported items in order, a folder before what is in it, whatever their depth. */
export function* everyItem(
  items: readonly ImportedItem[],
): Generator<ImportedItem> {
  const left = items.toReversed();
  for (let item; (item = left.pop()) !== undefined;) {
    yield item;
    if (item.kind === "folder") pushAll(left, item.items.toReversed());
  }
}
