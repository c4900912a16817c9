import type { Item } from "../../../core/collection/types.ts";
import { unsupported } from "../../../core/run/skipped.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";

/** What a collection has that Brace does not run. */
export function unsupportedItems(
  items: readonly Item[],
  found: Diagnostic[] = [],
): Diagnostic[] {
  for (const item of items) {
    switch (item.kind) {
      case "folder":
        unsupportedItems(item.items, found);
        break;
      case "request":
        break;
      case "unsupported":
        found.push({
          code: "UNSUPPORTED",
          severity: "warning",
          message: `Cannot run "${item.path}": ${unsupported(item)}`,
          location: { file: item.at.file },
        });
        break;
      default:
        item satisfies never;
    }
  }
  return found;
}
