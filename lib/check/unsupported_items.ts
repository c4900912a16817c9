import type { Item } from "../collection/types.ts";
import { unsupported } from "../run/skipped.ts";
import type { Diagnostic } from "../source/diagnostic.ts";

/** What a collection has that Brace does not run. */
export function unsupportedItems(items: readonly Item[]): Diagnostic[] {
  return items.flatMap((item): Diagnostic[] => {
    switch (item.kind) {
      case "folder":
        return unsupportedItems(item.items);
      case "request":
        return [];
      case "unsupported":
        return [{
          code: "UNSUPPORTED",
          severity: "warning",
          message: `Cannot run "${item.path}": ${unsupported(item)}`,
          location: { file: item.at.file },
        }];
      default:
        return item satisfies never;
    }
  });
}
